import { once } from 'node:events'
import { Agent, get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openClientAddresses } from './client-address.ts'
import { connectionSlot } from './connections.ts'
import {
  AdmitRefusal,
  type HttpHost,
  type HttpHostOptions,
  type HttpRequest,
  ListenError,
  openHttpHost,
  type Route,
} from './http-host.ts'
import { openRaw } from './testing/raw-connection.ts'

const echo: Route = {
  method: ['POST', 'PUT'],
  path: '/echo/:name',
  bodyBytesMax: 1_000,
  handle: ({ params, body, url }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: params.name, body: body.toString(), query: url.search }),
  }),
}
const page: Route = { method: 'GET', path: '/page', handle: () => ({ status: 200, body: 'hello' }) }

function open(routes: readonly Route[], options: Partial<HttpHostOptions> = {}): Promise<HttpHost> {
  return openHttpHost({ host: '127.0.0.1', port: 0, logger: captureLog().logger, routes, ...options })
}

describe('routes', () => {
  test('a route gets its parameters, query and body', async () => {
    await using host = await open([echo])
    const response = await fetch(`${host.url}/echo/a%20b?x=1`, { method: 'POST', body: 'text' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ name: 'a b', body: 'text', query: '?x=1' })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('HEAD gets the response of GET without the body', async () => {
    await using host = await open([page])
    const response = await fetch(`${host.url}/page`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('5')
    expect(await response.text()).toBe('')
  })

  test('OPTIONS lists the methods of a path', async () => {
    await using host = await open([page, echo])
    const response = await fetch(`${host.url}/page`, { method: 'OPTIONS' })
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    const unknown = await fetch(`${host.url}/nothing`, { method: 'OPTIONS' })
    expect(unknown.status).toBe(404)
  })

  test('another method on a known path is 405 with Allow, an unknown path is 404', async () => {
    await using host = await open([page, echo])
    const wrongMethod = await fetch(`${host.url}/echo/x`, { method: 'DELETE' })
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'OPTIONS, POST, PUT'])
    expect(await wrongMethod.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
    const unknown = await fetch(`${host.url}/other`)
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'ROUTE_NOT_FOUND' }])
  })

  test('a stream is sent as a response body', async () => {
    await using host = await open([
      { method: 'GET', path: '/stream', handle: () => ({ status: 200, body: Readable.from(['a', 'b', 'c']) }) },
    ])
    expect(await (await fetch(`${host.url}/stream`)).text()).toBe('abc')
  })

  test('HEAD destroys the stream of the response, even if it fails when destroyed', async () => {
    const closed = Promise.withResolvers<void>()
    const body = new Readable({
      read: () => undefined,
      destroy: (error, done) => done(error ?? new Error('destroyed unread')),
    })
    body.once('close', closed.resolve)
    await using host = await open([{ method: 'GET', path: '/stream', handle: () => ({ status: 200, body }) }])
    const uncaught = watchUncaught()
    expect((await fetch(`${host.url}/stream`, { method: 'HEAD' })).status).toBe(200)
    await closed.promise
    expect(await uncaught()).toEqual([])
  })

  test('a refusal by admit ends a request before its body is read', async () => {
    let handled = false
    await using host = await open([
      {
        method: 'POST',
        path: '/guarded',
        admit: ({ headers }) =>
          headers['x-key'] === 'right' ? undefined : new AdmitRefusal({ status: 401, body: 'who?' }),
        handle: () => {
          handled = true
          return { status: 200 }
        },
      },
    ])
    const refused = await fetch(`${host.url}/guarded`, { method: 'POST', body: 'x'.repeat(500_000) })
    expect([refused.status, await refused.text(), handled]).toEqual([401, 'who?', false])
    const accepted = await fetch(`${host.url}/guarded`, { method: 'POST', body: 'x', headers: { 'x-key': 'right' } })
    expect([accepted.status, handled]).toEqual([200, true])
  })

  test('handle gets the result of admit, and a connection slot lasts as long as its connection', async () => {
    const count = connectionSlot(() => ({ requests: 0 }))
    const counted: Route<{ readonly name: string }> = {
      method: 'GET',
      path: '/counted/:name',
      admit: async ({ params }) => ({ name: params.name ?? '' }),
      handle({ connection }, { name }) {
        count.of(connection).requests += 1
        return { status: 200, body: `${name} ${count.of(connection).requests};` }
      },
    }
    await using host = await open([counted])
    const get = (name: string) => `GET /counted/${name} HTTP/1.1\r\nhost: a\r\n`
    for (const connection of [1, 2]) {
      using raw = openRaw(host.port, `${get('a')}\r\n${get('b')}connection: close\r\n\r\n`)
      expect([connection, (await raw.received).match(/\w \d;/g)]).toEqual([connection, ['a 1;', 'b 2;']])
    }
  })

  test('a response body is sent unchanged, whether string or bytes, short or long', async () => {
    const text = 'žluťoučký 🐎 \u0000'
    const bodies = [
      text,
      Buffer.from(text),
      text.repeat(2_000),
      Buffer.from(text.repeat(2_000)),
      new Uint8Array([255, 0, 254]),
    ]
    await using host = await open([
      {
        method: 'GET',
        path: '/bodies/:index',
        handle: ({ params }) => ({ status: 200, body: bodies[Number(params.index)] ?? '' }),
      },
    ])
    for (const [index, body] of bodies.entries()) {
      const response = await fetch(`${host.url}/bodies/${index}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.equals(Buffer.from(body as string))).toBe(true)
      expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    }
  })

  test('a backslash in a path does not start another host', async () => {
    await using host = await open([
      { method: 'GET', path: '/*', handle: ({ url }) => ({ status: 200, body: url.host }) },
    ])
    using raw = openRaw(host.port, 'GET /\\[ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    expect(await raw.received).toMatch(/^HTTP\/1.1 400 /)
  })

  test.for(['', 'a b', 'a/b', 'a@b', 'a?b'])('the host "%s" is refused, even after a valid one', async (name) => {
    await using host = await open([page])
    for (const [sent, status] of [
      [name, 400],
      ['a', 200],
      [name, 400],
    ] as const) {
      using raw = openRaw(host.port, `GET /page HTTP/1.1\r\nhost: ${sent}\r\nconnection: close\r\n\r\n`)
      expect(await raw.received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
  })

  test('two routes with the same method and path are refused', async () => {
    await expect(open([page, page])).rejects.toThrow(/page/)
  })
})

describe('request bodies', () => {
  test('a body whose announced length is too long is 413 without being read', async () => {
    await using host = await open([echo])
    using raw = openRaw(host.port, 'POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: 1001\r\n\r\n')
    expect(await raw.received).toMatch(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s)
  })

  test('a chunked body that becomes too long is 413 and the connection ends', async () => {
    await using host = await open([echo], { limits: { lingerMs: 50 } })
    const chunk = `3e8\r\n${'x'.repeat(1_000)}\r\n`
    using raw = openRaw(
      host.port,
      `POST /echo/x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}`,
    )
    expect(await raw.received).toMatch(/^HTTP\/1.1 413 .*connection: close.*at most 1000 bytes/is)
  })

  test('a client that sends far too many bytes can read the response', async () => {
    await using host = await open([echo])
    const response = await fetch(`${host.url}/echo/x`, { method: 'POST', body: 'x'.repeat(200_000) })
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'BODY_TOO_LARGE' }])
  })

  test('a client that expects 100 Continue receives the refusal instead', async () => {
    await using host = await open([echo], { limits: { lingerMs: 50 } })
    const head = 'POST /echo/x HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length:'
    using refused = openRaw(host.port, `${head} 5000\r\n\r\n`)
    expect(await refused.received).toMatch(/^HTTP\/1.1 413/)
    using accepted = openRaw(host.port, `${head} 2\r\nconnection: close\r\n\r\n`)
    await once(accepted.socket, 'data')
    accepted.socket.write('ok')
    expect(await accepted.received).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200/)
  })

  test('a refusal keeps the connection when the unread body is short', async () => {
    const guarded: Route = {
      ...echo,
      bodyBytesMax: 100_000,
      admit: () => new AdmitRefusal({ status: 401, body: 'who?' }),
    }
    await using host = await open([guarded, page])
    const post = (length: number) =>
      `POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(length)}`
    const get = 'GET /page HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'
    using reused = openRaw(host.port, post(16_384) + get)
    expect(await reused.received).toMatch(/^HTTP\/1.1 401 .*who\?HTTP\/1.1 200 .*hello$/s)
    expect((await reused.received).match(/connection: close/gi)).toHaveLength(1)
    using closed = openRaw(host.port, post(16_385) + get)
    expect(await closed.received).toMatch(/^HTTP\/1.1 401 .*connection: close.*who\?$/is)
  })

  test('a refusal closes the connection if a short body does not arrive', async () => {
    const guarded: Route = { ...echo, admit: () => new AdmitRefusal({ status: 401, body: 'who?' }) }
    await using host = await open([guarded], { limits: { lingerMs: 50 } })
    using raw = openRaw(host.port, 'POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf')
    expect(await raw.received).toMatch(/^HTTP\/1.1 401 .*connection: close.*who\?$/is)
  })

  test('the host does not wait for the body of a GET', async () => {
    await using host = await open([page], { limits: { lingerMs: 50 } })
    using raw = openRaw(host.port, 'GET /page HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\n')
    expect(await raw.received).toMatch(/^HTTP\/1.1 200 .*connection: close.*hello$/is)
    const get = 'GET /page HTTP/1.1\r\nhost: a\r\n'
    using reused = openRaw(host.port, `${get}content-length: 2\r\n\r\n{}${get}connection: close\r\n\r\n`)
    expect((await reused.received).match(/HTTP\/1.1 200 /g)).toHaveLength(2)
  })

  test('a stream that fails while a body is discarded ends only its own connection', async () => {
    const body = new Readable({ read: () => undefined })
    const handle = () => {
      setImmediate(() => body.destroy(new Error('torn')))
      return { status: 200, body }
    }
    await using host = await open([{ method: 'GET', path: '/', handle }], { limits: { lingerMs: 50 } })
    const uncaught = watchUncaught()
    using raw = openRaw(host.port, 'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\n')
    expect(await raw.received).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(await uncaught()).toEqual([])
  })

  test('requests whose body does not arrive do not block other requests', async () => {
    const refusing: Route = { ...echo, path: '/guarded/:name', admit: () => new AdmitRefusal({ status: 401 }) }
    await using host = await open([page, echo, refusing], {
      limits: { requestsInFlightMax: 2, bodiesWaitingMax: 3, bodiesWaitingPerAddressMax: 3, lingerMs: 60_000 },
    })
    const head = (target: string) => `${target} HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n`
    const requests = ['POST /echo/x', 'GET /page', 'POST /guarded/x'].flatMap((target) => [target, target, target])
    const raws = requests.map((target) => openRaw(host.port, `${head(target)}\r\n`))
    // Each is accepted before the response to a later request.
    for (const raw of raws) await once(raw.socket, 'connect')
    for (let round = 0; round < 3; round += 1) expect((await fetch(`${host.url}/page`)).status).toBe(200)
    for (const { socket } of raws.slice(0, 3)) socket.end('y')
    const responses = await Promise.all(raws.slice(0, 3).map(({ received }) => received))
    for (const response of responses) expect(response).toMatch(/^HTTP\/1.1 200 .*"body":"y"/s)
    for (const raw of raws) raw[Symbol.dispose]()
  })

  test.each([{ bodiesWaitingMax: 1 }, { bodiesWaitingPerAddressMax: 1 }])(
    'a body beyond %o is 503 unless it arrives with its headers',
    async (limits) => {
      await using host = await open([echo], { limits: { ...limits, lingerMs: 50 } })
      const head =
        'POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\nconnection: close\r\nexpect: 100-continue\r\n\r\n'
      using first = openRaw(host.port, head)
      await once(first.socket, 'data')
      using second = openRaw(host.port, head.replace('expect: 100-continue\r\n', ''))
      expect(await second.received).toMatch(/^HTTP\/1.1 503 .*retry-after: 1.*OVERLOADED/is)
      using complete = openRaw(host.port, `${head.replace('expect: 100-continue\r\n', '')}w`)
      expect(await complete.received).toMatch(/^HTTP\/1.1 200 .*"body":"w"/s)
      first.socket.write('f')
      expect(await first.received).toMatch(/HTTP\/1.1 200 .*"body":"f"/s)
      using third = openRaw(host.port, head)
      await once(third.socket, 'data')
      third.socket.write('t')
      expect(await third.received).toMatch(/HTTP\/1.1 200 .*"body":"t"/s)
    },
  )

  test('a compressed body is 415', async () => {
    await using host = await open([echo])
    const headers = { 'content-encoding': 'gzip' }
    const response = await fetch(`${host.url}/echo/x`, { method: 'POST', body: 'x', headers })
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity'])
  })
})

describe('malformed and slow requests', () => {
  test.each([
    ['GET http://elsewhere/page HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['GET //page HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['GET /%zz HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['GET /page%00 HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['GET /page HTTP/1.1\r\nhost: a/b\r\n\r\n', 400],
    ['GET /page HTTP/1.1\r\n\r\n', 400],
    ['NONSENSE\r\n\r\n', 400],
    ['BREW /page HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 400],
    [`GET /page?${'x'.repeat(9_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 414],
    [`GET /page HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('malformed request %# is refused without internals', async (text, status) => {
    await using host = await open([page, echo], { limits: { keepAliveMs: 50 } })
    using raw = openRaw(host.port, text)
    const response = await raw.received
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response).not.toMatch(/\.ts|node:|Error:/)
  })

  test('a client that sends its headers too slowly gets 408', async () => {
    await using host = await open([page], { limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    using raw = openRaw(host.port, 'GET /page HTTP/1.1\r\nhost: a\r\n')
    expect(await raw.received).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s)
  })

  test('a client that connects and sends nothing is disconnected', async () => {
    await using host = await open([page], { limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    using raw = openRaw(host.port, '')
    expect(await raw.received).not.toMatch(/ 200 /)
  })

  test('a client that does not read its response is disconnected', async () => {
    const failed = Promise.withResolvers<void>()
    const endless = () => {
      const body = Readable.from(
        (async function* () {
          for (;;) yield 'x'.repeat(100_000)
        })(),
      )
      body.once('close', failed.resolve)
      return { status: 200, body }
    }
    await using host = await open([{ method: 'GET', path: '/', handle: endless }], { limits: { writeIdleMs: 100 } })
    using raw = openRaw(host.port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    raw.socket.pause()
    await failed.promise
  })

  test('a client that sends its body too slowly is disconnected', async () => {
    await using host = await open([echo], { limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    using raw = openRaw(host.port, 'POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc')
    expect(await raw.received).not.toMatch(/ 200 /)
  })

  test('invalid HTTP sent before a response is complete ends the connection without a response', async () => {
    const started = Promise.withResolvers<void>()
    const never = () => {
      started.resolve()
      return new Promise<never>(() => undefined)
    }
    const stream = () => {
      const body = new Readable({ read: () => undefined })
      body.push('first')
      return { status: 200, body }
    }
    const routes = [
      { method: 'GET', path: '/never', handle: never },
      { method: 'GET', path: '/stream', handle: stream },
    ]
    await using host = await open(routes, { limits: { drainMs: 50 } })
    using pending = openRaw(host.port, 'GET /never HTTP/1.1\r\nhost: a\r\n\r\n')
    await started.promise
    pending.socket.write('NONSENSE\r\n\r\n')
    expect(await pending.received).toBe('')
    using streaming = openRaw(host.port, 'GET /stream HTTP/1.1\r\nhost: a\r\n\r\n')
    await once(streaming.socket, 'data')
    streaming.socket.write('NONSENSE\r\n\r\n')
    expect(await streaming.received).not.toContain('400')
  })

  test('a malformed body is 400, and one that does not arrive in time is 408', async () => {
    const head = 'POST /echo/x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n'
    await using patient = await open([echo])
    using malformed = openRaw(patient.port, `${head}zz\r\n`)
    expect(await malformed.received).toMatch(/^HTTP\/1.1 400 /)
    await using host = await open([echo], { limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    using slow = openRaw(host.port, `${head}1\r\nx`)
    expect(await slow.received).toMatch(/^HTTP\/1.1 408 /)
  })

  test('idle connections are closed when there is little room for new ones', async () => {
    const limits = { connectionsMax: 10, connectionsPerAddressMax: 10, silentPerAddressMax: 10 }
    await using host = await open([page], { limits: { ...limits, keepAliveMs: 600_000 } })
    const raws = Array.from({ length: 9 }, () => openRaw(host.port, 'GET /page HTTP/1.1\r\nhost: a\r\n\r\n'))
    await Promise.all(raws.map(({ socket }) => once(socket, 'data')))
    using last = openRaw(host.port, 'GET /page HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    expect(await last.received).toMatch(/hello$/)
    for (const { received } of raws) expect(await received).toMatch(/hello$/)
  })

  test('more concurrent requests than the limit are 503 with Retry-After', async () => {
    const gate = Promise.withResolvers<void>()
    const slow: Route = { method: 'GET', path: '/slow', handle: () => gate.promise.then(() => ({ status: 204 })) }
    await using host = await open([slow, page], { limits: { requestsInFlightMax: 1 } })
    const first = fetch(`${host.url}/slow`)
    const second = await untilStatus(503, () => fetch(`${host.url}/page`))
    expect(second.headers.get('retry-after')).toBe('1')
    gate.resolve()
    expect((await first).status).toBe(204)
  })
})

describe('clients that open many connections or pipeline requests', () => {
  const PATIENT = { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 }
  const GET = 'GET /page HTTP/1.1\r\nhost: a\r\n\r\n'
  const LAST = 'GET /page HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'

  /** A route that delays its responses. `begun` counts its requests, `gone` those of disconnected clients. */
  function heldRoute() {
    const gate = Promise.withResolvers<void>()
    const held = { begun: 0, gone: 0, release: gate.resolve }
    const route: Route = {
      method: 'GET',
      path: '/held',
      handle: async ({ abortNotice }) => {
        held.begun += 1
        const onGone = () => {
          held.gone += 1
        }
        abortNotice.addEventListener('abort', { handleEvent: onGone })
        await gate.promise
        return { status: 200, body: 'held' }
      },
    }
    return { held, route }
  }

  test('beyond the limit of silent connections of one address, the oldest is closed and the newest is served', async () => {
    await using host = await open([page], { limits: { silentPerAddressMax: 3, ...PATIENT } })
    const silent = Array.from({ length: 10 }, () => openRaw(host.port, ''))
    for (const { received } of silent.slice(0, 7)) expect(await received).toBe('')
    silent[9]?.socket.write(LAST)
    expect(await silent[9]?.received).toMatch(/hello$/)
    for (const { socket } of silent) socket.destroy()
  })

  test('a connection that has sent a request is not closed to make room for silent ones', async () => {
    await using host = await open([page], { limits: { silentPerAddressMax: 2 } })
    using used = openRaw(host.port, GET)
    await once(used.socket, 'data')
    const silent = Array.from({ length: 6 }, () => openRaw(host.port, ''))
    for (const { received } of silent.slice(0, 4)) await received
    used.socket.write(LAST)
    expect(await used.received).toMatch(/hello.*hello$/s)
    for (const { socket } of silent) socket.destroy()
  })

  test('connections of one address are limited, and closed ones make room', async () => {
    const log = captureLog()
    await using host = await open([page], {
      limits: { connectionsPerAddressMax: 2, silentPerAddressMax: 2 },
      logger: log.logger,
    })
    const used = [openRaw(host.port, GET), openRaw(host.port, GET)]
    await Promise.all(used.map(({ socket }) => once(socket, 'data')))
    using refused = openRaw(host.port, LAST)
    expect(await refused.received).toBe('')
    expect(log.lines()).toContainEqual(expect.objectContaining({ address: '127.0.0.1', refused: 1 }))
    used[0]?.socket.destroy()
    await untilServed(host.url)
    used[1]?.socket.destroy()
  })

  test('silent connections are closed when there is little room for new ones', async () => {
    const limits = { connectionsMax: 10, connectionsPerAddressMax: 10, silentPerAddressMax: 10 }
    await using host = await open([page], { limits: { ...limits, ...PATIENT } })
    const silent = Array.from({ length: 30 }, () => openRaw(host.port, ''))
    for (const { received } of silent.slice(0, 20)) expect(await received).toBe('')
    expect(await (await fetch(`${host.url}/page`)).text()).toBe('hello')
    for (const { socket } of silent) socket.destroy()
  })

  test('connections of a trusted proxy are not limited like those of one client', async () => {
    const clientAddresses = openClientAddresses(['127.0.0.0/8'])
    const limits = { connectionsPerAddressMax: 1, silentPerAddressMax: 1 }
    await using host = await open([page], { limits, clientAddresses })
    const used = Array.from({ length: 5 }, () => openRaw(host.port, GET))
    const received = await Promise.all(used.map(({ socket }) => once(socket, 'data')))
    for (const [response] of received) expect(String(response)).toMatch(/200 OK/)
    for (const { socket } of used) socket.destroy()
  })

  test('a route gets the client for which a trusted proxy forwards', async () => {
    const whoami: Route = {
      method: 'GET',
      path: '/',
      handle: (request) => ({ status: 200, body: request.clientAddress }),
    }
    await using host = await open([whoami], { clientAddresses: openClientAddresses(['127.0.0.1']) })
    const response = await fetch(host.url, { headers: { 'x-forwarded-for': '192.0.2.1, 198.51.100.9' } })
    expect(await response.text()).toBe('198.51.100.9')
    await using plain = await open([whoami])
    const direct = await fetch(plain.url, { headers: { 'x-forwarded-for': '198.51.100.9' } })
    expect(await direct.text()).toBe('127.0.0.1')
  })

  test('pipelined requests are handled one after another, in order', async () => {
    const { held, route } = heldRoute()
    await using host = await open([route, page])
    using raw = openRaw(host.port, `${'GET /held HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3)}${LAST}`)
    await expect.poll(() => held.begun).toBe(1)
    expect((await fetch(`${host.url}/page`)).status).toBe(200)
    expect(held.begun).toBe(1)
    held.release()
    expect((await raw.received).match(/held|hello/g)).toEqual(['held', 'held', 'held', 'hello'])
  })

  test('a client that pipelines more requests than allowed is disconnected, and others behind the same NAT are served', async () => {
    const { held, route } = heldRoute()
    await using host = await open([route, page], { limits: { requestsPipelinedMax: 4 } })
    using idle = openRaw(host.port, GET)
    await once(idle.socket, 'data')
    using silent = openRaw(host.port, '')
    await once(silent.socket, 'connect')
    const attacks = Array.from({ length: 3 }, () =>
      openRaw(host.port, 'GET /held HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(40)),
    )
    expect(await Promise.all(attacks.map(({ received }) => received))).toEqual(['', '', ''])
    expect(held.begun).toBe(3)
    const neighbours = Array.from({ length: 20 }, () => openRaw(host.port, LAST))
    for (const { socket } of [idle, silent]) socket.write(LAST)
    for (const { received } of [...neighbours, silent]) expect(await received).toMatch(/hello$/)
    expect(await idle.received).toMatch(/hello.*hello$/s)
    held.release()
  })

  test('pipelined requests of a disconnected client are not handled and do not remain in flight', async () => {
    const { held, route } = heldRoute()
    await using host = await open([route, page], { limits: { requestsInFlightMax: 2, drainMs: 600_000 } })
    using raw = openRaw(host.port, 'GET /held HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(4))
    await expect.poll(() => held.begun).toBeGreaterThan(0)
    raw.socket.destroy()
    await expect.poll(() => held.gone).toBeGreaterThan(0)
    held.release()
    await untilServed(host.url)
    await host[Symbol.asyncDispose]()
    expect(held.begun).toBe(1)
  })
})

async function untilServed(url: string): Promise<void> {
  const ask = () =>
    fetch(`${url}/page`).then(
      ({ status }) => status,
      () => 'refused',
    )
  await expect.poll(ask).toBe(200)
}

describe('failures', () => {
  test('an error thrown by a route is 500 with an id that is also logged, without internals', async () => {
    const log = captureLog()
    const broken: Route = { method: 'GET', path: '/broken', handle: () => Promise.reject(new Error('secret inside')) }
    await using host = await open([broken], { logger: log.logger })
    const response = await fetch(`${host.url}/broken`)
    const body = (await response.json()) as { code: string; id: string }
    expect([response.status, body.code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(log.lines()).toContainEqual(
      expect.objectContaining({ requestId: body.id, err: expect.objectContaining({ message: 'secret inside' }) }),
    )
  })

  test.each([{ status: 99 }, { status: 200, headers: { 'x-a': 'line\r\nbreak' } }])(
    'an invalid response is 500: %o',
    async (response) => {
      await using host = await open([{ method: 'GET', path: '/', handle: () => response }])
      expect((await fetch(host.url)).status).toBe(500)
    },
  )

  test('the stream of an invalid response is destroyed', async () => {
    const body = new Readable({
      read: () => undefined,
      destroy: (error, done) => done(error ?? new Error('destroyed unread')),
    })
    const closed = new Promise<void>((resolve) => void body.once('close', resolve))
    await using host = await open([{ method: 'GET', path: '/', handle: () => ({ status: 999, body }) }])
    const uncaught = watchUncaught()
    expect((await fetch(host.url)).status).toBe(500)
    await closed
    expect(await uncaught()).toEqual([])
  })

  test('a response stream that fails half-way ends its connection', async () => {
    const body = (): Readable =>
      Readable.from(
        (async function* () {
          yield 'half'
          throw new Error('torn')
        })(),
      )
    await using host = await open([{ method: 'GET', path: '/', handle: () => ({ status: 200, body: body() }) }])
    await expect(fetch(host.url).then((response) => response.text())).rejects.toThrow()
  })

  test('a problem renderer gets the headers of the request, if they could be parsed', async () => {
    await using host = await open([page], {
      limits: { keepAliveMs: 50 },
      onError: ({ status, request }) => ({ status, body: `for ${request['accept-language'] ?? 'unknown'}` }),
    })
    const missing = await fetch(`${host.url}/x`, { headers: { 'accept-language': 'cs' } })
    expect(await missing.text()).toBe('for cs')
    using raw = openRaw(host.port, 'NONSENSE\r\n\r\n')
    expect(await raw.received).toMatch(/for unknown$/)
  })

  test('a problem renderer gets the name and value of an exceeded limit', async () => {
    await using host = await open([page, echo], {
      limits: { headerBytesMax: 4_000, urlBytesMax: 1_000, lingerMs: 50, keepAliveMs: 50 },
      onError: ({ status, limit, max }) => ({ status, body: `${limit} ${max}` }),
    })
    const exceeding = {
      'bodyBytes 1000': 'POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: 1001\r\n\r\n',
      'urlBytes 1000': `GET /page?${'x'.repeat(1_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
      'headerBytes 4000': `GET /page HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(4_000)}\r\n\r\n`,
    }
    for (const [expected, sent] of Object.entries(exceeding)) {
      using raw = openRaw(host.port, sent)
      expect(await raw.received).toMatch(new RegExp(`\r\n${expected}$`))
    }
  })

  test('a host renders problems with its own renderers', async () => {
    await using host = await open([page], {
      notFound: () => ({ status: 200, body: 'nowhere' }),
      methodNotAllowed: () => ({ status: 405, body: 'not so' }),
      onError: ({ code }) => ({ status: 500, headers: { 'content-type': 'text/plain' }, body: `oh: ${code}` }),
    })
    const missing = await fetch(`${host.url}/x`)
    expect([missing.status, await missing.text()]).toEqual([404, 'nowhere'])
    const method = await fetch(`${host.url}/page`, { method: 'PUT' })
    expect([method.status, method.headers.get('allow'), await method.text()]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'not so',
    ])
    using raw = openRaw(host.port, 'NONSENSE\r\n\r\n')
    expect(await raw.received).toMatch(/^HTTP\/1.1 400 .*text\/plain.*oh: REQUEST_MALFORMED$/s)
  })

  test('a response that takes too long is 503 and aborts the signal', async () => {
    let reason: unknown
    const never = ({ signal }: HttpRequest) =>
      new Promise<never>(() =>
        signal.addEventListener('abort', () => {
          reason = signal.reason
        }),
      )
    await using host = await open([{ method: 'GET', path: '/', handle: never }], { limits: { responseTimeoutMs: 50 } })
    const response = await fetch(host.url)
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'ANSWER_TIMEOUT' }])
    expect(String(reason)).toContain('too long')
  })

  test('a request that takes too long to admit is 503 and is not handled', async () => {
    const admission = Promise.withResolvers<undefined>()
    let handled = false
    const handle = () => {
      handled = true
      return { status: 200 }
    }
    const slow: Route = { method: 'GET', path: '/', admit: () => admission.promise, handle }
    await using host = await open([slow, page], { limits: { responseTimeoutMs: 50 } })
    const response = await fetch(host.url)
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'ANSWER_TIMEOUT' }])
    admission.resolve(undefined)
    expect((await fetch(`${host.url}/page`)).status).toBe(200)
    expect(handled).toBe(false)
  })

  test('the time for receiving a body does not count towards the response timeout', async () => {
    await using host = await open([echo], { limits: { responseTimeoutMs: 50 } })
    using raw = openRaw(host.port, 'POST /echo/x HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\nconnection: close\r\n\r\n')
    await once(raw.socket, 'connect')
    // Longer than the response timeout, however fast the machine is.
    await new Promise((resolve) => setTimeout(resolve, 200))
    raw.socket.write('ok')
    expect(await raw.received).toMatch(/^HTTP\/1.1 200 .*"body":"ok"/s)
  })

  test('a client that disconnects aborts the signal', async () => {
    const started = Promise.withResolvers<AbortSignal>()
    await using host = await open([
      {
        method: 'GET',
        path: '/',
        handle: ({ signal }) => {
          started.resolve(signal)
          return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
      },
    ])
    const request = httpRequest(host.url)
    request.on('error', () => undefined)
    request.end()
    const signal = await started.promise
    request.destroy()
    await once(signal, 'abort')
    expect(String(signal.reason)).toContain('the client disconnected')
  })
})

describe('the lifecycle of a host', () => {
  test('disposing lets a request in flight finish and accepts no others', async () => {
    const gate = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const host = await open([
      {
        method: 'GET',
        path: '/',
        handle: async () => {
          started.resolve()
          await gate.promise
          return { status: 200, body: 'done' }
        },
      },
    ])
    const responding = fetch(host.url)
    await started.promise
    const closing = host[Symbol.asyncDispose]()
    await expect(fetch(host.url)).rejects.toThrow()
    gate.resolve()
    const response = await responding
    expect([await response.text(), response.headers.get('connection')]).toEqual(['done', 'close'])
    await closing
  })

  test('a retired host still accepts connections and requests, and closes each connection after its response', async () => {
    await using host = await open([page])
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const get = async () => {
      const request = httpGet(`${host.url}/page`, { agent })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
      return [response.statusCode, response.headers.connection, request.reusedSocket]
    }
    expect(await get()).toEqual([200, 'keep-alive', false])
    expect(await get()).toEqual([200, 'keep-alive', true])
    host.retire()
    expect(await get()).toEqual([200, 'close', true])
    expect(await get()).toEqual([200, 'close', false])
  })

  test('a long-lived stream does not count as a request in flight, and disposing ends it immediately', async () => {
    let signal: AbortSignal | undefined
    const live: Route = {
      method: 'GET',
      path: '/live',
      handle: (request) => {
        signal = request.signal
        const body = new Readable({ read: () => undefined })
        body.push('first')
        return { status: 200, body, longLived: true }
      },
    }
    const host = await open([live, page], { limits: { requestsInFlightMax: 1, drainMs: 60_000 } })
    const responses = await Promise.all([fetch(`${host.url}/live`), fetch(`${host.url}/live`)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await fetch(`${host.url}/page`)).status).toBe(200)
    const texts = responses.map((response) => response.text().catch(() => 'cut'))
    await host[Symbol.asyncDispose]()
    expect(await Promise.all(texts)).toEqual(['cut', 'cut'])
    expect(String(signal?.reason)).toContain('stopping')
  })

  test('disposing aborts and disconnects requests that do not finish in time', async () => {
    const started = Promise.withResolvers<AbortSignal>()
    const never: Route = {
      method: 'GET',
      path: '/',
      handle: ({ signal }) => {
        started.resolve(signal)
        return new Promise(() => undefined)
      },
    }
    const host = await open([never], { limits: { drainMs: 50 } })
    const responding = fetch(host.url).then(
      () => 'responded',
      () => 'cut',
    )
    const signal = await started.promise
    await host[Symbol.asyncDispose]()
    expect([await responding, signal.aborted]).toEqual(['cut', true])
  })

  test('the error for a port in use names the setting to change', async () => {
    await using host = await open([page])
    const second = open([page], { port: host.port, portVariable: 'SHOP_PORT' })
    await expect(second).rejects.toThrow(ListenError)
    await expect(second).rejects.toThrow(`port ${host.port} is in use: set SHOP_PORT to another one`)
  })

  test('WebSocket upgrades reach the handler; without one they are plain requests', async () => {
    await using host = await open([page], {
      upgrade: (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\nhi'),
    })
    const text = 'GET /page HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
    using raw = openRaw(host.port, text)
    expect(await raw.received).toMatch(/101 .*hi$/s)
    const other = text
      .replace('upgrade: websocket', 'upgrade: h2c')
      .replace('connection: upgrade', 'connection: upgrade, close')
    using ignored = openRaw(host.port, other)
    expect(await ignored.received).toMatch(/200 OK.*hello$/s)
    await using plain = await open([page], { limits: { keepAliveMs: 50 } })
    using ordinary = openRaw(plain.port, text)
    expect(await ordinary.received).toMatch(/200 OK.*hello$/s)
  })
})

async function untilStatus(status: number, send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  return response.status === status ? response : untilStatus(status, send)
}

/** From now on, collects uncaught errors instead of ending the process. Returns them after a turn of the event loop. */
function watchUncaught(): () => Promise<unknown[]> {
  const uncaught: unknown[] = []
  const note = (error: unknown): void => void uncaught.push(error)
  process.on('uncaughtException', note)
  return async () => {
    await new Promise((resolve) => setImmediate(resolve))
    process.off('uncaughtException', note)
    return uncaught
  }
}
