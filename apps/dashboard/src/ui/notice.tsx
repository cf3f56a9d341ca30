import type { ReactNode } from 'react'
import { type ApiProblem, isTokenRefusal, isUnreachable } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from './button.tsx'
import { ServiceText } from './service-text.tsx'

interface NoticeProps {
  readonly tone: 'problem' | 'news' | 'good'
  readonly children: ReactNode
}

/** A message that a screen reader announces. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

interface ProblemNoticeProps {
  /** True if the page has no other content; the title is then its heading. */
  readonly isPage?: boolean
  readonly problem: ApiProblem
  readonly title: string
  readonly onRetry?: () => void
}

/** What failed, the API's reason, and its code for a report. */
export function ProblemNotice({ isPage = false, problem, title, onRetry }: ProblemNoticeProps) {
  const { t } = useLanguage()
  const session = useSession()
  const hasEnded = isTokenRefusal(problem)
  return (
    <Notice tone="problem">
      {isPage ? <h1 className="notice-title">{title}</h1> : <p className="notice-title">{title}</p>}
      <p>
        <ProblemText problem={problem} />
      </p>
      {problem.code !== undefined && <p className="soft">{t.problems.code(problem.code)}</p>}
      {/* In a dialog, the notice at the top of the page is unreachable. */}
      {hasEnded && (
        <Button look="main" onClick={() => void session.signIn()}>
          {t.signIn.again}
        </Button>
      )}
      {onRetry && !hasEnded && <Button onClick={onRetry}>{t.problems.retry}</Button>}
    </Notice>
  )
}

const CONFLICTS = new Set(['TRANSACTION_WRONG_STATUS', 'TRANSACTION_EXPIRED', 'CASE_VERSION_CONFLICT', 'CASE_TAKEN'])

/** The message in the person's language if the code is sufficient, otherwise the API's message. */
export function ProblemText({ problem }: { readonly problem: ApiProblem }) {
  const { t } = useLanguage()
  const { code, message } = problem
  const words = wordsFor(problem, t)
  // The message names who was first, or the roles that have the permission.
  const isBoth = code === 'FORBIDDEN' || CONFLICTS.has(code ?? '')
  return (
    <>
      {words ?? (message === '' && t.problems.other)}
      {(words === undefined || isBoth) && message !== '' && (
        <>
          {' '}
          <ServiceText text={message} />
        </>
      )}
    </>
  )
}

function wordsFor(problem: ApiProblem, { problems }: Messages): string | undefined {
  const { code } = problem
  if (code === undefined || isUnreachable(problem)) return problems.unreachable
  if (isTokenRefusal(problem)) return problems.UNAUTHENTICATED
  if (CONFLICTS.has(code)) return problems.conflict
  const known = Object.hasOwn(problems, code) ? (problems as Readonly<Record<string, unknown>>)[code] : undefined
  return typeof known === 'string' ? known : undefined
}
