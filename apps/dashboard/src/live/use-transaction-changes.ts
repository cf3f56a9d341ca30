import { useEffect } from 'react'
import { useLive } from './live-context.ts'
import { openRefresher } from './refresher.ts'

/**
 * Reloads the transaction when it was changed elsewhere, since a change contains only what the inbox shows. `load`
 * returns the loaded version, or `undefined` for data whose version is not the transaction's.
 */
export function useTransactionChanges(id: string, load: () => Promise<number | undefined>): void {
  const { feed } = useLive()
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
