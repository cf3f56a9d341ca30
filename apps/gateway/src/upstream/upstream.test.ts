import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FarScript, type FarSubgraph, obedient, openFarSubgraph } from './testing/far-subgraph.ts'
import { recordSink } from './testing/record-sink.ts'
import { openUpstream, type Upstream } from './upstream.ts'

const PAYLOAD = { query: 'subscription { a }', extensions: { identityAssertion: 'x' } }
const until = (check: () => void) => vi.waitFor(check, { timeout: 180_000, interval: 5 })
const count = (far: FarSubgraph, type: string) => far.received.filter((message) => message.type === type).length

/** Subscribes, and waits until the subgraph has received the subscription. */
async function subscribed(upstream: Upstream, far: FarSubgraph) {
  const sink = recordSink()
  const before = count(far, 'subscribe')
  const unsubscribe = upstream.subscribe(PAYLOAD, sink)
  await until(() => expect(count(far, 'subscribe')).toBe(before + 1))
  return { sink, unsubscribe }
}

/** Responds to each `subscribe` with `respond`. */
const answering =
  (respond: FarScript): FarScript =>
  (message, far) => {
    obedient(message, far)
    if (message.type === 'subscribe') respond(message, far)
  }

describe('upstream subscriptions', () => {
  test('subscriptions are sent unchanged after an init without a token, and deliver events with their JSON', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    expect(far.received).toEqual([{ type: 'connection_init' }, { id: '1', type: 'subscribe', payload: PAYLOAD }])
    far.sockets[0]?.send('{"id":"1","type":"next","payload":{"data":{"a":"ä"}}}')
    await until(() =>
      expect(sink.events).toMatchObject([{ payload: { data: { a: 'ä' } }, json: '{"data":{"a":"ä"}}' }]),
    )
    far.sockets[0]?.send({ type: 'complete', id: '1' })
    await until(() => expect(sink.ends).toEqual([['completed']]))
    expect(upstream.counts()).toEqual({ connections: 1, subscriptions: 0 })
  })

  test('subscriptions share a socket up to the limit, and a free slot is used before another socket is opened', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url, { subscriptionsPerSocketMax: 2 })
    const ends = Array.from({ length: 5 }, () => upstream.subscribe(PAYLOAD, recordSink()))
    expect(upstream.counts()).toEqual({ connections: 3, subscriptions: 5 })
    await until(() => expect(count(far, 'subscribe')).toBe(5))
    ends[0]?.()
    await until(() => expect(count(far, 'complete')).toBe(1))
    await subscribed(upstream, far)
    await subscribed(upstream, far)
    expect(upstream.counts()).toEqual({ connections: 3, subscriptions: 6 })
    expect(far.sockets).toHaveLength(3)
  })

  test('subscriptions share a socket only if they have the same sharersMax', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url, { subscriptionsPerSocketMax: 3 })
    for (const sharersMax of [undefined, 2, 1, 2, 1, 2, 3, 100]) upstream.subscribe(PAYLOAD, recordSink(), sharersMax)
    expect(upstream.counts()).toEqual({ connections: 5, subscriptions: 8 })
    await until(() => expect(count(far, 'subscribe')).toBe(8))
    expect(far.sockets).toHaveLength(5)
  })

  test('the sink of an ended subscription is not called for any message of the subgraph', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    const first = await subscribed(upstream, far)
    const second = await subscribed(upstream, far)
    first.unsubscribe()
    first.unsubscribe()
    for (const text of ['{"id":"1","type":"next","payload":{"data":1}}', '{"id":"1","type":"complete"}']) {
      far.sockets[0]?.send(text)
    }
    far.sockets[0]?.send('{"id":"1","type":"error","payload":[{"message":"no"}]}')
    far.sockets[0]?.send('{"id":"2","type":"next","payload":{"data":2}}')
    await until(() => expect(second.sink.events).toHaveLength(1))
    expect(first.sink.events).toEqual([])
    expect(first.sink.ends).toEqual([])
    expect(far.received.filter(({ type }) => type === 'complete')).toEqual([{ id: '1', type: 'complete' }])
  })

  test('a subscription that ends before connection_ack is never sent', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)()
    const { sink: other } = await subscribed(upstream, far)
    expect(far.received.map(({ type, id }) => [type, id])).toEqual([
      ['connection_init', undefined],
      ['subscribe', '2'],
    ])
    expect([sink.ends, other.ends]).toEqual([[], []])
  })

  test('a refused subscription receives the errors', async () => {
    const errors = [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }]
    await using far = await openFarSubgraph(
      answering(({ id }, { send }) => send({ id, type: 'error', payload: errors })),
    )
    await using upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    await until(() => expect(sink.ends).toEqual([['refused', errors]]))
  })

  test('subscriptions may end and start while events are delivered', async () => {
    await using far = await openFarSubgraph(
      answering(({ id }, { send }) => send({ id, type: 'next', payload: { data: id } })),
    )
    await using upstream = openUpstream(far.url)
    const inner = recordSink()
    const ended = recordSink()
    const other = upstream.subscribe(PAYLOAD, ended)
    const unsubscribe = upstream.subscribe(PAYLOAD, {
      ...recordSink(),
      next: () => {
        unsubscribe()
        upstream.subscribe(PAYLOAD, inner)
      },
    })
    await until(() => expect(inner.events).toHaveLength(1))
    other()
    expect(upstream.counts()).toEqual({ connections: 1, subscriptions: 1 })
  })
})

