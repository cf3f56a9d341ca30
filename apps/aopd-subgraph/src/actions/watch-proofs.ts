import type { Feed } from '@travel-rule/database/feed'
import type { Proof } from '../domain/proof.ts'
import { matchesFilter, type ProofFilter } from '../domain/proof-filter.ts'
import { loadProofVersion, type ProofReader } from '../store/load-proof.ts'
import { PROOF_SUBJECT } from '../store/save-proof.ts'

/**
 * The proofs that change after this call resolves, each as it was right after its change, in commit order. Ends with `signal`.
 */
export async function watchProofs(
  reader: ProofReader,
  options: { readonly feed: Feed; readonly filter: ProofFilter; readonly signal: AbortSignal },
): Promise<AsyncGenerator<Proof, void>> {
  const after = await options.feed.head()
  return follow(reader, { ...options, after })
}

async function* follow(
  reader: ProofReader,
  options: { readonly feed: Feed; readonly filter: ProofFilter; readonly signal: AbortSignal; readonly after: bigint },
): AsyncGenerator<Proof, void> {
  const { feed, filter, after, signal } = options
  for await (const { subject, detail } of feed.follow({ after, signal })) {
    if (subject.type !== PROOF_SUBJECT || typeof detail.version !== 'number') continue
    const proof = await loadProofVersion(reader, { id: subject.id, version: detail.version })
    if (proof && matchesFilter(proof, filter)) yield proof
  }
}
