import { useSyncExternalStore } from 'react'

interface Store<State> {
  current(): State
  subscribe(listener: () => void): () => void
}

/** Returns the state of the store, and renders the component again when it changes. */
export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.current)
}
