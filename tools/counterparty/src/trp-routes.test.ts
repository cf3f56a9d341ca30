import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inquiryBody, openPeer, type Peer, trp } from './testing/open-peer.ts'

let peer: Peer
beforeEach(async () => {
  peer = await openPeer()
})
afterEach(() => peer[Symbol.asyncDispose]())

const approve = '/inquiry/approve?t=i'
const approvedOf = async (response: Response) =>
  ((await response.json()) as { approved: { address: string; callback: string } }).approved

describe('an inquiry', () => {
  it('an inquiry to "approve" is approved in the response, with an address and an unguessable callback', async () => {
    const headers = trp()
    const response = await peer.post(approve, inquiryBody(), headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('api-version')).toBe('3.2.1')
    expect(response.headers.get('request-identifier')).toBe(headers['request-identifier'])
    const { address, callback } = await approvedOf(response)
    expect(address).toMatch(/^1[1-9A-HJ-NP-Za-km-z]{25,33}$/)
    expect(callback).toMatch(/^http:\/\/localhost:\d+\/confirmation\/[0-9a-f]{64}$/)
  })

  it('an inquiry to "reject" is rejected in the response', async () => {
    expect(await (await peer.post('/inquiry/reject?t=i', inquiryBody())).json()).toEqual({
      rejected: expect.any(String),
    })
  })

  it.each<[number, string, Record<string, string>, unknown, string]>([
    [400, 'without api-version', { 'api-version': '' }, inquiryBody(), approve],
    [400, 'of version 1', { 'api-version': '1.0.0' }, inquiryBody(), approve],
    [400, 'of version 3.3', { 'api-version': '3.3.0' }, inquiryBody(), approve],
    [400, 'with a request identifier that is not a UUID', { 'request-identifier': '17' }, inquiryBody(), approve],
    [400, 'that is not JSON', {}, '{', approve],
    [400, 'with two values', {}, '{} {}', approve],
    [415, 'that is a form', { 'content-type': 'application/x-www-form-urlencoded' }, inquiryBody(), approve],
    [413, 'that is too long', {}, 'x'.repeat(1024 * 1024 + 1), approve],
    [404, 'to an unknown travel address', {}, inquiryBody(), '/inquiry/unknown?t=i'],
    [404, 'to a URL without t=i', {}, inquiryBody(), '/inquiry/approve'],
    [422, 'that is a list', {}, [], approve],
    [422, 'without amount', {}, inquiryBody({ amount: undefined }), approve],
    [422, 'with amount 0', {}, inquiryBody({ amount: 0 }), approve],
    [422, 'with a negative amount', {}, inquiryBody({ amount: -1 }), approve],
    [422, 'with an empty asset', {}, inquiryBody({ asset: {} }), approve],
    [422, 'with two assets', {}, inquiryBody({ asset: { dti: '4H95J0R2X', slip0044: 0 } }), approve],
    [422, 'with a plain http callback on another host', {}, inquiryBody({ callback: 'http://vasp.example/' }), approve],
    [422, 'without IVMS101', {}, inquiryBody({ IVMS101: undefined }), approve],
    [422, 'with an empty IVMS101', {}, inquiryBody({ IVMS101: {} }), approve],
  ])('an inquiry gets %i %s', async (status, _why, headers, body, path) => {
    expect((await peer.post(path, body, headers)).status).toBe(status)
  })

  it.each(['2.1.0', '3.0.0', '3.1.0', '3.2.0', '3.2.1'])('an inquiry of version %s is accepted', async (version) => {
    expect((await peer.post(approve, inquiryBody(), { 'api-version': version })).status).toBe(200)
  })

  it('an inquiry by GET is refused with 405 and the allowed method', async () => {
    const response = await fetch(peer.base + approve)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('an inquiry keeps every digit of its amount', async () => {
    const amount = '0.123456789012345678901'
    const headers = trp()
    const body = JSON.stringify(inquiryBody({ amount: 17 })).replace('"amount":17', `"amount":${amount}`)
    await peer.post(approve, body, headers)
    const inquiry = await peer.inquiry(headers['request-identifier'] ?? '', ({ status }) => status === 'APPROVED')
    expect(inquiry.amount).toBe(amount)
  })
})

describe('a repeated message', () => {
  it('a repeated message gets the stored response, takes effect once, and is counted', async () => {
    const headers = trp()
    const first = await (await peer.post(approve, inquiryBody(), headers)).text()
    const { amount, ...rest } = inquiryBody()
    const second = await (await peer.post(approve, { amount, ...rest }, headers)).text()
    expect(second).toBe(first)
    const log = (await peer.log()).filter(({ kind }) => kind === 'inquiry')
    expect(log.map(({ repeated, repeatOf }) => [repeated, repeatOf])).toEqual([
      [1, null],
      [0, log[0]?.sequence],
    ])
    const { inquiries } = (await (await fetch(`${peer.base}/control/inquiries`)).json()) as { inquiries: unknown[] }
    expect(inquiries).toHaveLength(1)
  })

  it('a repeated message with a different body is refused with 409', async () => {
    const headers = trp()
    await peer.post(approve, inquiryBody(), headers)
    expect((await peer.post(approve, inquiryBody({ amount: 2 }), headers)).status).toBe(409)
  })

  it('a repeated message is refused again if the first one was refused', async () => {
    const headers = trp()
    const statuses = [
      (await peer.post(approve, inquiryBody({ IVMS101: {} }), headers)).status,
      (await peer.post(approve, inquiryBody({ IVMS101: {} }), headers)).status,
    ]
    expect(statuses).toEqual([422, 422])
  })
})

describe('a confirmation', () => {
  const path = async () => new URL((await approvedOf(await peer.post(approve, inquiryBody()))).callback).pathname

  it('a confirmation gets 204, even with a different request identifier, but not with a different hash', async () => {
    const callback = await path()
    const statuses = []
    for (const txid of ['aa', 'aa', 'bb']) statuses.push((await peer.post(callback, { txid })).status)
    expect(statuses).toEqual([204, 204, 409])
  })

  it('a cancellation without a reason ends the inquiry', async () => {
    const callback = await path()
    expect((await peer.post(callback, { canceled: null })).status).toBe(204)
    expect((await peer.post(callback, { txid: 'aa' })).status).toBe(409)
  })

  it.each([{}, { txid: 'aa', canceled: 'why' }, { txid: 'aa', canceled: null }, { txid: null }, { txid: '' }, []])(
    'a confirmation with %j is refused with 400',
    async (body) => {
      expect((await peer.post(await path(), body)).status).toBe(400)
    },
  )

  it('a confirmation to an unknown callback is refused with 404', async () => {
    expect((await peer.post(`/confirmation/${randomUUID()}`, { txid: 'aa' })).status).toBe(404)
  })
})

describe('discovery', () => {
  const get = (path: string, headers: Record<string, string> = { 'api-version': '3.2.1' }) =>
    fetch(peer.base + path, { headers })

  it('discovery returns identity, version, uptime and extensions', async () => {
    expect(await (await get('/identity')).json()).toEqual({ name: expect.any(String), lei: expect.any(String) })
    expect(await (await get('/version')).json()).toEqual({ version: '3.2.1', vendor: expect.any(String) })
    expect(await (await get('/uptime')).text()).toMatch(/^\d+$/)
    expect(await (await get('/extensions')).json()).toEqual({ required: [], supported: [] })
  })

  it('discovery requires a version', async () => {
    expect((await get('/identity', {})).status).toBe(400)
  })
})
