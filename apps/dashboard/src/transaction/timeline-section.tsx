import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import {
  type AuditRowFragment,
  type TransactionDetailFragment,
  TransactionTrailDocument,
} from '../api/operations.generated.ts'
import { EntryDialog } from '../audit/entry-dialog.tsx'
import { eventName } from '../audit/event-name.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { changedBy } from '../language/transfer-words.ts'
import { usePeople } from '../people/use-people.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SelectField } from '../ui/field.tsx'
import { sizeText } from './size-text.ts'
import { type TimelineEntry, timelineOf } from './timeline.ts'

/** Maximum number of audit log entries. The log is reloaded, since it records changes with a short delay. */
const TRAIL_MAX = 200
const EVERY_MS = 15_000
const SHOWN = 30

const KINDS = ['ALL', 'CHANGE', 'DELIVERY', 'AUDIT'] as const
type Kind = (typeof KINDS)[number]

/** Changes, deliveries and entries of the audit log, newest first, with the actors. */
export function TimelineSection({ transaction }: { readonly transaction: TransactionDetailFragment }) {
  const { t, formats } = useLanguage()
  const { names } = usePeople()
  const mayAudit = useScope('autod:read')
  const { trail, hasFailed } = useTrail(transaction, mayAudit)
  const [kind, setKind] = useState<Kind>('ALL')
  const [isOpen, setOpen] = useState(false)
  const [opened, setOpened] = useState<AuditRowFragment>()
  const words = t.record
  const entries = timelineOf(transaction, trail).filter(
    (entry) => kind === 'ALL' || entry.kind === kind || (kind === 'AUDIT' && auditOf(entry) !== undefined),
  )
  const shown = isOpen ? entries : entries.slice(0, SHOWN)
  return (
    <Card
      id="timeline"
      title={t.transaction.timeline}
      buttons={
        <SelectField
          label={words.show}
          value={kind}
          onChange={(next) => next !== '' && setKind(next)}
          options={KINDS.filter((each) => mayAudit || each !== 'AUDIT').map((each) => [
            each,
            words.kindsOfEntries[each],
          ])}
        />
      }
    >
      {entries.length === 0 && <p className="soft">{words.nothing}</p>}
      <ol className="timeline">
        {shown.map((entry) => {
          const audit = auditOf(entry)
          return (
            <li key={keyOf(entry)} className="timeline-item timeline-entry">
              <EntryText entry={entry} names={names} />
              {audit && (
                <Button look="small" onClick={() => setOpened(audit)}>
                  {words.auditEntry(formats.count(Number(audit.sequence)))}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {shown.length < entries.length && (
        <p>
          <Button onClick={() => setOpen(true)}>{words.showAll(formats.count(entries.length))}</Button>
        </p>
      )}
      <div role="status">{hasFailed && <p className="soft">{words.trailFailed}</p>}</div>
      {trail.length === TRAIL_MAX && <p className="soft">{words.trailFull(formats.count(TRAIL_MAX))}</p>}
      {mayAudit && (
        <p>
          <Link href={`/audit?${new URLSearchParams({ id: transaction.id })}`}>{t.transaction.auditEntries}</Link>
        </p>
      )}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

/** The audit log's entries about the transaction, reloaded while the page is open. */
function useTrail({ id, version }: TransactionDetailFragment, mayAudit: boolean) {
  const { data, error, refetch } = useQuery(TransactionTrailDocument, {
    variables: { id, first: TRAIL_MAX },
    fetchPolicy: 'no-cache',
    pollInterval: EVERY_MS,
    skip: !mayAudit,
  })
  useEffect(() => {
    if (mayAudit && version > 1) void refetch().catch(() => {})
  }, [mayAudit, version, refetch])
  const trail = data?.trpd?.transaction?.auditTrail
  return { trail: trail ?? [], hasFailed: error !== undefined && !trail }
}

interface EntryTextProps {
  readonly entry: TimelineEntry
  readonly names: ReadonlyMap<string, string>
}

function EntryText({ entry, names }: EntryTextProps) {
  const { t, formats } = useLanguage()
  const at = formats.dateTime(entry.at)
  switch (entry.kind) {
    case 'CHANGE': {
      const events: Readonly<Record<string, string>> = t.transaction.events
      const { event } = entry.change
      return (
        <>
          <strong>{Object.hasOwn(events, event) ? events[event] : event}</strong>
          <span className="soft">
            {at} · {changedBy(entry.change, names, t)}
          </span>
        </>
      )
    }
    case 'DELIVERY': {
      const { kind, outcome, httpStatus, failure, durationMs, requestBytes, responseBytes } = entry.attempt
      const words = t.transaction
      const size = (bytes: number) => sizeText(bytes, formats.locale)
      return (
        <>
          <span>
            {t.record.attempt(words.kinds[kind], words.outcomes[outcome])}
            {httpStatus !== null && ` (HTTP ${httpStatus})`}
            {failure && ` (${words.failures[failure]})`}
          </span>
          <span className="soft">
            {at} · {formats.count(durationMs)} ms ·{' '}
            {t.record.sizes(size(requestBytes), responseBytes === null ? null : size(responseBytes))}
          </span>
        </>
      )
    }
    case 'AUDIT': {
      const { actor, type } = entry.audit
      return (
        <>
          <span>{eventName(type, t)}</span>
          <span className="soft">
            {at} · {actor.type === 'USER' ? isolated(actor.name ?? actor.id) : t.transaction.actors[actor.type]}
          </span>
        </>
      )
    }
  }
}

function auditOf(entry: TimelineEntry): AuditRowFragment | undefined {
  return entry.kind === 'DELIVERY' ? undefined : entry.audit
}

function keyOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'CHANGE':
      return `change ${entry.change.version}`
    case 'DELIVERY':
      return `delivery ${entry.at} ${entry.attempt.kind}`
    case 'AUDIT':
      return `audit ${entry.audit.sequence}`
  }
}
