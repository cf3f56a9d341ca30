import { useSyncExternalStore } from 'react'

interface Store<State> {
  current(): State
  subscribe(listener: () => void): () => void
}

/** The state of the store; the component renders again when it changes. */
export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.current)
}
