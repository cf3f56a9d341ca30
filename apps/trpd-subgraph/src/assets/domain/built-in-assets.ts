import type { Decimal } from '../../foundation/domain/amount.ts'
import type { AddressFormat } from './address-format.ts'
import type { Asset } from './asset.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const TRON = 'tron:0x2b6653dc'

/** The maximum supply fixed by the ledger's rules. Other assets have no fixed maximum. */
const SUPPLIES: Readonly<Record<string, string>> = {
  btc: '21000000',
  ltc: '84000000',
  bch: '21000000',
  etc: '210700000',
  ada: '45000000000',
  xrp: '100000000000',
}

/**
 * The assets supported by every node. A token is listed once per ledger.
 *
 * Sources: SLIP-0044 registered coin types; CAIP-2 namespaces of ChainAgnostic; DTIF registry (BTC, ETH);
 * token contracts as published by Circle (USDC, EURC) and Tether (USDT).
 */
export const BUILT_IN_ASSETS: readonly Asset[] = [
  coin('btc', 'Bitcoin', 'BTC', 8, 0, 'bip122:000000000019d6689c085ae165831e93', 'BITCOIN', '4H95J0R2X'),
  coin('eth', 'Ether', 'ETH', 18, 60, 'eip155:1', 'EVM', 'X9J9K872S'),
  coin('sol', 'Solana', 'SOL', 9, 501, SOLANA, 'SOLANA'),
  coin('trx', 'TRON', 'TRX', 6, 195, TRON, 'TRON'),
  coin('ada', 'Cardano', 'ADA', 6, 1815, 'cip34:1-764824073', 'CARDANO'),
  coin('ltc', 'Litecoin', 'LTC', 8, 2, 'bip122:12a765e31ffd4059bada1e25190f6e98', 'LITECOIN'),
  coin('bch', 'Bitcoin Cash', 'BCH', 8, 145, 'bip122:000000000000000000651ef99cb9fcbe', 'BITCOIN_CASH'),
  coin('xrp', 'XRP', 'XRP', 6, 144, 'xrpl:0', 'XRPL'),
  coin('doge', 'Dogecoin', 'DOGE', 8, 3, 'bip122:1a91e3dace36e2be3bf030a65679fe82', 'DOGECOIN'),
  coin('etc', 'Ethereum Classic', 'ETC', 18, 61, 'eip155:61', 'EVM'),
  coin('dot', 'Polkadot', 'DOT', 10, 354, 'polkadot:91b171bb158e2d3848fa23a9f1c25182', 'POLKADOT'),
  coin('atom', 'Cosmos Hub', 'ATOM', 6, 118, 'cosmos:cosmoshub-4', 'COSMOS'),
  coin('xlm', 'Stellar', 'XLM', 7, 148, 'stellar:pubnet', 'STELLAR'),
  coin('xtz', 'Tezos', 'XTZ', 6, 1729, 'tezos:NetXdQprcVkpaWU', 'TEZOS'),
  token(
    'usdc-ethereum',
    'USD Coin on Ethereum',
    'USDC',
    'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    'EVM',
  ),
  token(
    'usdc-solana',
    'USD Coin on Solana',
    'USDC',
    `${SOLANA}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
    'SOLANA',
  ),
  token('usdc-base', 'USD Coin on Base', 'USDC', 'eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'EVM'),
  token(
    'eurc-ethereum',
    'EURC on Ethereum',
    'EURC',
    'eip155:1/erc20:0x1abaea1f7c830bd89acc67ec4af516284b1bc33c',
    'EVM',
  ),
  token(
    'usdt-ethereum',
    'Tether on Ethereum',
    'USDT',
    'eip155:1/erc20:0xdac17f958d2ee523a2206206994597c13d831ec7',
    'EVM',
  ),
  token('usdt-tron', 'Tether on TRON', 'USDT', `${TRON}/trc20:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`, 'TRON'),
]

function coin(
  id: string,
  name: string,
  symbol: string,
  decimals: number,
  number: number,
  chain: string,
  addressFormat: AddressFormat,
  dti?: string,
): Asset {
  const caip19 = `${chain}/slip44:${number}`
  return {
    id,
    name,
    symbol,
    decimals,
    slip0044: { number, symbol },
    caip19,
    addressFormat,
    ...(SUPPLIES[id] === undefined ? {} : { supplyMax: SUPPLIES[id] as Decimal }),
    ...(dti === undefined ? {} : { dti }),
  }
}

/** A stablecoin; all of these have six decimal places. */
function token(id: string, name: string, symbol: string, caip19: string, addressFormat: AddressFormat): Asset {
  return { id, name, symbol, decimals: 6, caip19, addressFormat }
}
