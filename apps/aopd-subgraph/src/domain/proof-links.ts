import { parseAddress } from './address.ts'
import { aoppFormatOf, buildAoppUri } from './aopp-uri.ts'
import { assetOf } from './asset.ts'
import type { Proof } from './proof.ts'

/** Where the customer reads what to sign. @param publicUrl without a slash at its end */
export function portalUrl(publicUrl: string, { token }: Pick<Proof, 'token'>): string {
  return `${publicUrl}/p/${token}`
}

/** The link that opens a wallet with the request; `undefined` for addresses that AOPP has no format for. */
export function aoppUri(
  publicUrl: string,
  proof: Pick<Proof, 'token' | 'asset' | 'address' | 'challenge'>,
): string | undefined {
  const asset = assetOf(proof.asset)
  const address = proof.address === undefined ? undefined : parseAddress(asset, proof.address)
  const format = aoppFormatOf(asset, address?.ok ? address.value.type : undefined)
  if (!format) return undefined
  const callback = `${publicUrl}/proofs/${proof.token}`
  return buildAoppUri({ message: proof.challenge, asset: asset.aoppAsset, format, callback })
}
