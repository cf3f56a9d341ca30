import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ExecutedResponse } from '@travel-rule/federation/execution/execute-plan'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import { type HttpRequest, openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import { type OperationDefinitionNode, parse } from 'graphql'
import { expect, test } from 'vitest'
import type { Caller } from '../../identity/authenticator.ts'
import type { PreparedOperation } from '../../operation/prepared-operation.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import type { LiveResult, ResultSink } from '../../relay/live-result.ts'
import { openLiveMetrics } from '../delivery/live-metrics.ts'
import type { SlowConsumerPolicy } from '../delivery/result-queue.ts'
import { openGraphqlResponses } from '../http/graphql-response.ts'
import { openEventStreams } from './event-streams.ts'

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}

interface Options {
  readonly policy?: SlowConsumerPolicy
  readonly drainMs?: number
  readonly execute?: (signal: AbortSignal) => Promise<ExecutedResponse>
}

/** Serves a subscription to `changed` at `/live` and a query at `/once`. */
async function openStreams({ policy = 'latest', drainMs = 0, execute }: Options = {}) {
  const sinks = new Set<ResultSink>()
  const pipeline = {
    forwarded: () => undefined,
    execute: (_prepared: unknown, { signal }: { signal: AbortSignal }) => execute?.(signal),
    subscribe(_prepared: unknown, _run: unknown, sink: ResultSink) {
      sinks.add(sink)
      return { end: () => void sinks.delete(sink), refresh() {} }
    },
  } as unknown as Pick<Pipeline, 'execute' | 'subscribe' | 'forwarded'>
  const logger = openLogger({ name: 'test', level: 'silent' })
  const opened = openEventStreams({
    pipeline,
    cors: openGraphqlResponses({ corsOrigins: [], errorsAlways: true }).cors,
    logger,
    limits: { streamsMax: 100, streamsPerClientMax: 100, streamsPerAddressMax: 100, keepAliveMs: 60_000, drainMs },
    backpressure: {
      limits: { bytesMax: 1_000_000, eventsMax: 1_000, stallMs: 60_000 },
      policies: new Map([['changed', policy]]),
    },
    metrics: openLiveMetrics(openMetrics('test')),
  })
  const identity = { clientId: 'app', subject: 'ann' }
  const caller = { identity, expiresAtSeconds: Date.now() / 1_000 + 600 } as Caller
  const serve = (path: string, type: PreparedOperation['type'], text: string) => {
    const document = parse(text)
    const definition = document.definitions[0] as OperationDefinitionNode
    const prepared = { type, planned: { document, definition } } as unknown as PreparedOperation
    return {
      method: 'GET',
      path,
      handle(request: HttpRequest) {
        const response = opened.respond(prepared, request, caller, 'EVENTS')
        return 'error' in response ? { status: response.status } : response
      },
    }
  }
  const routes = [
    serve('/live', 'subscription', 'subscription { changed { id } }'),
    serve('/once', 'query', '{ thing }'),
  ]
  const http = await openHttpHost({ host: '127.0.0.1', port: 0, logger, routes })
  const clients: Socket[] = []
  return {
    opened,
    sinks,
    url: http.url,
    publish(result: LiveResult) {
      for (const sink of sinks) sink.next(result)
    },
    /** A client that reads only when the test says so, and the results it has read. */
    async listen() {
      const before = sinks.size
      const socket = connect(http.port, '127.0.0.1')
      clients.push(socket)
      let line = ''
      let tail = ''
      const numbers: number[] = []
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (line + chunk).split('\n')
        line = lines.pop() ?? ''
        tail = (tail + chunk).slice(-1_000)
        for (const each of lines) if (each.startsWith('data: "')) numbers.push(Number(each.slice(7, 13)))
      })
      socket.write('GET /live HTTP/1.0\r\nhost: a\r\n\r\n')
      await until(() => sinks.size > before)
      return { socket, numbers, tail: () => tail }
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      await opened[Symbol.asyncDispose]()
      await http[Symbol.asyncDispose]()
    },
  }
}

const resultOf = (number: number, entities: number): LiveResult => ({
  bytes: Buffer.from(`"${String(number).padStart(6, '0')}${'x'.repeat(1_000)}"`),
  ...(entities === 0 ? {} : { entity: `Thing:${number % entities}` }),
})

test('each result is a next event with one data field per line, and a complete event marks the end', async () => {
  await using streams = await openStreams()
  const response = await fetch(`${streams.url}/live`)
  streams.publish({ bytes: Buffer.from('{"data":1}') })
  streams.publish({ bytes: Buffer.from('{\r\n"data":\n2}') })
  for (const sink of streams.sinks) sink.complete()
  expect(await response.text()).toBe(
    ':\n\nevent: next\ndata: {"data":1}\n\nevent: next\ndata: {\ndata: "data":\ndata: 2}\n\nevent: complete\ndata:\n\n',
  )
  await until(() => streams.opened.count() === 0)
})

