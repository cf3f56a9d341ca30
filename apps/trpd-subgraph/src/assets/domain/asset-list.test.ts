import { describe, expect, it } from 'vitest'
import { parseAssetList } from './asset-list.ts'
import { BUILT_IN_ASSETS } from './built-in-assets.ts'

const polygon = {
  id: 'usdt-polygon',
  name: 'Tether on Polygon',
  symbol: 'USDT',
  decimals: 6,
  caip19: 'eip155:137/erc20:0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
  addressFormat: 'EVM',
}

function problemsOf(...items: unknown[]): readonly string[] {
  const parsed = parseAssetList(JSON.stringify(items))
  return parsed.ok ? [] : parsed.problems
}

describe("an operator's list of assets", () => {
  it("the assets of the operator's list are added to the built-in ones", () => {
    const dash = { ...polygon, id: 'dash', slip0044: { number: 5, symbol: 'DASH' }, caip19: 'bip122:d5/slip44:5' }
    const parsed = parseAssetList(JSON.stringify([polygon, { ...dash, dti: 'B000000B5', addressFormat: 'ANY' }]))
    expect(parsed.ok && parsed.assets.slice(BUILT_IN_ASSETS.length).map(({ id }) => id)).toEqual([
      'usdt-polygon',
      'dash',
    ])
    expect(parseAssetList('[]')).toEqual({ ok: true, assets: BUILT_IN_ASSETS })
  })

  it('a built-in asset without a DTI gets one from the list, and otherwise stays unchanged', () => {
    const parsed = parseAssetList('[{ "id": "usdc-ethereum", "dti": "B000000B5" }]')
    expect(parsed).toEqual({
      ok: true,
      assets: BUILT_IN_ASSETS.map((asset) => (asset.id === 'usdc-ethereum' ? { ...asset, dti: 'B000000B5' } : asset)),
    })
  })

  it.each([
    ['[0].dti of btc is known: 4H95J0R2X', { id: 'btc', dti: 'B000000B5' }],
    ['[0].dti already belongs to btc', { id: 'usdc-base', dti: '4H95J0R2X' }],
    ['[0].dti must be a digital token identifier (ISO 24165)', { id: 'usdc-base', dti: 'A' }],
    ['[0].id is not that of a built-in asset', { id: 'usdc', dti: 'B000000B5' }],
    ['[0].id is already in use: btc', { ...polygon, id: 'btc' }],
    ['[0].dti already belongs to btc', { ...polygon, dti: '4H95J0R2X' }],
    [
      '[0].caip19 already belongs to usdt-ethereum',
      { ...polygon, caip19: 'eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    ],
    ['[0].slip0044 already belongs to btc', { ...polygon, slip0044: { number: 0, symbol: 'XBT' } }],
    ['[0].slip0044 already belongs to btc', { ...polygon, slip0044: { number: 9_999, symbol: 'btc' } }],
  ])('%s', (problem, item) => {
    expect(problemsOf(item)).toEqual([problem])
  })

  it('every problem in the asset list is reported with the position of the asset and its field', () => {
    expect(problemsOf(polygon, 7, { ...polygon, decimals: 1.5, addressFormat: 'EVN', ticker: 'x' }, polygon)).toEqual([
      '[1] must be an object',
      '[2].decimals must be a whole number from 0 to 36',
      expect.stringMatching(/^\[2\]\.addressFormat must be one of BITCOIN, .*ANY$/),
      '[2].ticker is not a field of an asset',
      '[3].id is already in use: usdt-polygon',
    ])
  })

  it.each(['', '{', '{}', '"btc"'])('%j is not an asset list', (text) => {
    expect(parseAssetList(text)).toEqual({ ok: false, problems: ['must be a JSON array of assets'] })
  })
})
