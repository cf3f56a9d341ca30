import { print } from 'graphql/language/printer.js'
import { useEffect, useRef } from 'react'
import { ProofChangesDocument, type ProofRowFragment } from '../api/operations.generated.ts'
import { followChanges } from '../live/live-changes.ts'
import { useLive } from '../live/live-context.ts'
import { useSession } from '../session/use-session.ts'

/** Calls `onChange` for every change of a proof, and without an argument when changes may have been missed. */
export function useProofChanges(onChange: (proof?: ProofRowFragment) => void): void {
  const session = useSession()
  const { baseUrl } = useLive()
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const live = followChanges<ProofRowFragment>({
      url: `${baseUrl.replace(/^http/, 'ws')}/graphql-ws`,
      query: print(ProofChangesDocument),
      token: session.token,
      onChange: (proof) => latest.current(proof),
      onPhase: () => {},
      onGap: () => latest.current(),
    })
    const stop = session.subscribe(() => {
      const state = session.current()
      if (state.kind === 'SIGNED_IN' && !state.isExpired) live.renew()
    })
    return () => {
      stop()
      live.close()
    }
  }, [session, baseUrl])
}
