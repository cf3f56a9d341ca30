import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AuditRowFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { timeInWords } from '../language/service-words/service-words.ts'
import { CopyValue } from '../ui/copy-value.tsx'
import { Modal } from '../ui/modal.tsx'
import { NO_FILTER, writeAuditFilter } from './audit-filter.ts'
import { eventName } from './event-name.ts'

interface EntryDialogProps {
  readonly entry: AuditRowFragment
  readonly onClose: () => void
}

/** All data of an entry, with links to related pages. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { t, formats } = useLanguage()
  const { actor, transaction, detail } = entry
  const words = t.audit.entry
  const bySubject = writeAuditFilter({ ...NO_FILTER, subjectType: entry.subjectType, subjectId: entry.subjectId })
  const byActor = writeAuditFilter({ ...NO_FILTER, actorId: actor.id })
  return (
    <Modal title={eventName(entry.type, t)} onClose={onClose}>
      <dl className="facts">
        <Fact name={words.at}>{formats.dateTime(entry.at)}</Fact>
        <Fact name={words.type}>
          <code>{entry.type}</code>
        </Fact>
        <Fact name={words.source}>{entry.source}</Fact>
        <Fact name={words.actor}>
          <bdi>{actor.name ?? actor.id}</bdi>
          {` (${t.transaction.actors[actor.type]})`}
        </Fact>
        <Fact name={words.actorId}>
          <CopyValue value={actor.id} />
        </Fact>
        <Fact name={words.subject}>
          <CopyValue value={entry.subjectId} />
        </Fact>
        {detail.map(({ name, value }) => (
          <Fact key={name} name={name}>
            <bdi>{value === null ? '–' : timeInWords(value, formats.dateTime)}</bdi>
          </Fact>
        ))}
        <Fact name={words.sequence}>{entry.sequence}</Fact>
        <Fact name={words.hash}>
          <CopyValue value={entry.hash} />
        </Fact>
        <Fact name={words.previousHash}>
          <CopyValue value={entry.previousHash} />
        </Fact>
      </dl>
      {entry.isDetailWithheld && <p className="soft">{words.withheld}</p>}
      <div className="action-buttons entry-links">
        {transaction && (
          <Link className="button" href={`/transactions/${encodeURIComponent(transaction.id)}`}>
            {words.openTransaction}
          </Link>
        )}
        {entry.vasp && (
          <Link className="button" href={`/vasps/${encodeURIComponent(entry.vasp.id)}`}>
            {words.openVasp}
          </Link>
        )}
        <Link className="button" href={`/audit?${bySubject}`} onClick={onClose}>
          {words.sameSubject}
        </Link>
        <Link className="button" href={`/audit?${byActor}`} onClick={onClose}>
          {words.sameActor}
        </Link>
      </div>
    </Modal>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
