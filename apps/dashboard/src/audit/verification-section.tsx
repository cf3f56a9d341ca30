import { useEffect, useRef, useState } from 'react'
import { AuditPageDocument, VerifyAuditLogDocument } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { nextOf, openVerification, type Verification, withPart } from './verification.ts'

/** Number of entries that one call verifies. */
const PART_ENTRIES = 10_000

/** Verifies the hash chain part by part, and shows the progress and the breaks. */
export function VerificationSection() {
  const { t, formats } = useLanguage()
  const api = useApi()
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
        const data = await api.load(VerifyAuditLogDocument, {
          from: String(nextOf(current)),
          to: String(current.end),
          first: PART_ENTRIES,
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
    const data = await api.load(AuditPageDocument, { filter: {}, first: 1 })
    const page = data?.autod?.auditLogs
    if (!page) throw new Error('the response has no page')
    return Number(page.nodes[0]?.sequence ?? 0)
  }

  const isDone = verification?.isComplete === true
  const isHalf = verification !== undefined && !isDone
  return (
    <Card
      id="verification"
      title={words.title}
      buttons={
        <div className="action-buttons">
          {isWorking && <Button onClick={() => run.current?.abort()}>{words.stop}</Button>}
          {!isWorking && (
            <Button onClick={() => void verify(isHalf ? verification : undefined)}>
              {isHalf ? words.continue : words.start}
            </Button>
          )}
        </div>
      }
    >
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
    </Card>
  )
}

const WIDTH = 1_000
/** Minimum visible width of a segment. */
const WIDTH_MIN = 3
const MARK = 7

/** The log as a bar from its first to its last entry: verified, broken, unverified, and signed. */
function VerificationPicture({ verification }: { readonly verification: Verification }) {
  const { t, formats } = useLanguage()
  const { from, end, segments, problems, checkpoint } = verification
  const entries = Math.max(1, end - from + 1)
  const place = (sequence: number) => (Math.min(Math.max(sequence - from, 0), entries) / entries) * WIDTH
  const words = t.audit.verification
  const signed = checkpoint === undefined ? undefined : Number(checkpoint.sequence)
  return (
    <figure className="chain">
      <svg viewBox={`0 0 ${WIDTH} 60`} preserveAspectRatio="none" className="chain-bar" aria-hidden="true">
        <rect className="chain-rest" x={0} y={16} width={WIDTH} height={28} rx={6} />
        {segments.map((segment) => (
          <rect
            key={segment.from}
            className={segment.isIntact ? 'chain-intact' : 'chain-broken'}
            x={place(segment.from)}
            y={16}
            width={Math.max(WIDTH_MIN, place(segment.to + 1) - place(segment.from))}
            height={28}
          />
        ))}
        {problems.map(({ kind, sequence }) => (
          <path
            key={`${kind} ${sequence}`}
            className="chain-mark"
            d={`M ${place(Number(sequence)) - MARK} 2 h ${MARK * 2} L ${place(Number(sequence))} 16 V 44 Z`}
          />
        ))}
        {signed !== undefined && signed >= from && (
          <path className="chain-signed" d={`M ${place(signed + 1)} 10 V 58 m ${-MARK} 0 h ${MARK * 2}`} />
        )}
      </svg>
      <figcaption className="chain-legend">
        <span dir="ltr">
          {formats.count(from)} – {formats.count(end)}
        </span>
        <span className="chain-key chain-key-intact">{words.intact}</span>
        <span className="chain-key chain-key-broken">{words.broken}</span>
        <span className="chain-key">{words.rest}</span>
        {signed !== undefined && (
          <span className="chain-key chain-key-signed">{words.signed(formats.count(signed))}</span>
        )}
      </figcaption>
    </figure>
  )
}
