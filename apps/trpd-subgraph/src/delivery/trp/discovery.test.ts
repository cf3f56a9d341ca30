import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTravelAddress } from '../../address-book/domain/travel-address.ts'
import { inquire, issue, mutate, startedWith, transactions, trust, untilDelivery } from '../../testing/operations.ts'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, QUICK_DELIVERY, type TestNode } from '../../testing/test-node.ts'
import { inquiryOfTrisa, respondAsTrisa } from '../../testing/trisa-responses.ts'

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 2 } })
})
afterAll(() => node[Symbol.asyncDispose]())

const ALL = ['/extensions', '/identity', '/version']

async function spoken(id: string): Promise<string> {
  const { data } = await node.query('query($id: ID!) { trpd { transaction(id: $id) { protocolVersion } } }', { id })
  return data.trpd.transaction.protocolVersion
}

async function deliver(travelAddress: string, state = 'DELIVERED') {
  const { data } = await inquire(node, travelAddress)
  return untilDelivery(node, data.trpd.inquire.id, state)
}

describe('before personal data is sent', () => {
  it('a counterparty is asked once for its version, identity and extensions', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.routes['/version'] = { version: '3.1.0', vendor: 'Other' }
    counterparty.respond = () => ({ status: 200, headers: { 'api-version': '3.1.0' }, body: '{"version":"3.1.0"}' })
    counterparty.routes['/identity'] = { name: 'Other VASP', lei: '529900T8BM49AURSDO55' }
    counterparty.routes['/extensions'] = { required: [], supported: ['extended-ivms101'] }
    const id = await startedWith(node, counterparty)
    await untilDelivery(node, id, 'DELIVERED')
    await deliver(counterparty.travelAddress)
    expect(counterparty.lookups.toSorted()).toEqual(ALL)
    expect(counterparty.requests.map(({ headers }) => headers['api-version'])).toEqual(['3.1.0', '3.1.0'])
    expect(await spoken(id)).toBe('3.1.0')
    const { data } = await node.query(
      `query($id: ID!) { trpd { transaction(id: $id) { vasp { discovery {
        url checkedAt version vendor name lei requiredExtensions supportedExtensions problems { path } } } } } }`,
      { id },
    )
    expect(data.trpd.transaction.vasp.discovery).toEqual({
      url: counterparty.url,
      checkedAt: expect.any(String),
      version: '3.1.0',
      vendor: 'Other',
      name: 'Other VASP',
      lei: '529900T8BM49AURSDO55',
      requiredExtensions: [],
      supportedExtensions: ['extended-ivms101'],
      problems: [],
    })
  })

  it('a counterparty that reports 3.1 and behaves like TRISA receives BTC by DTI in its version', async () => {
    await using trisa = await openTestCounterparty()
    trisa.routes['/version'] = { version: '3.1.0', vendor: 'TRISA' }
    trisa.respond = respondAsTrisa
    const id = await startedWith(node, trisa)
    await untilDelivery(node, id, 'DELIVERED')
    expect(trisa.requests.map(({ headers, body }) => [headers['api-version'], JSON.parse(body).asset])).toEqual([
      ['3.1.0', { slip0044: 'BTC' }],
      ['3.1.0', { dti: '4H95J0R2X' }],
    ])
    expect(await spoken(id)).toBe('3.1.0')
  })

  it('a counterparty without discovery routes receives our version', async () => {
    await using counterparty = await openTestCounterparty()
    const id = await startedWith(node, counterparty)
    await untilDelivery(node, id, 'DELIVERED')
    expect(await spoken(id)).toBe('3.2.1')
    expect(counterparty.lookups.toSorted()).toEqual(ALL)
  })

  it.each([
    ['requires an extension', { '/extensions': { required: ['Message-Signing'], supported: [] } }, /message-signing/],
    ['speaks only an older TRP', { '/version': { version: '1.0.0' } }, /speaks TRP 1\.0\.0/],
  ])('nothing is sent to a counterparty that %s, and the problem says so', async (_name, routes, problem) => {
    await using counterparty = await openTestCounterparty()
    Object.assign(counterparty.routes, routes)
    const id = await startedWith(node, counterparty)
    const failed = await untilDelivery(node, id, 'FAILED')
    expect(failed).toMatchObject({ status: 'FAILED', reason: expect.stringMatching(problem) })
    expect(counterparty.requests).toEqual([])
    for (const path of Object.keys(routes)) delete counterparty.routes[path]
    await mutate(node, `retryDelivery(id: "${id}")`)
    await untilDelivery(node, id, 'DELIVERED')
  })
})

