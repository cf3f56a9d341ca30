import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import icon from '../favicon.svg'
import { useLanguage } from '../language/language.tsx'
import type { PageSettings } from '../session/page-settings.ts'
import type { SignInProblem } from '../session/sign-in-problem.ts'
import { useSession } from '../session/use-session.ts'
import { Notice } from '../ui/notice.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { LanguageField } from './language-field.tsx'

const Dashboard = lazy(async () => ({ default: (await import('./dashboard.tsx')).Dashboard }))

/** The page: a sign-in, or the dashboard of the signed-in person. */
export function App({ settings }: { readonly settings: PageSettings }) {
  const { t } = useLanguage()
  const session = useSession()
  const state = useSyncExternalStore(session.subscribe, session.current)
  // Loaded while waiting for the provider's response.
  useEffect(() => void import('./dashboard.tsx').catch(() => {}), [])
  if (state.kind === 'SIGNED_OUT') return <SignInView notice={state.notice} />
  if (state.kind === 'WORKING') return <Waiting text={t.signIn.opening} />
  return (
    <CrashGuard>
      <Suspense fallback={<Waiting text={t.app.loading} />}>
        <Dashboard settings={settings} />
      </Suspense>
    </CrashGuard>
  )
}

const DELAY_MS = 300

/** Shown with a delay, so that a fast page does not flicker. */
function Waiting({ text }: { readonly text: string }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="centred">
      <p role="status">{isLong && text}</p>
    </main>
  )
}

/** The page for a person who is not signed in. */
function SignInView({ notice }: { readonly notice: SignInProblem | 'LEFT' | undefined }) {
  const { t } = useLanguage()
  const session = useSession()
  return (
    <main className="centred">
      <div className="card sign-in">
        <img src={icon} alt="" width="48" height="48" />
        <h1>{t.signIn.title}</h1>
        <p>{t.signIn.intro}</p>
        {notice === 'LEFT' && <Notice tone="news">{t.signIn.left}</Notice>}
        {notice !== undefined && notice !== 'LEFT' && <Notice tone="problem">{t.signIn.problems[notice]}</Notice>}
        <button type="button" className="button button-main button-wide" onClick={() => void session.signIn()}>
          {t.signIn.button}
        </button>
        <LanguageField isInline />
      </div>
    </main>
  )
}
