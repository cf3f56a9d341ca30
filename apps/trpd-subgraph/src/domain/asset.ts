/** One asset on one ledger. */
export interface Asset {
  /** Id in our registry, such as `btc` or `usdc-ethereum`. Never renamed. */
  readonly id: string
  readonly name: string
  /** For display. Several assets may share a symbol. */
  readonly symbol: string
  /** Decimal places: one whole unit is 10^decimals base units. */
  readonly decimals: number
  /** Digital token identifier, ISO 24165; absent unless verified. */
  readonly dti?: string
  /** Registered coin type; absent for tokens. */
  readonly slip0044?: { readonly number: number; readonly symbol: string }
  /** CAIP-19 asset id. */
  readonly caip19: string
}

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const TRON = 'tron:0x2b6653dc'

/**
 * The supported assets. A token is listed once per ledger.
 *
 * Sources: SLIP-0044 registered coin types; CAIP-2 namespaces of ChainAgnostic; DTIF registry (BTC,
 * ETH); token contracts as published by Circle (USDC, EURC) and Tether (USDT).
 */
const ASSETS: readonly Asset[] = [
  coin('btc', 'Bitcoin', 'BTC', 8, 0, 'bip122:000000000019d6689c085ae165831e93', '4H95J0R2X'),
  coin('eth', 'Ether', 'ETH', 18, 60, 'eip155:1', 'X9J9K872S'),
  coin('sol', 'Solana', 'SOL', 9, 501, SOLANA),
  coin('trx', 'TRON', 'TRX', 6, 195, TRON),
  coin('ada', 'Cardano', 'ADA', 6, 1815, 'cip34:1-764824073'),
  coin('ltc', 'Litecoin', 'LTC', 8, 2, 'bip122:12a765e31ffd4059bada1e25190f6e98'),
  coin('bch', 'Bitcoin Cash', 'BCH', 8, 145, 'bip122:000000000000000000651ef99cb9fcbe'),
  coin('xrp', 'XRP', 'XRP', 6, 144, 'xrpl:0'),
  coin('doge', 'Dogecoin', 'DOGE', 8, 3, 'bip122:1a91e3dace36e2be3bf030a65679fe82'),
  coin('etc', 'Ethereum Classic', 'ETC', 18, 61, 'eip155:61'),
  coin('dot', 'Polkadot', 'DOT', 10, 354, 'polkadot:91b171bb158e2d3848fa23a9f1c25182'),
  coin('atom', 'Cosmos Hub', 'ATOM', 6, 118, 'cosmos:cosmoshub-4'),
  coin('xlm', 'Stellar', 'XLM', 7, 148, 'stellar:pubnet'),
  coin('xtz', 'Tezos', 'XTZ', 6, 1729, 'tezos:NetXdQprcVkpaWU'),
  token(
    'usdc-ethereum',
    'USD Coin on Ethereum',
    'USDC',
    6,
    'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  ),
  token('usdc-solana', 'USD Coin on Solana', 'USDC', 6, `${SOLANA}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`),
  token('usdc-base', 'USD Coin on Base', 'USDC', 6, 'eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
  token('eurc-ethereum', 'EURC on Ethereum', 'EURC', 6, 'eip155:1/erc20:0x1abaea1f7c830bd89acc67ec4af516284b1bc33c'),
  token('usdt-ethereum', 'Tether on Ethereum', 'USDT', 6, 'eip155:1/erc20:0xdac17f958d2ee523a2206206994597c13d831ec7'),
  token('usdt-tron', 'Tether on TRON', 'USDT', 6, `${TRON}/trc20:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`),
]

const byId = new Map(ASSETS.map((asset) => [asset.id, asset]))
const byDti = new Map(ASSETS.flatMap((asset) => (asset.dti === undefined ? [] : [[asset.dti, asset]])))
const byCaip19 = new Map(ASSETS.map((asset) => [asset.caip19, asset]))
const coins = ASSETS.flatMap((asset) => (asset.slip0044 === undefined ? [] : [{ asset, ...asset.slip0044 }]))
const byCoinSymbol = new Map(coins.map(({ asset, symbol }) => [symbol, asset]))
const byCoinNumber = new Map(coins.map(({ asset, number }) => [String(number), asset]))

/** The asset with this id in our registry; undefined when unknown. */
export function assetById(id: string): Asset | undefined {
  return byId.get(id)
}

/** The asset with the digital token identifier `dti`; undefined when unknown. */
export function assetByDti(dti: string): Asset | undefined {
  return byDti.get(dti.toUpperCase())
}

/** The coin with this SLIP-0044 symbol (`BTC`) or number in digits (`0`). Never a token. */
export function assetBySlip0044(coin: string): Asset | undefined {
  return byCoinNumber.get(coin) ?? byCoinSymbol.get(coin.toUpperCase())
}

/** The asset with this CAIP-19 id. Case matters, except in Ethereum contract addresses. */
export function assetByCaip19(caip19: string): Asset | undefined {
  return byCaip19.get(caip19.startsWith('eip155:') ? caip19.toLowerCase() : caip19)
}

/** Every supported asset, in registry order. */
export function listAssets(): readonly Asset[] {
  return ASSETS
}

function coin(
  id: string,
  name: string,
  symbol: string,
  decimals: number,
  number: number,
  chain: string,
  dti?: string,
): Asset {
  const caip19 = `${chain}/slip44:${number}`
  return { id, name, symbol, decimals, slip0044: { number, symbol }, caip19, ...(dti === undefined ? {} : { dti }) }
}

function token(id: string, name: string, symbol: string, decimals: number, caip19: string): Asset {
  return { id, name, symbol, decimals, caip19 }
}
