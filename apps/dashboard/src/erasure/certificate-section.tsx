import { useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { AuditPageDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { EntryDialog } from '../audit/entry-dialog.tsx'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { useCertificateWords } from './certificate-words.ts'

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
  const { data, error, refetch } = useQuery(AuditPageDocument, {
    variables: { filter, first: 1, after: null },
    fetchPolicy: 'no-cache',
    pollInterval: EVERY_MS,
    skipPollAttempt: () => isFound.current,
    skip: !mayAudit,
  })
  const entry = data?.autod?.auditLogs?.nodes[0]
  isFound.current = entry !== undefined
  const words = t.erasure.certificate
  if (!mayAudit) return null
  const certificate = entry && certificateWords(entry)
  return (
    <section className="card" aria-labelledby="certificate">
      <h2 id="certificate">{words.title}</h2>
      {error && !entry && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
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
    </section>
  )
}