test('an operation that fails ends with a next event that contains the error', async () => {
  await using streams = await openStreams()
  const response = await fetch(`${streams.url}/live`)
  for (const sink of streams.sinks) sink.fail(refusalError({ code: 'ORDER_REFUSED', message: 'No.' }))
  expect(await response.text()).toBe(
    ':\n\nevent: next\ndata: {"errors":[{"message":"No.","extensions":{"code":"ORDER_REFUSED"}}]}\n\nevent: complete\ndata:\n\n',
  )
})

test("an event stream contains the subgraph's bytes unchanged", async () => {
  const body = [Buffer.from('{"data":{"thing":1.10}}')]
  await using streams = await openStreams({ execute: async () => ({ kind: 'bytes', body }) })
  expect(await (await fetch(`${streams.url}/once`)).text()).toBe(
    ':\n\nevent: next\ndata: {"data":{"thing":1.10}}\n\nevent: complete\ndata:\n\n',
  )
})

test('a query over an event stream is aborted when its client disconnects', async () => {
  const started = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  await using streams = await openStreams({
    execute(signal) {
      started.resolve()
      signal.addEventListener('abort', () => aborted.resolve())
      return new Promise(() => {})
    },
  })
  const leaving = new AbortController()
  await fetch(`${streams.url}/once`, { signal: leaving.signal })
  await started.promise
  leaving.abort()
  await aborted.promise
})

test('a slow client of an event stream gets the latest result of every entity, and a fast one all results', async () => {
  await using streams = await openStreams()
  const slow = await streams.listen()
  const reader = await streams.listen()
  slow.socket.pause()
  for (let number = 0; number < 30_000; number += 1) {
    streams.publish(resultOf(number, 20))
    if (number % 20 === 19) await new Promise((resolve) => setImmediate(resolve))
    if (number % 1_000 === 999) await until(() => reader.numbers.length === number + 1)
  }
  for (const sink of streams.sinks) sink.complete()
  await once(reader.socket, 'close')
  expect(reader.numbers).toEqual(Array.from({ length: 30_000 }, (_, index) => index))
  slow.socket.resume()
  await once(slow.socket, 'close')
  const { numbers } = slow
  expect(numbers.length).toBeLessThan(29_000)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(numbers.slice(-20)).toEqual(Array.from({ length: 20 }, (_, index) => 29_980 + index))
})

test('an event stream whose client is too slow ends with SLOW_CONSUMER after the results already sent', async () => {
  await using streams = await openStreams({ policy: 'disconnect' })
  const slow = await streams.listen()
  slow.socket.pause()
  for (let number = 0; streams.sinks.size > 0; number += 1) streams.publish(resultOf(number, 0))
  slow.socket.resume()
  await once(slow.socket, 'close')
  expect(slow.numbers).toEqual(slow.numbers.map((_, index) => index))
  expect(slow.tail()).toMatch(
    /event: next\ndata: \{"errors":\[.*"code":"SLOW_CONSUMER".*\n\nevent: complete\ndata:\n\n$/,
  )
})

test('results that follow the one that exceeded the limit are dropped, and the event stream ends properly', async () => {
  await using streams = await openStreams({ policy: 'disconnect' })
  const slow = await streams.listen()
  slow.socket.pause()
  const [sink] = streams.sinks
  for (let number = 0; number < 10_000; number += 1) sink?.next(resultOf(number, 0))
  expect(streams.sinks.size).toBe(0)
  slow.socket.resume()
  await once(slow.socket, 'close')
  expect(slow.numbers).toEqual(slow.numbers.map((_, index) => index))
  expect(slow.tail()).toMatch(/"code":"SLOW_CONSUMER".*\n\nevent: complete\ndata:\n\n$/)
})

test('an event stream that exceeds its limit while it completes ends with SLOW_CONSUMER', async () => {
  await using streams = await openStreams()
  const slow = await streams.listen()
  for (let number = 0; number < 500; number += 1) streams.publish(resultOf(number, 0))
  for (const sink of streams.sinks) sink.fail(refusalError({ code: 'ORDER_REFUSED', message: 'x'.repeat(990_000) }))
  await once(slow.socket, 'close')
  expect(slow.tail()).toMatch(
    /event: next\ndata: \{"errors":\[.*"code":"SLOW_CONSUMER".*\n\nevent: complete\ndata:\n\n$/,
  )
  await until(() => streams.opened.count() === 0)
})

test('event streams are drained over time, without complete, while new ones are refused', async () => {
  await using streams = await openStreams({ drainMs: 5_000 })
  const clients = await Promise.all(Array.from({ length: 20 }, () => streams.listen()))
  let gone = 0
  for (const { socket } of clients) socket.once('close', () => (gone += 1))
  const stopped = streams.opened[Symbol.asyncDispose]()
  await until(() => gone > 0)
  expect(streams.opened.count()).toBeGreaterThan(0)
  expect((await fetch(`${streams.url}/live`)).status).toBe(503)
  await stopped
  await until(() => gone === 20)
  expect([streams.opened.count(), streams.sinks.size]).toEqual([0, 0])
  expect(clients.map(({ tail }) => tail()).join()).not.toContain('complete')
})
