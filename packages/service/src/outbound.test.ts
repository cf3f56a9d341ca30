import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createAuthority } from '@travel-rule/certificates/certificate-authority'
import { describe, expect, test } from 'vitest'
import { keyDigest } from './certificate-key.ts'
import { type OutboundOptions, type OutboundResult, openOutbound } from './outbound.ts'
import type { Address } from './outbound-target.ts'
import { captureLog } from './testing/capture-log.ts'
import { openBareFarSide, openFarSide, TEST_CERTIFICATE, TEST_KEY } from './testing/far-side.ts'

const OWN = { certificate: TEST_CERTIFICATE, key: TEST_KEY, authorities: [TEST_CERTIFICATE] }
const LOOPBACK: Address = { address: '127.0.0.1', family: 4 }
const PUBLIC: Address = { address: '93.184.216.34', family: 4 }

function open(options: Partial<OutboundOptions> = {}) {
  return openOutbound({
    privateHosts: 'https',
    timeoutMs: 60_000,
    responseBytesMax: 10_000,
    logger: captureLog().logger,
    tls: () => OWN,
    resolve: async () => [LOOPBACK],
    ...options,
  })
}

async function get(url: string, options: Partial<OutboundOptions> = {}): Promise<OutboundResult> {
  await using outbound = open(options)
  return await outbound.request({ method: 'GET', url })
}

const EXPIRED = { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') }

async function serve({ certificate, key }: { readonly certificate: string; readonly key: string }) {
  let requests = 0
  const server = createServer({ cert: certificate, key }, (_, response) => {
    requests += 1
    response.end()
  })
  server.on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `https://shop.example:${(server.address() as AddressInfo).port}/`
  return { server, url, requests: () => requests }
}

const codeOf = (result: OutboundResult) => (result.ok ? result.status : result.code)

describe('an ordinary call', () => {
  test('a call sends method, headers and body over TLS and returns status, headers and body', async () => {
    await using shop = await openFarSide('https', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers['x-sent']}` })
        response.end(Buffer.concat(chunks))
      })
    })
    await using outbound = open()
    const url = `https://shop.example:${shop.port}/a?b=c`
    const result = await outbound.request({ method: 'POST', url, headers: { 'X-Sent': 'yes' }, body: 'hello' })
    expect(result).toMatchObject({ ok: true, status: 201, headers: { 'x-seen': 'POST /a?b=c yes' } })
    expect(result.ok && result.body.toString()).toBe('hello')
  })

  test('a call returns any status and follows no redirect', async () => {
    await using shop = await openFarSide('https', (request, response) => {
      response.writeHead(request.url === '/moved' ? 302 : 500, { location: '/other' }).end()
    })
    expect(codeOf(await get(`https://shop.example:${shop.port}/moved`))).toBe(302)
    expect(codeOf(await get(`https://shop.example:${shop.port}/`))).toBe(500)
    expect(shop.connections()).toBe(2)
  })

  test('a call presents the current certificate when the host requests mutual TLS', async () => {
    const server = createServer(
      { cert: TEST_CERTIFICATE, key: TEST_KEY, ca: TEST_CERTIFICATE, requestCert: true, rejectUnauthorized: true },
      (_, response) => response.end('known'),
    )
    server.on('tlsClientError', () => undefined)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `https://shop.example:${(server.address() as AddressInfo).port}/`
    const { certificate, key } = await (await createAuthority('Unknown')).issue({ name: 'us', hosts: ['us.example'] })
    let identity = OWN
    await using outbound = open({ tls: () => identity })
    expect(codeOf(await outbound.request({ method: 'GET', url }))).toBe(200)
    identity = { ...OWN, certificate, key }
    expect((await outbound.request({ method: 'GET', url })).ok).toBe(false)
    server.close()
  })

  test('a call uses no proxy, regardless of the environment variables', async () => {
    await using proxy = await openFarSide('http', (_, response) => response.end('proxied'))
    await using shop = await openFarSide('https', (_, response) => response.end('direct'))
    process.env.HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`
    try {
      const result = await get(`https://shop.example:${shop.port}/`)
      expect(result.ok && result.body.toString()).toBe('direct')
      expect(proxy.connections()).toBe(0)
    } finally {
      delete process.env.HTTPS_PROXY
    }
  })
})

