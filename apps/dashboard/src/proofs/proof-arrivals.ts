import type { ProofRowFragment, ProofStatus } from '../api/operations.generated.ts'

type ListedProof = Pick<ProofRowFragment, 'id' | 'status' | 'createdAt'>

interface ListedProofs {
  /** Newest first, as they are shown. */
  readonly rows: readonly ListedProof[]
  /** Whether older ones are not loaded yet. */
  readonly hasMore: boolean
  /** The status of the filter. */
  readonly status: ProofStatus | undefined
}

/** Those of the changed proofs that belong into the loaded part of the list and are not in it. */
export function proofArrivals<Proof extends ListedProof>(
  changed: Iterable<Proof>,
  { rows, hasMore, status }: ListedProofs,
): readonly Proof[] {
  const listed = new Set(rows.map(({ id }) => id))
  const oldest = rows.at(-1)
  return [...changed].filter(
    (proof) =>
      !listed.has(proof.id) &&
      (status === undefined || proof.status === status) &&
      // An older one arrives with its page.
      !(hasMore && oldest && Date.parse(proof.createdAt) < Date.parse(oldest.createdAt)),
  )
}
