import { useSyncExternalStore } from 'react'

interface Store<State> {
  current(): State
  subscribe(listener: () => void): () => void
}

/** What the store holds now; the component is drawn again with every change. */
export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.current)
}
