import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { AuditPageDocument, VerifyAuditLogDocument } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { nextOf, openVerification, type Verification, withPart } from './verification.ts'
import { VerificationPicture } from './verification-picture.tsx'

/** Number of entries that one call verifies. */
const PART_ENTRIES = 10_000

/** Verifies the hash chain part by part, and shows the progress and the breaks. */
export function VerificationSection() {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const [verification, setVerification] = useState<Verification>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [isWorking, setWorking] = useState(false)
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])
  const words = t.audit.verification

  async function verify(before: Verification | undefined): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    run.current = controller
    setProblem(undefined)
    setWorking(true)
    try {
      let current = before ?? openVerification(1, await endOfLog())
      while (!signal.aborted) {
        setVerification(current)
        if (current.isComplete) break
        const { data } = await client.query({
          query: VerifyAuditLogDocument,
          variables: { from: String(nextOf(current)), to: String(current.end), first: PART_ENTRIES },
          fetchPolicy: 'no-cache',
        })
        const part = data?.autod?.verifyAuditLog
        if (!part) throw new Error('the response has no report')
        current = withPart(current, part)
      }
    } catch (error) {
      if (!signal.aborted) setProblem(apiProblem(error))
    }
    setWorking(false)
  }

  async function endOfLog(): Promise<number> {
    const variables = { filter: {}, first: 1 }
    const { data } = await client.query({ query: AuditPageDocument, variables, fetchPolicy: 'no-cache' })
    const page = data?.autod?.auditLogs
    if (!page) throw new Error('the response has no page')
    return Number(page.nodes[0]?.sequence ?? 0)
  }

  const isDone = verification?.isComplete === true
  const isHalf = verification !== undefined && !isDone
  return (
    <section className="card panel" aria-labelledby="verification">
      <div className="card-head">
        <h2 id="verification">{words.title}</h2>
        <div className="action-buttons">
          {isWorking && <Button onClick={() => run.current?.abort()}>{words.stop}</Button>}
          {!isWorking && (
            <Button onClick={() => void verify(isHalf ? verification : undefined)}>
              {isHalf ? words.continue : words.start}
            </Button>
          )}
        </div>
      </div>
      <p className="soft">{words.intro}</p>
      {verification && <VerificationPicture verification={verification} />}
      <div role="status">
        {isWorking && verification && (
          <p className="soft">
            {words.progress(formats.count(nextOf(verification) - 1), formats.count(verification.end))}
          </p>
        )}
        {isDone && verification.problems.length === 0 && (
          <Notice tone="good">{words.allIntact(formats.count(nextOf(verification) - 1))}</Notice>
        )}
      </div>
      {verification && verification.problems.length > 0 && (
        <div className="notice notice-problem" role="alert">
          <p className="notice-title">{words.found}</p>
          <ul>
            {verification.problems.map(({ kind, sequence, message }) => (
              <li key={`${kind} ${sequence}`}>
                {words.entry(sequence)}: <ServiceText text={message} /> <code>{kind}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isDone && verification.checkpoint === undefined && <p className="soft">{words.unsigned}</p>}
      {verification?.checkpoint && (
        <p className="soft">
          {words.checkpoint(
            formats.count(Number(verification.checkpoint.sequence)),
            formats.dateTime(verification.checkpoint.at),
          )}{' '}
          <code>{verification.checkpoint.keyId}</code>
        </p>
      )}
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
    </section>
  )
}
