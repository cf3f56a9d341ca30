import type { ProofRowFragment, ProofStatus } from '../api/operations.generated.ts'

type ListedProof = Pick<ProofRowFragment, 'id' | 'status' | 'createdAt'>

interface ListedProofs {
  /** Proofs as shown, newest first. */
  readonly rows: readonly ListedProof[]
  /** True if older proofs are not loaded yet. */
  readonly hasMore: boolean
  /** The status of the filter. */
  readonly status: ProofStatus | undefined
}

/** The changed proofs that belong to the loaded part of the list but are missing there. */
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
      // An older proof arrives with its page.
      !(hasMore && oldest && Date.parse(proof.createdAt) < Date.parse(oldest.createdAt)),
  )
}
