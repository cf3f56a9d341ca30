import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { InboxFilterCountsDocument } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useSignedIn } from '../session/use-session.ts'
import { apiFilter, type InboxFilter, ME, NO_FILTER, NOBODY } from './list/inbox-filter.ts'

const EVERY_MS = 60_000

/** The number of a folder's transactions for each option of a filter. */
export interface FilterCounts {
  readonly awaiting?: number
  readonly held?: number
  readonly mine?: number
  readonly unassigned?: number
  readonly overdue?: number
  readonly urgent?: number
  readonly high?: number
}

/** Counted once a minute, in the folders that contain open transactions. */
export function useFilterCounts(folder: InboxFilter['folder']): FilterCounts {
  const me = useSignedIn().caller.subject
  const minute = Math.floor(useNow() / EVERY_MS)
  const variables = useMemo(() => {
    const reading = { me, at: new Date(minute * EVERY_MS) }
    const of = (choice: Partial<InboxFilter>) => apiFilter({ ...NO_FILTER, folder, ...choice }, reading)
    return {
      awaiting: of({ caseStatus: 'WAITING_FOR_DATA' }),
      held: of({ caseStatus: 'ON_HOLD' }),
      mine: of({ assignee: ME }),
      unassigned: of({ assignee: NOBODY }),
      overdue: of({ isOverdue: true }),
      urgent: of({ priority: 'URGENT' }),
      high: of({ priority: 'HIGH' }),
    }
  }, [folder, me, minute])
  const skip = folder === undefined || folder === 'ARCHIVE'
  const { data, previousData } = useQuery(InboxFilterCountsDocument, { variables, skip, fetchPolicy: 'network-only' })
  return skip ? {} : ((data ?? previousData)?.trpd ?? {})
}
