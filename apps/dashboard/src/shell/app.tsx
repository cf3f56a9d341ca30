import { Component, lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../language/language.tsx'
import type { PageSettings } from '../page-settings.ts'
import { useSession } from '../session/use-session.ts'
import { SignInView } from './sign-in-view.tsx'

const Dashboard = lazy(async () => ({ default: (await import('./dashboard.tsx')).Dashboard }))

/** The page: a sign-in, or the dashboard of the person who is signed in. */
export function App({ settings }: { readonly settings: PageSettings }) {
  const { t } = useLanguage()
  const session = useSession()
  const state = useSyncExternalStore(session.subscribe, session.current)
  // Loaded while the provider responds.
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

/** Appears after a moment, so that a fast page does not flicker. */
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

/** Shows a way out when a view throws, or when its file is gone after an update. */
class CrashGuard extends Component<{ readonly children: ReactNode }, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    return this.state.hasCrashed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const { t } = useLanguage()
  return (
    <main className="centred" role="alert">
      <h1>{t.app.crashed}</h1>
      <button type="button" className="button button-main" onClick={() => location.reload()}>
        {t.app.reload}
      </button>
    </main>
  )
}