describe('which hosts are called', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '168.63.129.16',
  ])('%s is never called when private hosts are refused', async (host) => {
    expect(codeOf(await get(`https://${host}/`, { privateHosts: 'refuse' }))).toBe('OUTBOUND_HOST_REFUSED')
  })

  test.each([
    ['a private address', [LOOPBACK]],
    ['an IPv4-mapped private address', [{ address: '::ffff:10.0.0.1', family: 6 }]],
    ['a public and a private address', [PUBLIC, LOOPBACK]],
  ] as const)('a name that resolves to %s is never called when private hosts are refused', async (_, addresses) => {
    const resolve = async () => addresses
    const result = await get('https://shop.example/', { privateHosts: 'refuse', resolve })
    expect(codeOf(result)).toBe('OUTBOUND_HOST_REFUSED')
  })

  test('localhost, as the real resolver resolves it, is never called', async () => {
    await using outbound = openOutbound({
      privateHosts: 'refuse',
      timeoutMs: 60_000,
      responseBytesMax: 1_000,
      logger: captureLog().logger,
    })
    const result = await outbound.request({ method: 'GET', url: 'https://localhost/' })
    expect(codeOf(result)).toBe('OUTBOUND_HOST_REFUSED')
  })

  test.each(['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '0.0.0.0', '100.100.100.200'])(
    '%s is never called, even when private hosts are allowed',
    async (host) => {
      for (const privateHosts of ['https', 'http'] as const) {
        expect(codeOf(await get(`https://${host}/`, { privateHosts }))).toBe('OUTBOUND_HOST_REFUSED')
      }
    },
  )

  test('a mix of public and private addresses is refused even when private hosts are allowed', async () => {
    const result = await get('https://shop.example/', { privateHosts: 'http', resolve: async () => [LOOPBACK, PUBLIC] })
    expect(codeOf(result)).toBe('OUTBOUND_HOST_REFUSED')
  })

  test('the name is resolved once, and the connection uses that address', async () => {
    await using shop = await openFarSide('https', (_, response) => response.end())
    const resolved: string[] = []
    const resolve = async (hostname: string) => {
      resolved.push(hostname)
      return resolved.length === 1 ? [LOOPBACK] : [PUBLIC]
    }
    expect(codeOf(await get(`https://shop.example:${shop.port}/`, { resolve }))).toBe(200)
    expect(resolved).toEqual(['shop.example'])
  })

  test('with http, private hosts are called in plain http and public ones are not', async () => {
    await using shop = await openFarSide('http', (_, response) => response.end('plain'))
    for (const scheme of ['http', 'https']) {
      expect(codeOf(await get(`${scheme}://shop.example:${shop.port}/`, { privateHosts: 'http' }))).toBe(200)
    }
    const result = await get('http://shop.example/', { privateHosts: 'http', resolve: async () => [PUBLIC] })
    expect(codeOf(result)).toBe('OUTBOUND_URL_REFUSED')
  })

  test.each([
    'http://shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'https://user:password@shop.example/',
    'https://shop.example:0/',
    'https://',
    'nonsense',
    `https://shop.example/${'x'.repeat(9_000)}`,
  ])('no URL like %s', async (url) => {
    const result = await get(url)
    expect(codeOf(result)).toBe('OUTBOUND_URL_REFUSED')
    expect(JSON.stringify(result)).not.toContain('password@')
  })
})

describe('TLS', () => {
  test.each([
    ['a certificate of an unknown authority', 'shop.example', { tls: () => ({ ...OWN, authorities: [] }) }],
    ['a certificate for another name', 'other.example', {}],
  ])('%s is refused', async (_name, host, options) => {
    await using shop = await openFarSide('https', (_, response) => response.end())
    expect(codeOf(await get(`https://${host}:${shop.port}/`, options))).toBe('OUTBOUND_TLS')
  })

  test('an expired certificate is refused', async () => {
    const authority = await createAuthority('Authority')
    const shop = await serve(await authority.issue({ name: 'shop', hosts: ['shop.example'], ...EXPIRED }))
    const tls = () => ({ ...OWN, authorities: [authority.certificate] })
    expect(await get(shop.url, { tls })).toMatchObject({ code: 'OUTBOUND_TLS', reason: 'CERT_HAS_EXPIRED' })
    shop.server.close()
  })

  test('with a pinned key, nothing is sent to a server with another key or without TLS', async () => {
    const authority = await createAuthority('Authority')
    const pair = await authority.issue({ name: 'shop', hosts: ['shop.example'] })
    const shop = await serve(pair)
    const certificate = new X509Certificate(pair.certificate)
    const tls = () => ({ ...OWN, authorities: [authority.certificate] })
    await using outbound = open({ tls })
    const pinned = (key: string) => outbound.request({ method: 'GET', url: shop.url, pinnedKeys: [key] })
    expect(await pinned(keyDigest(certificate))).toMatchObject({ ok: true, certificate: certificate.raw })
    const other = await pinned(keyDigest(new X509Certificate(TEST_CERTIFICATE)))
    expect(other).toMatchObject({ code: 'OUTBOUND_TLS', reason: expect.stringContaining('pinned') })
    expect(shop.requests()).toBe(1)
    shop.server.close()
    await using plain = await openFarSide('http', (_, response) => response.end())
    await using insecure = open({ privateHosts: 'http' })
    const url = `https://shop.example:${plain.port}/`
    const refused = await insecure.request({ method: 'GET', url, pinnedKeys: [keyDigest(certificate)] })
    expect(codeOf(refused)).toBe('OUTBOUND_TLS')
    expect(plain.connections()).toBe(0)
  })

  test('a host without TLS is refused', async () => {
    await using shop = await openFarSide('http', (_, response) => response.end())
    expect(codeOf(await get(`https://shop.example:${shop.port}/`))).toBe('OUTBOUND_TLS')
  })
})

