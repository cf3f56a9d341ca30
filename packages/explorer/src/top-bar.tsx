import icon from './favicon.svg'
import type { Session, SessionState, SignedIn } from './session/session.ts'

interface TopBarProps {
  readonly session: Session
  readonly state: SessionState
  readonly canSignIn: boolean
}

/** What this is, who is signed in as what, and until when. */
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
  const { caller, by, hasEnded } = state
  if (by === 'OPEN') return <p className="account">This gateway asks for no token: you have every scope.</p>
  return (
    <section className="account" aria-label="Signed in">
      <div className="who">
        <span className="name">{caller.name || 'Nameless'}</span>
        <ul className="roles" aria-label="Roles">
          {caller.roles.map((role) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      </div>
      <span className={hasEnded ? 'expiry expiry-ended' : 'expiry'}>{expiryText(state)}</span>
      {hasEnded && canSignIn && (
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

function expiryText({ endsAtMs, isRenewable, hasEnded }: SignedIn): string {
  if (hasEnded) return 'ended'
  const time = new Date(endsAtMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return isRenewable ? `until ${time}, renewed automatically` : `until ${time}`
}
