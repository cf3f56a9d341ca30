import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { AuditPageDocument, type AuditRowFragment } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { EntryDialog } from '../audit/entry-dialog.tsx'
import { eventName } from '../audit/event-name.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { useCertificateWords } from './certificate-words.ts'

const TYPES = ['customer.erased', 'transfer.erased', 'proof.erased', 'vasp.due_diligence_erased']
const PAGE = 20
/** An erasure reaches the audit log with a short delay. */
const EVERY_MS = 15_000

/** Erasures, newest first: when, why and by whom. */
export function CertificateList() {
  const { t, formats } = useLanguage()
  const certificateWords = useCertificateWords()
  const [after, setAfter] = useState<string | null>(null)
  const [opened, setOpened] = useState<AuditRowFragment>()
  const { data, error, refetch } = useQuery(AuditPageDocument, {
    variables: { filter: { types: TYPES }, first: PAGE, after },
    fetchPolicy: 'no-cache',
    pollInterval: EVERY_MS,
  })
  const page = data?.autod?.auditLogs
  const words = t.erasure.certificate
  return (
    <section className="card panel" aria-labelledby="erasures">
      <h2 id="erasures">{words.list}</h2>
      {error && !page && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {!page && !error && <p role="status">{t.app.loading}</p>}
      {page?.nodes.length === 0 && <p className="soft">{words.empty}</p>}
      {page && page.nodes.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">{t.erasure.erase.ground}</th>
              <th scope="col">{words.ticket}</th>
              <th scope="col">{words.by}</th>
              <th scope="col">{words.at}</th>
              <th scope="col">{words.entry}</th>
            </tr>
          </thead>
          <tbody>
            {page.nodes.map((entry) => {
              const { by, ground, ticket, amount } = certificateWords(entry)
              return (
                <tr key={entry.sequence}>
                  <th scope="row">
                    <Erased entry={entry} />
                    {amount !== '' && <span className="soft"> {amount}</span>}
                  </th>
                  <td data-label={t.erasure.erase.ground}>{ground}</td>
                  <td data-label={words.ticket}>
                    <bdi>{ticket || '–'}</bdi>
                  </td>
                  <td data-label={words.by}>
                    <bdi>{by}</bdi>
                  </td>
                  <td data-label={words.at}>{formats.dateTime(entry.at)}</td>
                  <td data-label={words.entry}>
                    <Button look="small" onClick={() => setOpened(entry)}>
                      {t.record.auditEntry(formats.count(Number(entry.sequence)))}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
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
    </section>
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
