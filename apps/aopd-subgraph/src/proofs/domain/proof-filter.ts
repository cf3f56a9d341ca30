import { parseAddress } from '../../signatures/domain/address.ts'
import { BUILT_IN_ASSETS, type ProvableAssets } from '../../signatures/domain/asset.ts'
import type { Proof, ProofStatus } from './proof.ts'

/** A filter of proofs; all defined fields must match. */
export interface ProofFilter {
  /** Without duplicates. */
  readonly statuses: readonly ProofStatus[] | undefined
  /** The key of an asset; a key that no proof has matches nothing. */
  readonly asset: string | undefined
  /** Canonical. */
  readonly address: string | undefined
  readonly transactionId: string | undefined
  readonly addressBookEntryId: string | undefined
  /** True for at least one inconclusive attempt, false for none. */
  readonly inconclusive: boolean | undefined
}

export interface ProofFilterInput {
  readonly status?: readonly ProofStatus[] | null | undefined
  readonly asset?: string | null | undefined
  readonly address?: string | null | undefined
  readonly transactionId?: string | null | undefined
  readonly addressBookEntryId?: string | null | undefined
  readonly inconclusive?: boolean | null | undefined
}

/** Parses a client's filter. The address becomes canonical. */
export function parseProofFilter(input: ProofFilterInput | null | undefined, assets: ProvableAssets): ProofFilter {
  return {
    statuses: input?.status ? [...new Set(input.status)] : undefined,
    asset: storable(keyOf(input?.asset, assets)),
    address: canonicalAddress(storable(input?.address)),
    transactionId: storable(input?.transactionId),
    addressBookEntryId: storable(input?.addressBookEntryId),
    inconclusive: input?.inconclusive ?? undefined,
  }
}

export function matchesFilter(proof: Proof, filter: ProofFilter): boolean {
  return (
    (filter.statuses === undefined || filter.statuses.includes(proof.status)) &&
    (filter.asset === undefined || filter.asset === proof.asset) &&
    (filter.address === undefined || filter.address === proof.address) &&
    (filter.transactionId === undefined || filter.transactionId === proof.transactionId) &&
    (filter.addressBookEntryId === undefined || filter.addressBookEntryId === proof.addressBookEntryId) &&
    (filter.inconclusive === undefined || filter.inconclusive === proof.inconclusiveAttempts > 0)
  )
}

function keyOf(value: string | null | undefined, assets: ProvableAssets): string | undefined {
  if (value === null || value === undefined) return undefined
  const asset = assets.parse(value)
  return asset.ok ? asset.value.key : value
}

/** PostgreSQL cannot store NUL characters; their replacement matches no stored value. */
function storable(value: string | null | undefined): string | undefined {
  return value?.replaceAll('\0', '\ufffd')
}

function canonicalAddress(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  for (const asset of BUILT_IN_ASSETS) {
    const address = parseAddress(asset, value)
    if (address.ok) return address.value.canonical
  }
  return value.trim()
}
