import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import {
  type CertificateAuthority,
  createAuthority,
  type KeyPair,
} from '@travel-rule/certificates/certificate-authority'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import type { TlsFiles, TlsIdentity } from '@travel-rule/service/tls-files'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openClientAddresses } from './client-address.ts'
import { forwardedCertificates } from './client-certificate.ts'
import { type HttpHost, openHttpHost, type Route } from './http-host.ts'

/** Responds with the common name of the client's certificate, and the reason if it is not valid. */
const who: Route = {
  method: 'GET',
  path: '/',
  handle: ({ clientCertificate: client }) => ({
    status: 200,
    body: client === undefined ? 'no certificate' : `${client.certificate.subject} ${client.problem ?? 'valid'}`,
  }),
}

let authority: CertificateAuthority
let own: TlsIdentity
let current: TlsIdentity
let listeners: (() => void)[]
let host: HttpHost
const files: TlsFiles = {
  current: () => current,
  onChange: (listener) => void listeners.push(listener),
  [Symbol.dispose]: () => undefined,
}

function change(authorities: readonly string[]): void {
  current = { ...current, authorities }
  for (const listener of listeners) listener()
}

beforeAll(async () => {
  listeners = []
  authority = await createAuthority('Authority')
  const { certificate, key } = await authority.issue({ name: 'us', hosts: ['localhost'] })
  own = { certificate, key, authorities: [authority.certificate], leaf: new X509Certificate(certificate) }
  current = own
  host = await openHttpHost({
    host: '127.0.0.1',
    port: 0,
    logger: captureLog().logger,
    routes: [who],
    tls: files,
    limits: {
      connectionsPerAddressMax: 20,
      silentPerAddressMax: 3,
      headersTimeoutMs: 600_000,
      requestTimeoutMs: 600_000,
    },
  })
})
afterAll(() => host[Symbol.asyncDispose]())
beforeEach(() => change(own.authorities))

async function get(client?: KeyPair, agent: Agent | false = false): Promise<string> {
  const sent = request({
    host: '127.0.0.1',
    servername: 'localhost',
    port: host.port,
    ca: authority.certificate,
    ...(client && { cert: client.certificate, key: client.key }),
    agent,
  })
  sent.end()
  const [response] = await once(sent, 'response')
  return text(response)
}

test('a client is identified by its certificate, which must be valid and issued by a trusted authority', async () => {
  expect(await get()).toBe('no certificate')
  expect(await get(await authority.issue({ name: 'peer', hosts: ['peer.example'] }))).toBe('CN=peer valid')
  const unknown = await createAuthority('Unknown')
  const foreign = await unknown.issue({ name: 'foreign', hosts: ['foreign.example'] })
  expect(await get(foreign)).toMatch(/^CN=foreign UNABLE_TO_/)
  const dates = { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') }
  const expired = await authority.issue({ name: 'old', hosts: ['old.example'], ...dates })
  expect(await get(expired)).toBe('CN=old CERT_HAS_EXPIRED')
})

test('a removed authority is no longer trusted, neither on an open connection nor in a resumed session', async () => {
  const peer = await authority.issue({ name: 'peer', hosts: ['peer.example'] })
  using agent = closing(new Agent({ keepAlive: true, maxSockets: 1 }))
  expect(await get(peer, agent.agent)).toBe('CN=peer valid')
  const [socket] = Object.values(agent.agent.freeSockets).flat() as TLSSocket[]
  const closed = once(socket as TLSSocket, 'close')
  change([])
  await closed
  // The agent resumes its TLS session if the server allows it.
  expect(await get(peer, agent.agent)).toMatch(/^CN=peer (?!valid)/)
  change(own.authorities)
  expect(await get(peer)).toBe('CN=peer valid')
})

test('TLS versions before 1.2 and plain HTTP get no response', async () => {
  const old = connect({
    host: '127.0.0.1',
    port: host.port,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ca: authority.certificate,
  })
  const [error] = await once(old, 'error')
  expect(error.code).toMatch(/^(ERR_SSL_|ECONNRESET)/)
  const plain = connectPlain(host.port, '127.0.0.1')
  plain.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await text(plain).catch(() => '')).not.toContain('HTTP/1.1')
})

test('connections without a handshake or a request are limited per address, and other clients are served', async () => {
  const silent = Array.from({ length: 10 }, () => connectPlain(host.port, '127.0.0.1'))
  let open = silent.length
  const limited = new Promise<void>((resolve) => {
    for (const socket of silent) {
      socket.on('error', () => undefined).resume()
      socket.once('close', () => {
        open -= 1
        if (open === 3) resolve()
      })
    }
  })
  await limited
  expect(await get()).toBe('no certificate')
  for (const socket of silent) socket.destroy()
})

test('a certificate in Client-Cert counts only if a trusted proxy sends it, and while it is valid', async () => {
  const { certificate } = await authority.issue({ name: 'peer', hosts: ['peer.example'] })
  const der = new X509Certificate(certificate).raw.toString('base64')
  const find = forwardedCertificates(openClientAddresses(['10.0.0.7']))
  const from = (remoteAddress: string, header: string | undefined) =>
    find({ remoteAddress } as never, { 'client-cert': header })
  expect(from('10.0.0.7', `:${der}:`)?.certificate.subject).toBe('CN=peer')
  expect(from('10.0.0.7', `:${der}:`)).not.toHaveProperty('problem')
  expect(from('10.0.0.8', `:${der}:`)).toBeUndefined()
  for (const header of [
    undefined,
    '',
    '::',
    der,
    `:${der.slice(0, 40)}:`,
    `:${'A'.repeat(20_000)}:`,
    `:${der}:, :${der}:`,
  ]) {
    expect(from('10.0.0.7', header)).toBeUndefined()
  }
  const dates = { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') }
  const expired = await authority.issue({ name: 'old', hosts: ['old.example'], ...dates })
  const old = new X509Certificate(expired.certificate).raw.toString('base64')
  expect(from('10.0.0.7', `:${old}:`)?.problem).toBe('CERT_HAS_EXPIRED')
})

function closing(agent: Agent) {
  return { agent, [Symbol.dispose]: () => agent.destroy() }
}
