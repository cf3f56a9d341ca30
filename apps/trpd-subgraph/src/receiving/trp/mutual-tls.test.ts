import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import {
  type CertificateAuthority,
  createAuthority,
  type KeyPair,
} from '@travel-rule/certificates/certificate-authority'
import { keyDigest } from '@travel-rule/service/certificate-key'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { autoApprove, inquire, issue, mutate, transactions, trust, untilDelivery } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { MANY_UNVERIFIED, openTestNode, QUICK_DELIVERY, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const LEI = '5493001KJTIIGC8Y1R12'
const OTHER_LEI = '529900T8BM49AURSDO55'
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const EXPIRED = { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') }

let authority: CertificateAuthority
let folder: string
let node: TestNode
let base: string
let path: string

/** The counterparty requires client certificates, is trusted, and its inquiries are approved automatically. */
let peer: TestCounterparty
let peerId: string
let peerPair: KeyPair

beforeAll(async () => {
  authority = await createAuthority('Authority')
  folder = await mkdtemp(join(tmpdir(), 'trp-tls-'))
  await install(authority.certificate)
  const trpPort = await freePort()
  base = `https://localhost:${trpPort}`
  node = await openTestNode('Bob VASP', {
    trpPort,
    publicUrl: base,
    privateHosts: 'https',
    tlsFolder: folder,
    tlsReloadSeconds: 0.05,
    delivery: { ...QUICK_DELIVERY, tries: 2 },
    unverifiedMax: { ...MANY_UNVERIFIED, vasp: 15 },
  })
  path = pathOf(await issue(node, ADDRESS))
  peerPair = await authority.issue({ name: 'peer', hosts: ['localhost'], lei: LEI })
  peer = await openPeer(peerPair)
  peerId = await trust(node, peer.url)
  await change('registerOrUpdateVasp(vasp: { id: $id, lei: $value })', peerId, LEI)
  await autoApprove(node, peerId)
  await change('setMutualTls(id: $id, required: null)', peerId)
})
afterAll(async () => {
  await peer[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  peer.requests.length = 0
})

async function install(ca: string): Promise<void> {
  const { certificate, key } = await authority.issue({ name: 'us', hosts: ['localhost'] })
  await writeFile(join(folder, 'tls.key'), key)
  await writeFile(join(folder, 'tls.crt'), certificate)
  await writeFile(join(folder, 'ca.crt'), ca)
}

function openPeer({ certificate, key }: KeyPair): Promise<TestCounterparty> {
  const ca = authority.certificate
  return openTestCounterparty(undefined, { cert: certificate, key, ca, requestCert: true, rejectUnauthorized: true })
}

function change(call: string, id: string, value = '') {
  const variables = call.includes('$value') ? '$id: ID!, $value: String!' : '$id: ID!'
  return node.query(`mutation(${variables}) { trpd { ${call} { id } } }`, { id, value })
}

/** Sends an inquiry in the name of the VASP at `url`; returns what is shown about its sender. */
async function receive(client: KeyPair | undefined, url = peer.url, callbackPath = '/c') {
  const body = inquiryBody({ callback: `${url}${callbackPath}` })
  const response = await sendTrp({ url: `${base}${path}`, body, authority: authority.certificate, client })
  expect(response.status).toBe(200)
  const { data } = await node.query(
    '{ trpd { transactions(first: 1) { nodes { id status sender { verification reason address subject keySha256 } } } } }',
  )
  const [{ sender, ...transaction }] = data.trpd.transactions.nodes
  return { ...transaction, ...sender }
}

/** Like `receive`, but `{}` after a reset: a reload also closes connections that have not sent their request yet. */
async function receiveOrReset(client: KeyPair): Promise<{ readonly verification?: string }> {
  try {
    return await receive(client)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return {}
    throw error
  }
}

const digestOf = ({ certificate }: KeyPair) => keyDigest(new X509Certificate(certificate))

describe('an inquiry in the name of a trusted VASP', () => {
  it("an inquiry is verified by a certificate for the VASP's LEI or host, and decided automatically", async () => {
    expect(await receive(peerPair)).toMatchObject({
      status: 'APPROVED',
      verification: 'VERIFIED',
      reason: expect.stringContaining('LEI'),
      address: '127.0.0.1',
      keySha256: digestOf(peerPair),
    })
    const byHost = await authority.issue({ name: 'peer', hosts: ['localhost'] })
    expect(await receive(byHost)).toMatchObject({ status: 'APPROVED', verification: 'VERIFIED' })
  })

  it('an inquiry without a certificate, or with one that is expired or from an unknown authority, is not verified and waits', async () => {
    const unknown = await createAuthority('Unknown')
    const request = { name: 'peer', hosts: ['localhost'], lei: LEI }
    const cases: [KeyPair | undefined, RegExp][] = [
      [undefined, /presented no client certificate/],
      [await authority.issue({ ...request, ...EXPIRED }), /CERT_HAS_EXPIRED/],
      [await unknown.issue(request), /UNABLE_TO_/],
    ]
    for (const [client, reason] of cases) {
      const received = await receive(client)
      expect(received).toMatchObject({ status: 'PENDING', verification: 'UNVERIFIED' })
      expect(received.reason).toMatch(reason)
    }
  })

  it('an inquiry with a certificate for another LEI or host is a contradiction, and is never decided automatically', async () => {
    await change('setMutualTls(id: $id, required: false)', peerId)
    const otherLei = await authority.issue({ name: 'other', hosts: ['localhost'], lei: OTHER_LEI })
    expect(await receive(otherLei)).toMatchObject({
      status: 'PENDING',
      verification: 'CONTRADICTED',
      reason: expect.stringContaining(OTHER_LEI),
    })
    const otherHost = await authority.issue({ name: 'other', hosts: ['other.example'] })
    expect(await receive(otherHost)).toMatchObject({ status: 'PENDING', verification: 'CONTRADICTED' })
    expect(await receive(undefined)).toMatchObject({ status: 'APPROVED', verification: 'UNVERIFIED' })
    await change('setMutualTls(id: $id, required: null)', peerId)
  })

  it('an inquiry requires a pinned key once one is pinned, and a changed or unpinned key no longer counts', async () => {
    const renewed = await authority.issue({ name: 'peer', hosts: ['localhost'], lei: LEI })
    await change('pinVaspKey(id: $id, pin: $value)', peerId, peerPair.certificate)
    expect(await receive(peerPair)).toMatchObject({
      verification: 'VERIFIED',
      reason: expect.stringContaining('pinned'),
    })
    expect(await receive(renewed)).toMatchObject({ status: 'PENDING', verification: 'CONTRADICTED' })
    await change('pinVaspKey(id: $id, pin: $value)', peerId, digestOf(renewed))
    expect(await receive(renewed)).toMatchObject({ status: 'APPROVED', verification: 'VERIFIED' })
    await change('unpinVaspKey(id: $id, key: $value)', peerId, digestOf(renewed))
    expect(await receive(renewed)).toMatchObject({ status: 'PENDING', verification: 'CONTRADICTED' })
    const { data } = await node.query(
      'query($id: ID!) { trpd { vasp(id: $id) { pinnedKeys requiresMutualTls requiresMutualTlsOfCallbacks } } }',
      { id: peerId },
    )
    expect(data.trpd.vasp).toEqual({
      pinnedKeys: [digestOf(peerPair)],
      requiresMutualTls: true,
      requiresMutualTlsOfCallbacks: false,
    })
    const stranger = await (await createAuthority('Unknown')).issue({ name: 'peer', hosts: ['localhost'], lei: LEI })
    await change('pinVaspKey(id: $id, pin: $value)', peerId, stranger.certificate)
    // An officer has confirmed the key itself, so it needs no authority in ca.crt.
    expect(await receive(stranger)).toMatchObject({ status: 'APPROVED', verification: 'VERIFIED' })
    await change('unpinVaspKey(id: $id, key: $value)', peerId, digestOf(stranger))
    await change('unpinVaspKey(id: $id, key: $value)', peerId, digestOf(peerPair))
  })

  it('an inquiry with a callback at an unknown host is matched by pinned key, then by LEI', async () => {
    // It accepts approvals; failures would open the VASP's circuit breaker for later tests.
    await using elsewhere = await openPeer(await authority.issue({ name: 'elsewhere', hosts: ['localhost'] }))
    const vaspOf = async (client: KeyPair) => {
      const { id, verification } = await receive(client, elsewhere.url)
      const { data } = await node.query('query($id: ID!) { trpd { transaction(id: $id) { vasp { id } } } }', { id })
      return [data.trpd.transaction.vasp.id, verification]
    }
    const nameless = await authority.issue({ name: 'nameless', hosts: ['nameless.example'] })
    expect(await vaspOf(peerPair)).toEqual([peerId, 'VERIFIED'])
    await expect.poll(() => elsewhere.requests.length).toBeGreaterThan(0)
    await change('pinVaspKey(id: $id, pin: $value)', peerId, nameless.certificate)
    expect(await vaspOf(nameless)).toEqual([peerId, 'VERIFIED'])
    // With a pinned key, the LEI no longer proves the VASP.
    expect((await vaspOf(peerPair))[0]).not.toBe(peerId)
    await change('unpinVaspKey(id: $id, key: $value)', peerId, digestOf(nameless))
  })

  it('an inquiry is no longer verified once the authority is removed from ca.crt, without a restart', async () => {
    const mine = await createAuthority('Mine')
    await writeFile(join(folder, 'ca.crt'), mine.certificate)
    await until(
      () => receiveOrReset(peerPair),
      ({ verification }) => verification === 'UNVERIFIED',
    )
    await writeFile(join(folder, 'ca.crt'), authority.certificate)
    await until(
      () => receiveOrReset(peerPair),
      ({ verification }) => verification === 'VERIFIED',
    )
  })
})

it('a certificate for any number of hosts does not evade the limit on the inquiries of one VASP', async () => {
  const wildcard = await authority.issue({ name: 'wildcard', hosts: ['*.wildcard.local'] })
  const statuses = []
  for (let index = 0; index < 16; index += 1) {
    const body = inquiryBody({ callback: `https://vasp-${index}.wildcard.local/c` })
    const message = { url: `${base}${path}`, body, authority: authority.certificate, client: wildcard }
    statuses.push((await sendTrp(message)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 429])
})

describe('a message to a callback', () => {
  it("a callback with a certificate of another party is refused and recorded, and one with the VASP's certificate is accepted", async () => {
    const { id } = await receive(peerPair, peer.url, '/own')
    const [resolution] = await until(
      async () => peer.requests.filter(({ path }) => path === '/own'),
      ({ length }) => length > 0,
    )
    const url: string = JSON.parse(resolution?.body ?? '').approved.callback
    const body = '{"txid":"f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"}'
    const foreign = await authority.issue({ name: 'other', hosts: ['other.example'], lei: OTHER_LEI })
    const message = { url, body, authority: authority.certificate }
    expect((await sendTrp({ ...message, client: foreign })).status).toBe(403)
    const read = () =>
      node.query('query($id: ID!) { trpd { transaction(id: $id) { status deviations { message } } } }', { id })
    const refused = (await read()).data.trpd.transaction
    expect(refused.status).toBe('APPROVED')
    expect(JSON.stringify(refused.deviations)).toContain(OTHER_LEI)
    // Without a certificate, the token counts unless an officer requires mutual TLS of the VASP.
    await change('setMutualTls(id: $id, required: true)', peerId)
    expect((await sendTrp({ ...message, client: undefined })).status).toBe(403)
    expect((await read()).data.trpd.transaction.status).toBe('APPROVED')
    await change('setMutualTls(id: $id, required: null)', peerId)
    expect((await sendTrp({ ...message, client: peerPair })).status).toBe(204)
    expect((await read()).data.trpd.transaction.status).toBe('CONFIRMED')
  })
})

describe('an inquiry of ours', () => {
  it('an inquiry of ours presents our certificate to a server that requires one', async () => {
    const { data } = await inquire(node, peer.travelAddress)
    await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
    expect(peer.requests.map(({ client }) => client)).toContain('CN=us')
  })

  it('an inquiry of ours is sent to a server only if its key is the pinned one', async () => {
    await using other = await openPeer(await authority.issue({ name: 'moved', hosts: ['localhost'] }))
    const id = await trust(node, other.url)
    await change('pinVaspKey(id: $id, pin: $value)', id, peerPair.certificate)
    const { data } = await inquire(node, other.travelAddress)
    const failed = await untilDelivery(node, data.trpd.inquire.id, 'FAILED')
    expect(failed.delivery.lastProblem).toContain('another key than the pinned one')
    expect(other.requests).toEqual([])
    await change('trustVasp(id: $id, pin: $value)', id, await certificateAt(other))
    await mutate(node, `retryDelivery(id: "${data.trpd.inquire.id}")`)
    // Trust did not change, so only the retry sends it.
    await untilDelivery(node, data.trpd.inquire.id, 'DELIVERED')
  })

  it.each([
    ['an expired certificate', async () => authority.issue({ name: 'old', hosts: ['localhost'], ...EXPIRED })],
    ['a certificate for another host', async () => authority.issue({ name: 'other', hosts: ['other.example'] })],
    [
      'a certificate of an unknown authority',
      async () => (await createAuthority('Unknown')).issue({ name: 'x', hosts: ['localhost'] }),
    ],
  ])('an inquiry of ours is not sent to a server with %s', async (_name, issuePair) => {
    await using other = await openPeer(await issuePair())
    await trust(node, other.url)
    const { data } = await inquire(node, other.travelAddress)
    const failed = await untilDelivery(node, data.trpd.inquire.id, 'FAILED')
    expect(failed.delivery.lastProblem).toContain('TLS connection to the counterparty failed')
    expect(other.requests).toEqual([])
  })
})

describe('what a VASP says about itself', () => {
  it('the identity of a VASP is compared with the certificate that its server presents', async () => {
    const other = await authority.issue({ name: 'other', hosts: ['other.example'] })
    peer.routes['/identity'] = { name: 'Peer', lei: OTHER_LEI, x509: other.certificate.trim() }
    const { data } = await node.query(
      'query($url: String!) { trpd { discoverVasp(url: $url) { problems { path message } } } }',
      { url: peer.url },
    )
    const problems = data.trpd.discoverVasp.problems.filter(({ path }: { path: string }) => path === '/identity')
    expect(problems.map(({ message }: { message: string }) => message)).toEqual([
      'x509 has another key than the certificate that the server presented.',
      `lei is ${OTHER_LEI}, but the certificate that the server presented is for ${LEI}.`,
    ])
    expect(await receive(peerPair)).toMatchObject({ status: 'PENDING', verification: 'CONTRADICTED' })
    expect(await transactions(node)).not.toHaveLength(0)
    peer.routes['/identity'] = { name: 'Peer', lei: LEI, x509: peerPair.certificate.trim() }
    await node.query('query($url: String!) { trpd { discoverVasp(url: $url) { url } } }', { url: peer.url })
    expect(await receive(peerPair)).toMatchObject({ status: 'APPROVED', verification: 'VERIFIED' })
  })

  it('our /identity includes our own certificate', async () => {
    const response = await sendTrp({ url: `${base}/identity`, authority: authority.certificate })
    const { x509 } = JSON.parse(response.text)
    expect(new X509Certificate(x509).subject).toBe('CN=us')
  })
})

it.each([
  ['VASP_KEY_INVALID', 'nonsense'],
  ['VASP_KEY_INVALID', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
])('a pin is refused with %s for %j', async (code, pin) => {
  const { errors } = await change('pinVaspKey(id: $id, pin: $value)', peerId, pin)
  expect(errors?.[0]?.extensions.code).toBe(code)
})

it('at most five keys can be pinned', async () => {
  const pins = Array.from({ length: 6 }, (_, index) => `${String.fromCharCode(65 + index).repeat(43)}=`)
  const results = []
  for (const pin of pins) results.push(await change('pinVaspKey(id: $id, pin: $value)', peerId, pin))
  expect(results[5]?.errors?.[0]?.extensions.code).toBe('VASP_KEYS_TOO_MANY')
  for (const pin of pins) await change('unpinVaspKey(id: $id, key: $value)', peerId, pin)
})

it('behind a proxy that ends TLS, the certificate in Client-Cert proves the sender', async () => {
  await using proxied = await openTestNode('Proxied VASP', { tlsTermination: 'proxy', trustedProxies: ['127.0.0.1'] })
  await trust(proxied, 'http://peer.local')
  const { certificate } = await authority.issue({ name: 'peer', hosts: ['peer.local'] })
  const send = (headers: Readonly<Record<string, string>>) =>
    sendTrp({ url: `${proxied.trpUrl}${proxiedPath}`, body: inquiryBody({ callback: 'http://peer.local/c' }), headers })
  const proxiedPath = pathOf(await issue(proxied))
  const der = new X509Certificate(certificate).raw.toString('base64')
  await send({ 'client-cert': `:${der}:` })
  await send({})
  const { data } = await proxied.query('{ trpd { transactions { nodes { sender { verification subject } } } } }')
  expect(data.trpd.transactions.nodes.map(({ sender }: { sender: object }) => sender)).toEqual([
    { verification: 'UNVERIFIED', subject: null },
    { verification: 'VERIFIED', subject: 'CN=peer' },
  ])
  await expect(openTestNode('Alone', { tlsTermination: 'proxy' })).rejects.toThrow('needs TRUSTED_PROXIES')
})

async function certificateAt({ url }: TestCounterparty): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), servername: 'localhost', ca: authority.certificate })
  const pem = await new Promise<string>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket.getPeerX509Certificate()?.toString() ?? ''))
    socket.once('error', reject)
  })
  socket.destroy()
  return pem
}