describe('lost subscriptions', () => {
  test('subscriptions are lost when no server listens', async () => {
    await using upstream = openUpstream('http://127.0.0.1:9/graphql')
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    expect(sink.ends).toEqual([])
    await until(() => expect(sink.ends).toEqual([['lost', expect.stringContaining('ECONNREFUSED')]]))
    expect(upstream.counts()).toEqual({ connections: 0, subscriptions: 0 })
  })

  test('subscriptions are lost when the upgrade is refused', async () => {
    await using far = await openFarSubgraph(obedient, (_request, socket) =>
      socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    )
    await using upstream = openUpstream(far.url)
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    await until(() => expect(sink.ends).toEqual([['lost', 'Unexpected server response: 503']]))
  })

  test('subscriptions are lost when the upgrade gets no response', async () => {
    await using far = await openFarSubgraph(obedient, () => undefined)
    await using upstream = openUpstream(far.url, { handshakeMs: 50 })
    const sinks = [recordSink(), recordSink()]
    for (const sink of sinks) upstream.subscribe(PAYLOAD, sink)
    for (const { ends } of sinks) {
      await until(() => expect(ends).toEqual([['lost', 'the WebSocket was not accepted in time']]))
    }
  })

  test('subscriptions are lost when the response to the upgrade is too slow', async () => {
    const server = createServer((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nx: ')
      const timer = setInterval(() => socket.write('x'), 5)
      socket.on('error', () => undefined).on('close', () => clearInterval(timer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await using upstream = openUpstream(`http://127.0.0.1:${port}/graphql`, { handshakeMs: 50 })
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    await until(() => expect(sink.ends).toEqual([['lost', 'the WebSocket was not accepted in time']]))
    server.close()
  })

  test('subscriptions are lost when the subgraph speaks another protocol', async () => {
    await using far = await openFarSubgraph(obedient, (request, socket) => {
      const key = String(request.headers['sec-websocket-key'])
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nx: ${key}\r\n\r\n`)
    })
    await using upstream = openUpstream(far.url)
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    await until(() => expect(sink.ends).toEqual([['lost', 'Invalid Sec-WebSocket-Accept header']]))
  })

  test('subscriptions are lost when the subgraph never acknowledges', async () => {
    await using far = await openFarSubgraph(() => undefined)
    await using upstream = openUpstream(far.url, { ackMs: 50 })
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    await until(() => expect(sink.ends).toEqual([['lost', 'no connection_ack in time']]))
    await until(() => expect(far.closed).toEqual([4504]))
    expect(count(far, 'subscribe')).toBe(0)
  })

  test('a connection_ack after the time limit is too late: the next subscription opens another socket', async () => {
    const inits: (() => void)[] = []
    await using far = await openFarSubgraph((message, socket) => {
      if (message.type === 'connection_init' && inits.length === 0) {
        inits.push(() => socket.send({ type: 'connection_ack' }))
      } else obedient(message, socket)
    })
    await using upstream = openUpstream(far.url, { ackMs: 2_000 })
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    await until(() => expect(inits).toHaveLength(1))
    await until(() => expect(sink.ends).toHaveLength(1))
    inits[0]?.()
    const { sink: second } = await subscribed(upstream, far)
    expect(far.sockets).toHaveLength(2)
    expect([sink.ends.length, second.ends.length]).toEqual([1, 0])
  })

  test('a connection_ack within the time limit keeps the socket open', async () => {
    await using far = await openFarSubgraph((message, socket) => void setTimeout(() => obedient(message, socket), 30))
    await using upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    expect(sink.ends).toEqual([])
  })
})

describe('a subgraph that disconnects', () => {
  test.each<[string, (far: FarSubgraph) => void, string]>([
    ['dropped', (far) => far.sockets[0]?.socket.terminate(), 'closed with 1006'],
    ['closed with 1000', (far) => far.sockets[0]?.socket.close(1000), 'closed with 1000'],
    [
      'closed for a restart',
      (far) => far.sockets[0]?.socket.close(1012, 'Service restart'),
      'closed with 1012 Service restart',
    ],
  ])('%s: all its subscriptions are lost, and new ones open another socket', async (_name, leave, reason) => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    const { sink: second } = await subscribed(upstream, far)
    leave(far)
    await until(() => expect([sink.ends, second.ends]).toEqual([[['lost', reason]], [['lost', reason]]]))
    const { sink: third } = await subscribed(upstream, far)
    expect(third.ends).toEqual([])
    expect(upstream.counts()).toEqual({ connections: 1, subscriptions: 1 })
  })

  test('a subgraph that drops the connection before the ack', async () => {
    await using far = await openFarSubgraph((_message, { socket }) => socket.terminate())
    await using upstream = openUpstream(far.url)
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    await until(() => expect(sink.ends).toEqual([['lost', 'closed with 1006']]))
  })

  describe('the wait for a message after a ping', () => {
    // The test subgraph runs in this process: on a busy machine, real timers would expire before it could respond.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
    afterEach(() => void vi.useRealTimers())
    const limits = { pingMs: 2_000, pongMs: 1_000 }
    const turns = async (count: number) => {
      for (let passed = 0; passed < count; passed += 1) await turn()
    }
    const turnsUntil = async (isReached: () => boolean) => {
      while (!isReached()) await turn()
    }
    const subscribedIn = async (upstream: Upstream, far: FarSubgraph) => {
      const sink = recordSink()
      upstream.subscribe(PAYLOAD, sink)
      await turnsUntil(() => count(far, 'subscribe') === 1)
      vi.advanceTimersByTime(limits.pingMs - limits.pongMs)
      return sink
    }
    /** Lets the next ping be sent, waits for `isReached`, and lets the time to respond expire. */
    const ping = async (isReached: () => boolean) => {
      vi.advanceTimersByTime(limits.pingMs - limits.pongMs)
      await turnsUntil(isReached)
      await turns(10)
      vi.advanceTimersByTime(limits.pongMs)
      await turns(10)
    }

    test('a subgraph is lost when it stops sending pongs, as behind a half-open connection', async () => {
      let mute = false
      await using far = await openFarSubgraph((message, socket) => {
        if (!mute) obedient(message, socket)
      })
      await using upstream = openUpstream(far.url, limits)
      const sink = await subscribedIn(upstream, far)
      await ping(() => count(far, 'ping') === 1)
      expect(sink.ends).toEqual([])
      mute = true
      await ping(() => count(far, 'ping') === 2)
      expect(sink.ends).toEqual([['lost', 'no message after a ping']])
    })

    test('an event counts as a pong', async () => {
      await using far = await openFarSubgraph((message, socket) => {
        if (message.type === 'ping') socket.send({ id: '1', type: 'next', payload: { data: null } })
        else obedient(message, socket)
      })
      await using upstream = openUpstream(far.url, limits)
      const sink = await subscribedIn(upstream, far)
      for (const events of [1, 2]) {
        await ping(() => sink.events.length === events)
        expect(sink.ends).toEqual([])
      }
    })
  })

  test('a subgraph that does not complete the closing handshake', async () => {
    await using far = await openFarSubgraph()
    const upstream = openUpstream(far.url, { closeWaitMs: 50 })
    const { sink } = await subscribed(upstream, far)
    far.sockets[0]?.socket.pause()
    await upstream[Symbol.asyncDispose]()
    expect(sink.ends).toEqual([['lost', 'the gateway closed its connections to this subgraph']])
  })
})

describe('a subgraph that violates the protocol', () => {
  test.each<[string, string | Buffer]>([
    ['invalid JSON', 'nonsense'],
    ['an unknown type', '{"type":"data","id":"1","payload":{}}'],
    ['a client message', '{"type":"subscribe","id":"1","payload":{"query":"{a}"}}'],
    ['a binary message', Buffer.from('{"id":"1","type":"next","payload":{"data":1}}')],
    ['an id that is not a string', '{"id":1,"type":"next","payload":{"data":1}}'],
  ])('%s: closed with 4400, and all subscriptions of the socket are lost', async (_name, content) => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    const { sink: second } = await subscribed(upstream, far)
    far.sockets[0]?.socket.send(content)
    const lost = [['lost', expect.stringContaining('the subgraph violated the protocol')]]
    await until(() => expect([sink.ends, second.ends]).toEqual([lost, lost]))
    await until(() => expect(far.closed).toEqual([4400]))
  })

  test('an event before the ack violates the protocol', async () => {
    await using far = await openFarSubgraph((_message, { send }) =>
      send('{"id":"1","type":"next","payload":{"data":1}}'),
    )
    await using upstream = openUpstream(far.url)
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, sink)
    await until(() => expect(sink.ends).toHaveLength(1))
    await until(() => expect(far.closed).toEqual([4400]))
    expect(sink.events).toEqual([])
  })

  test('an invalid payload ends only its own subscription, on both sides', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    const { sink: second } = await subscribed(upstream, far)
    far.sockets[0]?.send('{"id":"1","type":"next","payload":[]}')
    await until(() => expect(sink.ends).toEqual([['lost', 'the payload of an event is not a result']]))
    await until(() => expect(far.received.at(-1)).toEqual({ id: '1', type: 'complete' }))
    far.sockets[0]?.send('{"id":"2","type":"next","payload":{"data":1}}')
    await until(() => expect(second.events).toHaveLength(1))
    expect(second.ends).toEqual([])
  })

  test('a message of 40 MB ends the socket', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    let ofOther: string | undefined
    upstream.subscribe(PAYLOAD, {
      ...recordSink(),
      lost: (_reason, tooLong) => {
        ofOther = tooLong
      },
    })
    far.sockets[0]?.send(`{"id":"1","type":"next","payload":{"data":"${'x'.repeat(40_000_000)}"}}`)
    await until(() => expect(sink.ends).toEqual([['lost', 'Max payload size exceeded']]))
    expect(sink.events).toEqual([])
    expect(ofOther).toBe('POSSIBLE')
  })

  test('a flood of events is delivered in order', async () => {
    const events = 100_000
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url)
    let next = 0
    let inOrder = true
    const sink = recordSink()
    upstream.subscribe(PAYLOAD, {
      ...sink,
      next: ({ payload }) => {
        inOrder &&= payload.data === next
        next += 1
      },
    })
    await until(() => expect(count(far, 'subscribe')).toBe(1))
    for (let i = 0; i < events; i += 1) far.sockets[0]?.send(`{"id":"1","type":"next","payload":{"data":${i}}}`)
    far.sockets[0]?.send({ id: '1', type: 'complete' })
    await until(() => expect(sink.ends).toEqual([['completed']]))
    expect([next, inOrder]).toEqual([events, true])
  })

  test('a subgraph that does not read is terminated, and no sink is called while subscribing', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url, { bufferedBytesMax: 100_000 })
    const { sink } = await subscribed(upstream, far)
    far.sockets[0]?.socket.pause()
    const last = recordSink()
    upstream.subscribe({ query: 'x'.repeat(20_000_000) }, last)
    expect([sink.ends, last.ends]).toEqual([[], []])
    expect(upstream.counts()).toEqual({ connections: 0, subscriptions: 0 })
    const lost = [['lost', 'more than 100000 bytes were waiting to be sent']]
    await until(() => expect([sink.ends, last.ends]).toEqual([lost, lost]))
  })
})

describe('upstream sockets', () => {
  test('a socket opens with the first subscription, and closes some time after the last', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url, { idleMs: 50, pingMs: 3_000, pongMs: 2_900 })
    expect(upstream.counts()).toEqual({ connections: 0, subscriptions: 0 })
    const first = await subscribed(upstream, far)
    first.unsubscribe()
    const second = await subscribed(upstream, far)
    await until(() => expect(count(far, 'ping')).toBe(1))
    expect(far.sockets).toHaveLength(1)
    expect(second.sink.ends).toEqual([])
    second.unsubscribe()
    await until(() => expect(far.closed).toEqual([1000]))
    expect(upstream.counts()).toEqual({ connections: 0, subscriptions: 0 })
    await subscribed(upstream, far)
    expect(far.sockets).toHaveLength(2)
    expect([first.sink.ends, second.sink.ends]).toEqual([[], []])
  })

  test('a closing socket accepts no subscription', async () => {
    await using far = await openFarSubgraph()
    await using upstream = openUpstream(far.url, { idleMs: 1 })
    const { unsubscribe } = await subscribed(upstream, far)
    far.sockets[0]?.socket.pause()
    unsubscribe()
    await until(() => expect(upstream.counts().connections).toBe(0))
    const { sink } = await subscribed(upstream, far)
    expect(far.sockets).toHaveLength(2)
    expect(sink.ends).toEqual([])
  })
})

describe('disposing an upstream', () => {
  test('disposing an upstream loses remaining and later subscriptions, each once', async () => {
    await using far = await openFarSubgraph()
    const upstream = openUpstream(far.url)
    const { sink } = await subscribed(upstream, far)
    await upstream[Symbol.asyncDispose]()
    await upstream[Symbol.asyncDispose]()
    const lost = [['lost', 'the gateway closed its connections to this subgraph']]
    expect(sink.ends).toEqual(lost)
    const later = recordSink()
    upstream.subscribe(PAYLOAD, later)
    const ended = recordSink()
    upstream.subscribe(PAYLOAD, ended)()
    expect(later.ends).toEqual([])
    await until(() => expect(later.ends).toEqual(lost))
    expect(ended.ends).toEqual([])
    expect(far.sockets).toHaveLength(1)
  })

  test('disposing an upstream does not call a sink whose subscription another sink ended', async () => {
    await using far = await openFarSubgraph()
    const upstream = openUpstream(far.url)
    const second = recordSink()
    upstream.subscribe(PAYLOAD, { ...recordSink(), lost: () => unsubscribe() })
    const unsubscribe = upstream.subscribe(PAYLOAD, second)
    await until(() => expect(count(far, 'subscribe')).toBe(2))
    await upstream[Symbol.asyncDispose]()
    expect(second.ends).toEqual([])
  })

  test.each([
    ['its socket is open', obedient, undefined, false],
    ['its socket is open and not needed', obedient, undefined, true],
    ['it does not acknowledge', () => undefined, undefined, false],
    ['it does not respond to the upgrade', obedient, () => undefined, false],
  ])(
    'disposing an upstream leaves no timer, so that the process can exit: %s',
    async (_name, script, onUpgrade, ended) => {
      await using far = await openFarSubgraph(script, onUpgrade)
      const program = `
      import { openUpstream } from ${JSON.stringify(new URL('upstream.ts', import.meta.url).href)}
      const longMs = 600_000
      const upstream = openUpstream(process.argv[1], { idleMs: longMs, pingMs: longMs, handshakeMs: longMs, ackMs: longMs })
      const unsubscribe = upstream.subscribe({ query: '{a}' }, { begun() {}, next() {}, refused() {}, lost() {}, completed() {} })
      if (${ended}) unsubscribe()
      setTimeout(() => upstream[Symbol.asyncDispose](), 200)`
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, far.url], { stdio: 'inherit' })
      try {
        expect(await once(child, 'exit', { signal: AbortSignal.timeout(60_000) })).toEqual([0, null])
      } finally {
        child.kill('SIGKILL')
      }
    },
  )
})

test.each(['', 'nowhere', 'ftp://a/b'])('the subgraph URL %j is refused', (url) => {
  expect(() => openUpstream(url)).toThrow(TypeError)
})
