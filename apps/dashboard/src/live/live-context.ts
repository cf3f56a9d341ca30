import { createContext, useContext } from 'react'
import type { ChangeFeed } from './change-feed.ts'

/** The gateway's live updates, as long as the person is signed in. */
export interface Live {
  /** The gateway's public URL. */
  readonly baseUrl: string
  readonly feed: ChangeFeed
}

export const LiveContext = createContext<Live | undefined>(undefined)

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (live === undefined) throw new Error('LiveContext has no provider')
  return live
}
