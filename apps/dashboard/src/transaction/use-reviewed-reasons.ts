import { useQuery } from '@apollo/client/react'
import { type ReviewedReasonFragment, ReviewedReasonsDocument } from '../api/operations.generated.ts'

/**
 * The reviewed reasons that may be given, for a form that is shown once they are loaded: a field that
 * appears later moves the one that a person is typing in. Without them, a text of one's own remains.
 *
 * @returns `undefined` while they are loading.
 */
export function useReviewedReasons(isNeeded: boolean): readonly ReviewedReasonFragment[] | undefined {
  const { data, loading } = useQuery(ReviewedReasonsDocument, { skip: !isNeeded, fetchPolicy: 'network-only' })
  if (isNeeded && loading && data === undefined) return undefined
  return (data?.trpd?.counterpartyReasons ?? []).filter(({ retired }) => !retired)
}
