import icon from './favicon.svg'
import type { Session, SessionState, SignedIn } from './session/session.ts'

interface TopBarProps {
  readonly session: Session
  readonly state: SessionState
  readonly canSignIn: boolean
}

/** The name of the page, and the signed-in user with roles and expiry. */
export function TopBar({ session, state, canSignIn }: TopBarProps) {
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
      <span className={isExpired ? 'expiry expiry-ended' : 'expiry'}>{expiryText(state)}</span>
      {isExpired && canSignIn && (
        <button type="button" className="button button-main" onClick={() => void session.signIn()}>
          Sign in again
        </button>
      )}
      <button type="button" className="button" onClick={() => void session.signOut()}>
        {by === 'PASTED' ? 'Forget token' : 'Sign out'}
      </button>
    </section>
  )
}

function expiryText({ expiresAtMs, isRenewable, isExpired }: SignedIn): string {
  if (isExpired) return 'expired'
  const time = new Date(expiresAtMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return isRenewable ? `until ${time}, renewed automatically` : `until ${time}`
}
