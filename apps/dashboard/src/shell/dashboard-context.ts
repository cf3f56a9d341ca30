import { createContext, useContext } from 'react'
import type { InboxStore } from '../inbox/inbox-store.ts'
import type { ChangeFeed } from '../live/change-feed.ts'

/** Objects that live as long as the person is signed in. */
export interface DashboardParts {
  /** The gateway's public URL. */
  readonly baseUrl: string
  readonly feed: ChangeFeed
  /** The last shown list, so that it is unchanged after navigating back. */
  readonly inbox: { store?: InboxStore; scrollOffset?: number; focusedId?: string; wasOpened?: boolean }
}

export const DashboardContext = createContext<DashboardParts | undefined>(undefined)

export function useDashboard(): DashboardParts {
  const parts = useContext(DashboardContext)
  if (parts === undefined) throw new Error('there is no dashboard around this component')
  return parts
}
