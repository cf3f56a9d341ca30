import { parseAddress } from './address.ts'
import { ASSETS } from './asset.ts'
import type { Proof, ProofStatus } from './proof.ts'

/** Which proofs are meant: all fields that are given must match. */
export interface ProofFilter {
  /** Without repeats. */
  readonly statuses: readonly ProofStatus[] | undefined
  /** Upper case. */
  readonly asset: string | undefined
  /** Canonical. */
  readonly address: string | undefined
  readonly transactionId: string | undefined
  readonly addressBookEntryId: string | undefined
}

export interface ProofFilterText {
  readonly status?: readonly ProofStatus[] | null | undefined
  readonly asset?: string | null | undefined
  readonly address?: string | null | undefined
  readonly transactionId?: string | null | undefined
  readonly addressBookEntryId?: string | null | undefined
}

/** A filter as clients write it; an address in any accepted spelling finds its canonical form. */
export function parseProofFilter(text: ProofFilterText | null | undefined): ProofFilter {
  return {
    statuses: text?.status ? [...new Set(text.status)] : undefined,
    asset: storableText(text?.asset?.trim().toUpperCase()),
    address: canonicalAddress(storableText(text?.address)),
    transactionId: storableText(text?.transactionId),
    addressBookEntryId: storableText(text?.addressBookEntryId),
  }
}

export function matchesFilter(proof: Proof, filter: ProofFilter): boolean {
  return (
    (filter.statuses === undefined || filter.statuses.includes(proof.status)) &&
    (filter.asset === undefined || filter.asset === proof.asset) &&
    (filter.address === undefined || filter.address === proof.address) &&
    (filter.transactionId === undefined || filter.transactionId === proof.transactionId) &&
    (filter.addressBookEntryId === undefined || filter.addressBookEntryId === proof.addressBookEntryId)
  )
}

/** PostgreSQL has no texts with a zero character: nothing that is stored matches its replacement. */
function storableText(text: string | null | undefined): string | undefined {
  return text?.replaceAll('\0', '\ufffd')
}

function canonicalAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  for (const asset of ASSETS) {
    const address = parseAddress(asset, text)
    if (address.ok) return address.value.canonical
  }
  return text.trim()
}
