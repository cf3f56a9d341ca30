import { type RecordedEvent, type RecordFollowOptions, recordFollower } from '@travel-rule/database/feed-records'
import type { Proof } from '../domain/proof.ts'
import { matchesFilter, type ProofFilter } from '../domain/proof-filter.ts'
import { loadProofVersion, type ProofReader } from '../store/load-proof.ts'
import { PROOF_SUBJECT } from '../store/save-proof.ts'

/**
 * The changes of matching proofs after a position, in commit order, each with the proof in the state right after it.
 *
 * Ends with `signal`; throws when it cannot continue.
 */
export async function* watchProofs(
  options: RecordFollowOptions<ProofReader> & { readonly filter: ProofFilter },
): AsyncGenerator<RecordedEvent<Proof>, void> {
  for await (const change of followProofs(options)) {
    if (matchesFilter(change.record, options.filter)) yield change
  }
}

const followProofs = recordFollower(async (reader: ProofReader, { subject, detail: { version } }) => {
  if (subject.type !== PROOF_SUBJECT || typeof version !== 'number') return undefined
  return loadProofVersion(reader, { id: subject.id, version })
})
