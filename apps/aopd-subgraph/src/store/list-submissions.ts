import type { Submission } from '../proofs/domain/proof.ts'
import { openProofs, type ProofReader } from './load-proof.ts'

/** A submission with the time of its verdict. */
export interface RecordedSubmission extends Submission {
  readonly submittedAt: Date
}

/**
 * All submissions of each proof, oldest first: at most `attemptsMax` + 20.
 *
 * Read from the versions of the proof: each submission is the first version with its number of attempts.
 */
export async function listSubmissions(
  reader: ProofReader,
  proofIds: readonly string[],
): Promise<RecordedSubmission[][]> {
  const rows = await reader.db
    .selectFrom('proofVersion')
    .selectAll()
    .distinctOn(['id', 'attempts'])
    .where('id', 'in', proofIds)
    .where('attempts', '>', 0)
    .orderBy('id')
    .orderBy('attempts')
    .orderBy('version')
    .execute()
  const byProof = Map.groupBy(await openProofs(reader, rows), ({ id }) => id)
  return proofIds.map((id) =>
    (byProof.get(id) ?? []).flatMap(({ submission, updatedAt }) =>
      submission === undefined ? [] : [{ ...submission, submittedAt: updatedAt }],
    ),
  )
}
