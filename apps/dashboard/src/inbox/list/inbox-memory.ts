import { createContext, useContext } from 'react'
import type { InboxStore } from './inbox-store.ts'

/** The last shown list, so that it is unchanged after navigating back. */
export interface InboxMemory {
  store?: InboxStore
  scrollOffset?: number
  focusedId?: string
  wasOpened?: boolean
}

export const InboxMemoryContext = createContext<InboxMemory | undefined>(undefined)

export function useInboxMemory(): InboxMemory {
  const memory = useContext(InboxMemoryContext)
  if (memory === undefined) throw new Error('InboxMemoryContext has no provider')
  return memory
}