describe('what a counterparty said about itself', () => {
  it('discovery runs again when a response contradicts its result, and may then find a newer version', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.routes['/version'] = { version: '3.1.0' }
    counterparty.respond = () => ({ status: 200, headers: { 'api-version': '3.1.0' }, body: '{"version":"3.1.0"}' })
    await untilDelivery(node, await startedWith(node, counterparty), 'DELIVERED')
    counterparty.respond = () => ({ status: 200, headers: { 'api-version': '3.2.1' }, body: '{"version":"3.2.1"}' })
    counterparty.routes['/version'] = { version: '3.2.1' }
    await deliver(counterparty.travelAddress)
    expect(counterparty.lookups).toHaveLength(3)
    await deliver(counterparty.travelAddress)
    await deliver(counterparty.travelAddress)
    expect(counterparty.lookups).toHaveLength(6)
    expect(counterparty.requests.map(({ headers }) => headers['api-version'])).toEqual([
      '3.1.0',
      '3.1.0',
      '3.2.1',
      '3.2.1',
    ])
  })

  it('discovery runs again after its time limit', async () => {
    await using forgetful = await openTestNode('Forgetful VASP', { discoveryTtlSeconds: 0 })
    await using counterparty = await openTestCounterparty()
    await untilDelivery(forgetful, await startedWith(forgetful, counterparty), 'DELIVERED')
    const { data } = await inquire(forgetful, counterparty.travelAddress)
    await untilDelivery(forgetful, data.trpd.inquire.id, 'DELIVERED')
    expect(counterparty.lookups).toHaveLength(6)
  })

  it('discoverVasp works without an inquiry, and the result is stored if the VASP is known', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.routes['/identity'] = { name: 'Other\u202e VASP', x509: '' }
    counterparty.routes['/extensions'] = { required: 'none' }
    const vasp = await trust(node, counterparty.url)
    const query =
      'query($url: String!) { trpd { discoverVasp(url: $url) { url name version problems { path message } } } }'
    const { data } = await node.query(query, { url: counterparty.url })
    const discovery = {
      url: counterparty.url,
      name: 'Other VASP',
      version: null,
      problems: [
        { path: '/version', message: 'The VASP responded with status 404.' },
        { path: '/extensions', message: 'required and supported must be lists of names.' },
      ],
    }
    expect(data.trpd.discoverVasp).toEqual(discovery)
    const kept = await node.query('query($id: ID!) { trpd { vasp(id: $id) { discovery { url name } } } }', { id: vasp })
    expect(kept.data.trpd.vasp.discovery).toEqual({ url: counterparty.url, name: 'Other VASP' })
    await deliver(counterparty.travelAddress)
    expect(counterparty.lookups).toHaveLength(3)
  })

  it.each([
    ['VASP_URL_INVALID', 'vasp.example', officer.scopes],
    ['VASP_URL_INVALID', 'ftp://vasp.example', officer.scopes],
    ['VASP_UNREACHABLE', 'http://localhost:1', officer.scopes],
    ['FORBIDDEN', 'http://localhost:1', ['trpd:read']],
  ])('discoverVasp is refused with %s for %s', async (code, url, scopes) => {
    const query = 'query($url: String!) { trpd { discoverVasp(url: $url) { url } } }'
    const { errors } = await node.query(query, { url }, { ...officer, scopes })
    expect(errors?.[0]?.extensions.code).toBe(code)
  })
})

describe('the extensions of a received inquiry', () => {
  async function receive(callback: string) {
    const decoded = parseTravelAddress(await issue(node), { privateHosts: true })
    if (!decoded.ok) throw new Error(decoded.refusal.message)
    const response = await fetch(`http://${decoded.value.url}`, {
      method: 'POST',
      headers: {
        'api-version': '3.1.0',
        'api-extensions': 'extended-ivms101, Message-Signing',
        'request-identifier': randomUUID(),
        'content-type': 'application/json',
      },
      body: inquiryOfTrisa(callback),
    })
    return { status: response.status, text: await response.text() }
  }

  it('extensions that the sender uses but does not require are ignored and recorded', async () => {
    expect((await receive('http://localhost:9/c')).status).toBe(200)
    const [{ id }] = await transactions(node)
    const query = 'query($id: ID!) { trpd { transaction(id: $id) { deviations { path message } } } }'
    const { data } = await node.query(query, { id })
    const messages = data.trpd.transaction.deviations.map(({ message }: { message: string }) => message).join()
    expect(messages).toContain('extended-ivms101')
    expect(messages).toContain('message-signing')
  })

  it('an extension that the sender has said it requires is refused by name', async () => {
    await using counterparty = await openTestCounterparty()
    await trust(node, counterparty.url)
    counterparty.routes['/extensions'] = { required: ['message-signing'], supported: [] }
    await node.query('query($url: String!) { trpd { discoverVasp(url: $url) { url } } }', { url: counterparty.url })
    const refused = await receive(`${counterparty.url}/c`)
    expect(refused).toEqual({ status: 422, text: 'This node does not support the extension message-signing.' })
  })
})
