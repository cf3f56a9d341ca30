import { useEffect } from 'react'
import { useDashboard } from '../shell/dashboard-context.ts'
import { openRefresher } from './refresher.ts'

/**
 * Loads the transaction again when it was changed elsewhere: a change says only what the inbox shows.
 * `load` returns the version that it loaded, or `undefined` for what has another version than the transaction.
 */
export function useTransactionChanges(id: string, load: () => Promise<number | undefined>): void {
  const { feed } = useDashboard()
  useEffect(() => {
    const refresher = openRefresher(load)
    const stop = feed.listen({
      onChange: (row) => {
        if (row.id === id) refresher.refresh(row.version)
      },
      onGap: () => refresher.refresh(),
    })
    return () => {
      stop()
      refresher.close()
    }
  }, [feed, id, load])
}
