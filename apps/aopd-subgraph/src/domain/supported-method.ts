import type { Address } from './address.ts'
import type { Asset } from './asset.ts'

export type SignatureScheme = 'BITCOIN_MESSAGE' | 'BIP_322_SIMPLE' | 'EIP_191'

/** One way in which the key of an address of an asset can prove itself here. */
export interface SupportedMethod {
  readonly asset: Asset['symbol']
  readonly method: 'SIGNATURE'
  readonly scheme: SignatureScheme
  readonly addressTypes: readonly Address['type'][]
}

export function supportedMethods(asset: Asset): readonly SupportedMethod[] {
  const { symbol } = asset
  switch (asset.family) {
    case 'BITCOIN':
      return [
        { asset: symbol, method: 'SIGNATURE', scheme: 'BITCOIN_MESSAGE', addressTypes: ['P2PKH', 'P2SH', 'P2WPKH'] },
        { asset: symbol, method: 'SIGNATURE', scheme: 'BIP_322_SIMPLE', addressTypes: ['P2WPKH', 'P2TR'] },
      ]
    case 'EVM':
      return [{ asset: symbol, method: 'SIGNATURE', scheme: 'EIP_191', addressTypes: ['EVM_ACCOUNT'] }]
  }
}
