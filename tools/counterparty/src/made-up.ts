import { randomBytes } from 'node:crypto'
import { encodeBase58check } from './base58check.ts'
import type { TrpAsset } from './inquiry-body.ts'

const BITCOIN_DTI = '4H95J0R2X'

/** A blockchain address in the asset's format that belongs to nobody: Bitcoin P2PKH, else twenty bytes in hex. */
export function makeUpAddress(asset: TrpAsset): string {
  if (!isBitcoin(asset)) return `0x${randomBytes(20).toString('hex')}`
  return encodeBase58check(Buffer.concat([Buffer.of(0), randomBytes(20)]))
}

/** A transaction hash that is on no chain. */
export function makeUpTxid(asset: TrpAsset): string {
  return `${isBitcoin(asset) ? '' : '0x'}${randomBytes(32).toString('hex')}`
}

/** `BTC` by its DTI, any other nine capitals or digits as a DTI, everything else as a SLIP-0044 symbol. */
export function assetOfSymbol(symbol: string): TrpAsset {
  if (symbol === 'BTC') return { dti: BITCOIN_DTI }
  return /^[A-Z0-9]{9}$/.test(symbol) ? { dti: symbol } : { slip0044: symbol }
}

function isBitcoin(asset: TrpAsset): boolean {
  return 'dti' in asset ? asset.dti === BITCOIN_DTI : asset.slip0044 === 0 || asset.slip0044 === 'BTC'
}
