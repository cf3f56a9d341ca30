import { useQuery } from '@apollo/client/react'
import { type ReviewedReasonFragment, ReviewedReasonsDocument } from '../api/operations.generated.ts'

/**
 * The reviewed reasons that can be chosen. Render the form once they are loaded, since a field that appears later would
 * move the one in which the person is typing. If loading fails, the list is empty.
 *
 * @returns `undefined` while they are loading.
 */
export function useReviewedReasons(isNeeded: boolean): readonly ReviewedReasonFragment[] | undefined {
  const { data, loading } = useQuery(ReviewedReasonsDocument, { skip: !isNeeded, fetchPolicy: 'network-only' })
  if (isNeeded && loading && data === undefined) return undefined
  return (data?.trpd?.counterpartyReasons ?? []).filter(({ retired }) => !retired)
}
