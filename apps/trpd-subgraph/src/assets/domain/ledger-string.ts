import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { CHAIN_STRING_RULE, isChainString } from '../../foundation/domain/string-format.ts'
import { type AddressFormat, isAddress } from './address-format.ts'
import type { Asset } from './asset.ts'

/** The memo that an address of a ledger may carry; many custodians require one. */
export type MemoFormat = 'XRPL_DESTINATION_TAG' | 'STELLAR_MEMO' | 'COSMOS_MEMO'

/** The memo format of an asset; `undefined` when its addresses have none. */
export function memoFormatOf({ addressFormat }: Asset): MemoFormat | undefined {
  return MEMO_FORMATS[addressFormat]
}

const MEMO_FORMATS: Partial<Readonly<Record<AddressFormat, MemoFormat>>> = {
  XRPL: 'XRPL_DESTINATION_TAG',
  STELLAR: 'STELLAR_MEMO',
  COSMOS: 'COSMOS_MEMO',
}

/** How wallets append a memo, for which TRP has no field. */
const MEMO = /^(.+?)\?(?:memo|memoId|dt)=(.*)$/

/**
 * Checks that `text` can be a payment address of `asset`. A memo is appended as `?memo=…`, `?memoId=…` or
 * `?dt=…`.
 *
 * Refused with `ADDRESS_NOT_OF_ASSET` or `MEMO_NOT_OF_ASSET`.
 */
export function checkAddress(asset: Asset, text: string): Result<true> {
  if (!isChainString(text)) return refuse('ADDRESS_NOT_OF_ASSET', `address ${CHAIN_STRING_RULE}.`)
  const memoFormat = memoFormatOf(asset)
  const [, address = text, memo] = asset.addressFormat === 'ANY' ? [] : (MEMO.exec(text) ?? [])
  if (!isAddress(asset.addressFormat, address)) {
    return refuse('ADDRESS_NOT_OF_ASSET', `address is not an address of ${asset.name} (${asset.id}).`)
  }
  if (memo === undefined) return ok(true)
  if (memoFormat === undefined) {
    return refuse('MEMO_NOT_OF_ASSET', `Payments of ${asset.name} (${asset.id}) have no memo.`)
  }
  return MEMO_CHECKS[memoFormat](decodeMemo(memo))
    ? ok(true)
    : refuse('MEMO_NOT_OF_ASSET', `The memo is not valid for ${asset.name} (${asset.id}): ${MEMO_RULES[memoFormat]}.`)
}

/** True if a payment address carries a memo. */
export function hasMemo(text: string): boolean {
  return MEMO.test(text)
}

/** A payment address without its memo. */
export function withoutMemo(text: string): string {
  return MEMO.exec(text)?.[1] ?? text
}

/** Maximum length of a memo that validators of the Cosmos Hub accept by default. */
const COSMOS_MEMO_LENGTH_MAX = 512

const MEMO_RULES: Readonly<Record<MemoFormat, string>> = {
  XRPL_DESTINATION_TAG: 'a destination tag is a number from 0 to 4294967295',
  STELLAR_MEMO: 'a memo is an unsigned 64-bit number, or text of at most 28 bytes',
  COSMOS_MEMO: `a memo is text of at most ${COSMOS_MEMO_LENGTH_MAX} bytes`,
}

const MEMO_CHECKS: Readonly<Record<MemoFormat, (memo: string) => boolean>> = {
  XRPL_DESTINATION_TAG: (memo) => /^\d{1,10}$/.test(memo) && Number(memo) <= 0xffff_ffff,
  STELLAR_MEMO: (memo) => memo !== '' && Buffer.byteLength(memo) <= 28,
  COSMOS_MEMO: (memo) => memo !== '' && Buffer.byteLength(memo) <= COSMOS_MEMO_LENGTH_MAX,
}

/** The memo without percent-encoding; empty if the encoding is malformed. */
function decodeMemo(memo: string): string {
  try {
    return decodeURIComponent(memo)
  } catch {
    return ''
  }
}

/**
 * The normalized spelling of a Bitcoin or EVM address without its memo, used to compare addresses. Other
 * addresses have only one spelling.
 */
export function canonicalAddress(text: string): string {
  const address = withoutMemo(text.trim())
  return /^(?:0x|bc1)/i.test(address) ? address.toLowerCase() : address
}

/**
 * Checks that `text` can be a transaction hash on the ledger of `asset`.
 *
 * Refused with `TRANSACTION_HASH_NOT_OF_ASSET`.
 */
export function checkTxHash(asset: Asset, text: string): Result<true> {
  const { format, rule } = HASHES[asset.addressFormat] ?? HEX_32
  if (isChainString(text) && format(text)) return ok(true)
  const message = `The transaction hash is not one of ${asset.name} (${asset.id}): it ${rule}.`
  return refuse('TRANSACTION_HASH_NOT_OF_ASSET', message)
}

interface HashFormat {
  readonly format: (hash: string) => boolean
  /** A clause that completes a sentence after "it". */
  readonly rule: string
}

const HEX_32: HashFormat = {
  format: (hash) => /^[0-9a-f]{64}$/i.test(hash),
  rule: 'must have 64 hexadecimal digits',
}
const PREFIXED_HEX_32: HashFormat = {
  format: (hash) => /^(?:0x)?[0-9a-f]{64}$/i.test(hash),
  rule: 'must have 64 hexadecimal digits, with or without 0x',
}

/** Hashes that are not 32 bytes in hexadecimal. */
const HASHES: Partial<Readonly<Record<AddressFormat, HashFormat>>> = {
  EVM: PREFIXED_HEX_32,
  POLKADOT: PREFIXED_HEX_32,
  SOLANA: { format: isSolanaSignature, rule: 'must be the first signature: 64 bytes in base58' },
  TEZOS: { format: isTezosOperation, rule: 'must be an operation hash, which begins with o' },
  ANY: { format: () => true, rule: CHAIN_STRING_RULE },
}

function isSolanaSignature(hash: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(hash) && base58.decode(hash).length === 64
}

function isTezosOperation(hash: string): boolean {
  try {
    const bytes = createBase58check(sha256).decode(hash)
    return bytes.length === 34 && bytes[0] === 5 && bytes[1] === 116
  } catch {
    return false
  }
}