describe('a misbehaving host', () => {
  const plain = { privateHosts: 'http', timeoutMs: 150 } as const
  const slow = (text: string) => openBareFarSide((socket) => void socket.write(text))

  test.each([
    ['accepts and sends nothing', ''],
    ['never ends its headers', 'HTTP/1.1 200 OK\r\nx: '],
    ['never ends its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'],
  ])('a host that %s causes a timeout', async (_name, text) => {
    await using shop = await slow(text)
    expect(codeOf(await get(`http://shop.example:${shop.port}/`, plain))).toBe('OUTBOUND_TIMEOUT')
  })

  test('a host that sends nothing during the TLS handshake causes a timeout', async () => {
    await using shop = await slow('')
    expect(codeOf(await get(`https://shop.example:${shop.port}/`, { timeoutMs: 150 }))).toBe('OUTBOUND_TIMEOUT')
  })

  test('a host that sends its body byte by byte for ever causes a timeout', async () => {
    await using shop = await openBareFarSide((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    expect(codeOf(await get(`http://shop.example:${shop.port}/`, plain))).toBe('OUTBOUND_TIMEOUT')
  })

  test('a resolver that does not respond causes a timeout', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    expect(codeOf(await get('https://shop.example/', { resolve, timeoutMs: 100 }))).toBe('OUTBOUND_TIMEOUT')
  })

  test('a body whose announced length is too long is refused before it is read', async () => {
    await using shop = await slow('HTTP/1.1 200 OK\r\ncontent-length: 10001\r\n\r\n')
    const result = await get(`http://shop.example:${shop.port}/`, { ...plain, timeoutMs: 60_000 })
    expect(codeOf(result)).toBe('OUTBOUND_TOO_LARGE')
  })

  test('a body that is too long is refused even if its length is not announced', async () => {
    await using shop = await openFarSide('http', (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(5_000))) {}
      }
      response.on('drain', more)
      more()
    })
    const result = await get(`http://shop.example:${shop.port}/`, { ...plain, timeoutMs: 60_000 })
    expect(codeOf(result)).toBe('OUTBOUND_TOO_LARGE')
  })

  test('headers that are too long are refused', async () => {
    await using shop = await slow(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`)
    const result = await get(`http://shop.example:${shop.port}/`, { ...plain, timeoutMs: 60_000 })
    expect(codeOf(result)).toBe('OUTBOUND_TOO_LARGE')
  })

  test('a compression bomb is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    await using shop = await openFarSide('http', ({ headers }, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'x-requested': headers['accept-encoding'] }).end(bomb)
    })
    const result = await get(`http://shop.example:${shop.port}/`, { ...plain, timeoutMs: 60_000 })
    expect(result).toMatchObject({ ok: true, headers: { 'x-requested': 'identity' } })
    expect(result.ok && result.body.equals(bomb)).toBe(true)
  })

  test.each([
    ['disconnects immediately', (response: string) => response.slice(0, 0)],
    ['disconnects in the middle', (response: string) => response],
    ['speaks another protocol', () => 'SSH-2.0-OpenSSH_9\r\n'],
  ])('a host that %s is unreachable', async (_name, respond) => {
    await using shop = await openBareFarSide((socket) =>
      socket.end(respond('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')),
    )
    const result = await get(`http://shop.example:${shop.port}/`, { ...plain, timeoutMs: 60_000 })
    expect(codeOf(result)).toBe('OUTBOUND_UNREACHABLE')
  })

  test('a host that does not listen or cannot be resolved is unreachable', async () => {
    const gone = await openFarSide('https', () => undefined)
    await gone[Symbol.asyncDispose]()
    expect(codeOf(await get(`https://shop.example:${gone.port}/`))).toBe('OUTBOUND_UNREACHABLE')
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    expect(await get('https://shop.example/', { resolve })).toEqual({
      ok: false,
      code: 'OUTBOUND_UNREACHABLE',
      reason: 'ENOTFOUND',
    })
  })

  test('a call to a slow host can be aborted by the caller or the service', async () => {
    await using shop = await slow('')
    const url = `http://shop.example:${shop.port}/`
    const caller = new AbortController()
    const outbound = open({ privateHosts: 'http' })
    const pending = outbound.request({ method: 'GET', url, signal: caller.signal })
    caller.abort()
    expect(codeOf(await pending)).toBe('OUTBOUND_UNREACHABLE')
    const waiting = outbound.request({ method: 'GET', url })
    await outbound[Symbol.asyncDispose]()
    expect(codeOf(await waiting)).toBe('OUTBOUND_UNREACHABLE')
  })
})
