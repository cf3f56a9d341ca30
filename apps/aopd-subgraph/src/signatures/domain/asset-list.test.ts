import { expect, it } from 'vitest'
import { openProvableAssets } from './asset.ts'
import { parseAssetList } from './asset-list.ts'

const polygon = { id: 'usdt-polygon', name: 'Tether on Polygon', symbol: 'USDT', decimals: 6, addressFormat: 'EVM' }

it("an asset in trpd's list is provable if its addresses are", () => {
  const dash = { ...polygon, id: 'dash', name: 'Dash', symbol: 'DASH', addressFormat: 'ANY' }
  const parsed = parseAssetList(JSON.stringify([polygon, dash]))
  const assets = openProvableAssets(parsed.ok ? parsed.assets : [])
  expect(assets.parse(' USDT-Polygon ')).toMatchObject({ ok: true, value: { key: 'usdt-polygon', family: 'EVM' } })
  expect(assets.parse('dash')).toMatchObject({ ok: false, refusal: { code: 'ASSET_UNSUPPORTED' } })
})

it("a DTI in trpd's list leaves the built-in assets unchanged", () => {
  expect(parseAssetList('[{ "id": "usdc-ethereum", "dti": "B000000B5" }]')).toEqual(parseAssetList('[]'))
})

it.each([
  ['usdt', 'USDT'],
  ['usdt-ethereum', 'USDT'],
  ['usdc-base', 'USDC'],
  ['btc', 'BTC'],
])('the id or symbol %s of a built-in asset means %s', (value, key) => {
  expect(openProvableAssets().parse(value)).toMatchObject({ ok: true, value: { key } })
})

it('every problem in the asset list is reported with its position', () => {
  const items = [polygon, 7, { ...polygon, name: ' ' }, polygon, { ...polygon, id: 'USDC' }]
  expect(parseAssetList(JSON.stringify(items))).toEqual({
    ok: false,
    problems: [
      '[1] must have an id, a name, a symbol and an addressFormat',
      '[2] must have an id, a name, a symbol and an addressFormat',
      '[3].id is already in use: usdt-polygon',
      '[4].id is already in use: USDC',
    ],
  })
  expect(parseAssetList('{}')).toEqual({ ok: false, problems: ['must be a JSON array of assets'] })
})
