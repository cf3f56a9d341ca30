import { useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { AuditPageDocument, type AuditRowFragment } from '../api/operations.generated.ts'
import { EntryDialog } from '../audit/entry-dialog.tsx'
import { eventName } from '../audit/event-name.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'

const TYPES = ['customer.erased', 'transfer.erased', 'proof.erased', 'vasp.due_diligence_erased']
const PAGE = 20
/** An erasure reaches the audit log with a short delay. */
const LIST_EVERY_MS = 15_000

/** Erasures, newest first: when, why and by whom. */
export function CertificateList() {
  const { t, formats } = useLanguage()
  const certificateWords = useCertificateWords()
  const [after, setAfter] = useState<string | null>(null)
  const [opened, setOpened] = useState<AuditRowFragment>()
  const query = useQuery(AuditPageDocument, {
    variables: { filter: { types: TYPES }, first: PAGE, after },
    fetchPolicy: 'no-cache',
    pollInterval: LIST_EVERY_MS,
  })
  const page = query.data?.autod?.auditLogs
  const words = t.erasure.certificate
  return (
    <Card id="erasures" title={words.list}>
      <QueryState query={query} data={page} loading="LINE" />
      {page && (
        <Table
          empty={words.empty}
          rows={page.nodes.map((entry) => ({ entry, ...certificateWords(entry) }))}
          keyOf={({ entry }) => entry.sequence}
          columns={[
            [
              words.what,
              ({ entry, amount }) => (
                <>
                  <Erased entry={entry} />
                  {amount !== '' && <span className="soft"> {amount}</span>}
                </>
              ),
            ],
            [t.erasure.erase.ground, ({ ground }) => ground],
            [words.ticket, ({ ticket }) => <bdi>{ticket || '–'}</bdi>],
            [words.by, ({ by }) => <bdi>{by}</bdi>],
            [words.at, ({ entry }) => formats.dateTime(entry.at)],
            [
              words.entry,
              ({ entry }) => (
                <Button look="small" onClick={() => setOpened(entry)}>
                  {t.record.auditEntry(formats.count(Number(entry.sequence)))}
                </Button>
              ),
            ],
          ]}
        />
      )}
      {page && (after !== null || page.pageInfo.hasNextPage) && (
        <div className="action-buttons">
          {after !== null && <Button onClick={() => setAfter(null)}>{t.audit.newest}</Button>}
          {page.pageInfo.hasNextPage && (
            <Button onClick={() => setAfter(page.pageInfo.endCursor)}>{t.audit.older}</Button>
          )}
        </div>
      )}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

/** The page of each kind of subject, if any: an erased customer has none. */
const PATHS: Readonly<Record<string, string>> = { transfer: '/transactions', proof: '/proofs', vasp: '/vasps' }

function Erased({ entry: { type, subjectType, subjectId } }: { readonly entry: AuditRowFragment }) {
  const { t } = useLanguage()
  const name = eventName(type, t)
  const path = PATHS[subjectType]
  return path === undefined ? name : <Link href={`${path}/${encodeURIComponent(subjectId)}`}>{name}</Link>
}

/** The certificate reaches the audit log shortly after the erasure. */
const EVERY_MS = 5_000

interface CertificateSectionProps {
  readonly kind: 'transfer' | 'proof'
  readonly id: string
}

/** The audit log's record of the erasure of a transaction or an ownership proof. */
export function CertificateSection({ kind, id }: CertificateSectionProps) {
  const { t, formats } = useLanguage()
  const certificateWords = useCertificateWords()
  const mayAudit = useScope('autod:read')
  const [isOpen, setOpen] = useState(false)
  const isFound = useRef(false)
  const filter = { types: [`${kind}.erased`], subjectType: kind, subjectId: id }
  const query = useQuery(AuditPageDocument, {
    variables: { filter, first: 1, after: null },
    fetchPolicy: 'no-cache',
    pollInterval: EVERY_MS,
    skipPollAttempt: () => isFound.current,
    skip: !mayAudit,
  })
  const { data, error } = query
  const entry = data?.autod?.auditLogs?.nodes[0]
  isFound.current = entry !== undefined
  const words = t.erasure.certificate
  if (!mayAudit) return null
  const certificate = entry && certificateWords(entry)
  return (
    <Card id="certificate" title={words.title}>
      <QueryState query={query} data={entry} />
      {!entry && !error && <p role="status">{data ? words.soon : t.app.loading}</p>}
      {entry && certificate && (
        <>
          <dl className="facts">
            <Fact label={words.at}>{formats.dateTime(entry.at)}</Fact>
            <Fact label={words.by}>
              <bdi>{certificate.by}</bdi>
            </Fact>
            <Fact label={t.erasure.erase.ground}>{certificate.ground}</Fact>
            <Fact label={words.ticket}>{certificate.ticket && <bdi>{certificate.ticket}</bdi>}</Fact>
            <Fact label={words.destroys}>{words.destroyed[kind]}</Fact>
          </dl>
          <div className="action-buttons">
            <Button onClick={() => setOpen(true)}>{t.record.auditEntry(formats.count(Number(entry.sequence)))}</Button>
          </div>
        </>
      )}
      {entry && isOpen && <EntryDialog entry={entry} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** Who erased personal data and why, in readable form. */
interface CertificateWords {
  readonly by: string
  readonly ground: string
  /** Empty without a ticket. */
  readonly ticket: string
  /** The extent of a customer's erasure; empty for other erasures. */
  readonly amount: string
}

/** Reads an erasure from its entry in the audit log. */
function useCertificateWords(): (entry: AuditRowFragment) => CertificateWords {
  const { t, formats } = useLanguage()
  const { grounds } = t.erasure.erase
  return ({ type, actor, detail }) => {
    const textOf = (name: string) => detail.find((each) => each.name === name)?.value ?? ''
    const count = (name: string) => formats.count(Number(textOf(name)))
    const ground = textOf('ground')
    return {
      by: actor.type === 'USER' ? (actor.name ?? actor.id) : t.transaction.actors[actor.type],
      ground: Object.hasOwn(grounds, ground) ? grounds[ground as keyof typeof grounds] : ground,
      ticket: textOf('ticket'),
      amount:
        type === 'customer.erased'
          ? t.erasure.certificate.amount(count('transactions'), count('addressBookEntries'))
          : '',
    }
  }
}
