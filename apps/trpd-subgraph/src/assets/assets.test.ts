import { readSettings } from '@travel-rule/service/settings'
import { expect, it } from 'vitest'
import { settings } from '../config.ts'
import { inquire, trust, untilDelivery } from '../testing/operations.ts'
import { openTestCounterparty } from '../testing/test-counterparty.ts'
import { openTestNode } from '../testing/test-node.ts'
import { respondAsTrisa } from '../testing/trisa-responses.ts'
import { parseAssetList } from './domain/asset-list.ts'

const polygon = {
  id: 'usdt-polygon',
  name: 'Tether on Polygon',
  symbol: 'USDT',
  decimals: 6,
  caip19: 'eip155:137/erc20:0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
  addressFormat: 'EVM',
}

it('an asset added by the operator can be transferred, and the service does not start without it', async () => {
  const parsed = parseAssetList(JSON.stringify([polygon]))
  if (!parsed.ok) throw new Error(parsed.problems.join())
  await using node = await openTestNode('Alice VASP', { assets: parsed.assets })
  await using counterparty = await openTestCounterparty()
  await trust(node, counterparty.url)
  const { data } = await inquire(node, counterparty.travelAddress, { asset: 'usdt-polygon', amount: '12.5' })
  await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
  expect(JSON.parse(counterparty.requests[0]?.body ?? '{}').asset).toEqual({ caip19: polygon.caip19 })
  const listed = await node.query('{ trpd { assets { id chain addressFormat memoFormat } } }')
  expect(listed.data.trpd.assets).toContainEqual({
    id: 'usdt-polygon',
    chain: 'eip155:137',
    addressFormat: 'EVM',
    memoFormat: null,
  })
  await node.stop()
  const { databaseUrl, env } = node
  await expect(openTestNode('Alice VASP', { databaseUrl, sealingKeys: env.TRPD_SEALING_KEYS })).rejects.toThrow(
    'ASSETS: lacks usdt-polygon, which stored transactions or travel addresses use.',
  )
})

it('an inquiry about a token names it by the DTI added by the operator', async () => {
  const parsed = parseAssetList('[{ "id": "usdc-ethereum", "dti": "B000000B5" }]')
  if (!parsed.ok) throw new Error(parsed.problems.join())
  await using node = await openTestNode('Alice VASP', { assets: parsed.assets })
  await using trisa = await openTestCounterparty()
  trisa.respond = respondAsTrisa
  await trust(node, trisa.url)
  const { data } = await inquire(node, trisa.travelAddress, { asset: 'usdc-ethereum', amount: '12.5' })
  await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
  expect(JSON.parse(trisa.requests.at(-1)?.body ?? '{}').asset).toEqual({ dti: 'B000000B5' })
})

it('every mistake in ASSETS is reported when the service starts', () => {
  const env = {
    TRPD_DATABASE_URL: 'postgres://localhost/trpd',
    TRPD_SEALING_KEYS: 'k',
    TRPD_VASP_NAME: 'Alice VASP',
    ASSETS: JSON.stringify([
      { ...polygon, decimals: -1 },
      { ...polygon, id: 'btc' },
    ]),
  }
  expect(() => readSettings(settings, env)).toThrow(
    /^ASSETS: \[0\]\.decimals must be a whole number from 0 to 36; \[1\]\.id is already in use: btc/,
  )
})
