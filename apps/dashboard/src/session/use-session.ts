import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session, SignedIn } from './session.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('there is no session around this component')
  return session
}

/** The signed-in person. Views are only shown to a signed-in person. */
export function useSignedIn(): SignedIn {
  const session = useSession()
  const state = useSyncExternalStore(session.subscribe, session.current)
  if (state.kind !== 'SIGNED_IN') throw new Error('this component needs a signed-in user')
  return state
}

/** True if the person has a scope, such as `trpd:write`. */
export function useScope(scope: string): boolean {
  return useSignedIn().caller.scopes.includes(scope)
}
