import type { Address } from '../../signatures/domain/address.ts'
import { parseAddress } from '../../signatures/domain/address.ts'
import type { Asset } from '../../signatures/domain/asset.ts'
import { CHALLENGE_CHARACTERS_MAX } from './challenge.ts'
import type { Proof } from './proof.ts'

/** The `asset` of a link. The key of a chain also signs for its tokens. */
type AoppAsset = 'btc' | 'eth'

const AOPP_ASSETS: Readonly<Record<Asset['family'], AoppAsset>> = { BITCOIN: 'btc', EVM: 'eth' }

const FORMATS = {
  btc: ['p2pkh', 'p2wpkh', 'p2sh', 'p2tr', 'any'],
  eth: ['standard'],
} as const satisfies Record<AoppAsset, readonly string[]>

export type AoppFormat = (typeof FORMATS)[AoppAsset][number]

export interface AoppRequest {
  readonly message: string
  readonly asset: AoppAsset
  readonly format: AoppFormat
  /** The URL to which the wallet posts the address and the signature. */
  readonly callback: string
}

/** Builds the link that a wallet opens. Source: AOPP 0, "URI". */
export function buildAoppUri({ message, asset, format, callback }: AoppRequest): string {
  const parameters = { v: '0', msg: message, asset, format, callback }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `aopp:?${query.join('&')}`
}

/** Parses the request of an AOPP link; `undefined` if a wallet would refuse it. */
export function parseAoppUri(uri: string): AoppRequest | undefined {
  if (!uri.startsWith('aopp:?')) return undefined
  const query = new URLSearchParams(uri.slice('aopp:?'.length))
  const message = query.get('msg') ?? ''
  const asset = query.get('asset')
  const callback = query.get('callback') ?? ''
  if (query.get('v') !== '0' || !/^[\x20-\x7e]+$/.test(message) || message.length > CHALLENGE_CHARACTERS_MAX)
    return undefined
  if (asset !== 'btc' && asset !== 'eth') return undefined
  const format = FORMATS[asset].find((candidate) => candidate === query.get('format'))
  if (!format || !/^https?:$/.test(URL.parse(callback)?.protocol ?? '')) return undefined
  return { message, asset, format, callback }
}

/** The AOPP format of an address type; `any` without a type, `undefined` if wallets support none. */
export function aoppFormatOf(asset: Asset, type: Address['type'] | undefined): AoppFormat | undefined {
  if (asset.family === 'EVM') return 'standard'
  switch (type) {
    case undefined:
      return 'any'
    case 'P2PKH':
      return 'p2pkh'
    case 'P2SH':
      return 'p2sh'
    case 'P2WPKH':
      return 'p2wpkh'
    // AOPP defines `p2tr`, but no wallet that implements AOPP supports it.
    case 'P2TR':
    case 'P2WSH':
    case 'EVM_ACCOUNT':
      return undefined
  }
}

/** The URL of the customer's page of a proof. `publicUrl` has no trailing slash. */
export function portalUrl(publicUrl: string, { token }: Pick<Proof, 'token'>): string {
  return `${publicUrl}/p/${token}`
}

/**
 * The link that opens a wallet with the request; `undefined` for addresses without an AOPP format.
 */
export function aoppUri(
  publicUrl: string,
  proof: Pick<Proof, 'token' | 'address' | 'challenge'>,
  asset: Asset,
): string | undefined {
  const address = proof.address === undefined ? undefined : parseAddress(asset, proof.address)
  const format = aoppFormatOf(asset, address?.ok ? address.value.type : undefined)
  if (!format) return undefined
  const callback = `${publicUrl}/proofs/${proof.token}`
  return buildAoppUri({ message: proof.challenge, asset: AOPP_ASSETS[asset.family], format, callback })
}
