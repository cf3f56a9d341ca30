import { createHmac } from 'node:crypto'
import { openOutbound } from '@travel-rule/service/outbound'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { type AttributionVendor, attributeAddress } from './attribute-address.ts'

const ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const NOW = new Date('2026-11-20T10:00:00Z')
const outbound = openOutbound({
  privateHosts: 'http',
  timeoutMs: 60_000,
  responseBytesMax: 2_000,
  logger: pino({ level: 'silent' }),
})

let vendor: TestCounterparty
beforeAll(async () => {
  vendor = await openTestCounterparty()
})
afterAll(async () => {
  await vendor[Symbol.asyncDispose]()
  await outbound[Symbol.asyncDispose]()
})

function ask(changes: Partial<AttributionVendor> = {}, address = ADDRESS, asset = 'btc') {
  const attribution: AttributionVendor = {
    url: vendor.url,
    secret: 'a secret of the vendor',
    mapping: { vendor: 'Example Analytics', body: { on: '{caip19}', q: ['{address}'] }, name: 'owner.name' },
    timeoutMs: 60_000,
    outbound,
    ...changes,
  }
  return askWith(attribution, address, asset)
}

async function askWith(attribution: AttributionVendor | undefined, address = ADDRESS, asset = 'btc') {
  const service = { attribution, assets: openAssetRegistry(BUILT_IN_ASSETS), now: () => NOW } as TransferService
  const answer = await attributeAddress(service, { asset, address })
  return answer.ok ? answer.value : answer.refusal.code
}

it('an address belongs to the VASP that the vendor names; the request is signed', async () => {
  vendor.respond = () => ({ status: 200, body: '{"owner":{"name":" Bob Exchange "}}' })
  expect(await ask()).toMatchObject({
    verdict: 'VASP',
    vaspName: 'Bob Exchange',
    vendor: 'Example Analytics',
    at: NOW,
  })
  const request = vendor.requests.at(-1)
  const body = request?.body ?? ''
  expect(JSON.parse(body)).toEqual({ on: expect.stringMatching(/^bip122:/), q: [ADDRESS] })
  const digest = createHmac('sha256', 'a secret of the vendor').update(body).digest('hex')
  expect(request?.headers['x-signature']).toBe(`sha256=${digest}`)
})

it.each(['{"owner":null}', '{"owner":{"name":null}}', '{"owner":{"name":""}}'])(
  "attribution finds no VASP when the vendor's response is %s",
  async (body) => {
    vendor.respond = () => ({ status: 200, body })
    expect(await ask()).toMatchObject({ verdict: 'NO_VASP_KNOWN', vendor: 'Example Analytics' })
  },
)

it.each([
  ['is in another format', { status: 200, body: '{"result":{}}' }, 'its response has no name of a VASP'],
  ['is not JSON', { status: 200, body: '<html>' }, 'its response is not JSON'],
  ['names a number', { status: 200, body: '{"owner":{"name":7}}' }, 'its response has no name of a VASP'],
  ['has a name that is too long', { status: 200, body: `{"owner":{"name":"${'x'.repeat(401)}"}}` }, 'too long'],
  ['is huge', { status: 200, body: `{"owner":{"name":"${'x'.repeat(3_000)}"}}` }, ''],
  ['refuses', { status: 401, body: '{"owner":null}' }, 'status 401'],
  ['fails', { status: 503, body: '{"owner":null}' }, 'status 503'],
])(
  'an attribution response that %s gives UNKNOWN, never an address without a VASP',
  async (_what, response, reason) => {
    vendor.respond = () => response
    expect(await ask()).toMatchObject({
      verdict: 'UNKNOWN',
      gap: { code: 'ATTRIBUTION_VENDOR_FAILED', message: expect.stringContaining(reason) },
    })
  },
)

it('an address is UNKNOWN when the attribution vendor does not respond in time', async () => {
  vendor.respond = () => new Promise<never>(() => undefined)
  expect(await ask({ timeoutMs: 50 })).toMatchObject({
    verdict: 'UNKNOWN',
    gap: { code: 'ATTRIBUTION_VENDOR_FAILED', message: expect.stringContaining('time-out') },
  })
})

it('attribution uses a response that follows a transient failure', async () => {
  let failures = 1
  vendor.respond = () =>
    failures-- > 0 ? { status: 503, body: '' } : { status: 200, body: '{"owner":{"name":"Bob Exchange"}}' }
  expect(await ask()).toMatchObject({ verdict: 'VASP', vaspName: 'Bob Exchange' })
})

it('every address is UNKNOWN without an attribution vendor', async () => {
  expect(await askWith(undefined)).toEqual({
    verdict: 'UNKNOWN',
    gap: { code: 'ATTRIBUTION_OFF', message: expect.any(String) },
    at: NOW,
  })
})

it('the attribution vendor is not asked about a string that cannot be an address of the asset', async () => {
  const before = vendor.requests.length
  expect(await ask({}, 'not an address')).toBe('ADDRESS_NOT_OF_ASSET')
  expect(await ask({}, ADDRESS, 'no-such-asset')).toBe('ASSET_UNKNOWN')
  expect(vendor.requests).toHaveLength(before)
})
