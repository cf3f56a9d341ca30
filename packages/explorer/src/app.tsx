import { type ComponentType, useEffect, useState } from 'react'
import icon from './favicon.svg'
import type { PageSettings } from './session/page-settings.ts'
import type { Session, SessionState, SignedIn } from './session/session.ts'
import { NoticeBar, StartScreen } from './start-screen.tsx'
import { useStore } from './use-store.ts'
import type { WorkbenchProps } from './workbench.tsx'

interface AppProps {
  readonly settings: PageSettings
  readonly session: Session
}

export function App({ settings, session }: AppProps) {
  const state = useStore(session)
  return (
    <div className="page">
      <TopBar session={session} state={state} canSignIn={settings.signIn !== undefined} />
      {state.kind === 'SIGNED_IN' && state.notice && <NoticeBar notice={state.notice} />}
      <main className="content">
        {state.kind === 'SIGNED_IN' && <LazyWorkbench settings={settings} session={session} />}
        {state.kind === 'SIGNED_OUT' && <StartScreen settings={settings} session={session} notice={state.notice} />}
        {state.kind === 'WORKING' && <Waiting message={state.message} />}
      </main>
    </div>
  )
}

/** Loads the editor, by far the largest file, only after sign-in. */
function LazyWorkbench({ settings, session }: AppProps) {
  const [Workbench, setWorkbench] = useState<ComponentType<WorkbenchProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    import('./workbench.tsx').then(
      (module) => setWorkbench(() => module.Workbench),
      () => setHasFailed(true),
    )
  }, [])
  const tokenOf = () => {
    const state = session.current()
    return state.kind === 'SIGNED_IN' ? state.token : undefined
  }
  if (Workbench !== undefined) return <Workbench settings={settings} session={session} tokenOf={tokenOf} />
  if (!hasFailed) return <Waiting message="Loading the editor …" />
  return (
    <div className="waiting" role="alert">
      <p>The editor could not be loaded. The gateway may have been updated.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </div>
  )
}

function Waiting({ message }: { readonly message: string }) {
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {message}
    </div>
  )
}

interface TopBarProps {
  readonly session: Session
  readonly state: SessionState
  readonly canSignIn: boolean
}

/** The title, the signed-in person, and when the session ends. */
function TopBar({ session, state, canSignIn }: TopBarProps) {
  return (
    <header className="bar">
      <h1 className="brand">
        <img src={icon} alt="" width="24" height="24" />
        Travel Rule API <span className="brand-part">explorer</span>
      </h1>
      {state.kind === 'SIGNED_IN' && <Account session={session} state={state} canSignIn={canSignIn} />}
    </header>
  )
}

function Account({ session, state, canSignIn }: TopBarProps & { readonly state: SignedIn }) {
  const { caller, by, isExpired } = state
  if (by === 'OPEN') return <p className="account">This gateway requires no token: you have every scope.</p>
  return (
    <section className="account" aria-label="Signed in">
      <div className="who">
        <span className="name">{caller.name || 'Unnamed'}</span>
        <ul className="roles" aria-label="Roles">
          {caller.roles.map((role) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      </div>
      <span className={isExpired ? 'expiry expiry-ended' : 'expiry'}>{expiryOf(state)}</span>
      {isExpired && canSignIn && (
        <button type="button" className="button button-main" onClick={() => void session.signIn()}>
          Sign in again
        </button>
      )}
      <button type="button" className="button" onClick={() => void session.signOut()}>
        {by === 'PASTED' ? 'Remove token' : 'Sign out'}
      </button>
    </section>
  )
}

function expiryOf({ expiresAtMs, isRenewable, isExpired }: SignedIn): string {
  if (isExpired) return 'expired'
  const time = new Date(expiresAtMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return isRenewable ? `until ${time}, renewed automatically` : `until ${time}`
}
