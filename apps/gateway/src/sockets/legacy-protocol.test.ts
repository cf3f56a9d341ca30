import type { FormattedExecutionResult } from 'graphql'
import { expect, test } from 'vitest'
import type { ResultStream } from '../pipeline.ts'
import { legacyProtocol } from './legacy-protocol.ts'
import type { OpenedOperation, SocketSession } from './socket-session.ts'

/** A conversation whose operations begin when the test says so, with what it sent and which streams were left. */
function converse() {
  const sent: { type: string; id?: string; payload?: unknown }[] = []
  const left: string[] = []
  const opening = new Map<string, (opened: OpenedOperation) => void>()
  const session: SocketSession = {
    connect: async () => ({ identity: ANN, expiresAtSeconds: 0, assertionFor: async () => '' }),
    open: (payload) => new Promise((resolve) => opening.set((payload as { query: string }).query, resolve)),
    close: () => {},
  }
  const socket = { send: async (text: string) => void sent.push(JSON.parse(text)), close: () => {} }
  const conversation = legacyProtocol({ initTimeoutMs: 60_000, keepAliveMs: 60_000 }).open(socket, session)
  return {
    sent,
    left,
    receive: (message: object) => conversation.receive(JSON.stringify(message)),
    /** Lets an operation begin, once it was asked for. */
    async begin(name: string) {
      await expect.poll(() => opening.has(name)).toBe(true)
      opening.get(name)?.({ results: stream(name, left) } as OpenedOperation)
    },
    closed: () => conversation.closed(1000, ''),
  }
}

const ANN = { subject: 'ann', clientId: 'app', name: '', roles: [], scopes: [] }

function stream(name: string, left: string[]): ResultStream {
  let told = false
  return {
    async next(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
      if (told) return { done: true, value: undefined }
      told = true
      return { done: false, value: { data: { name } } }
    },
    async return() {
      left.push(name)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

test('an operation that is stopped while it is prepared never begins', async () => {
  const { sent, left, receive, begin, closed } = converse()
  await receive({ type: 'connection_init', payload: {} })
  const started = receive({ type: 'start', id: '1', payload: { query: 'first' } })
  await receive({ type: 'stop', id: '1' })
  await begin('first')
  await started
  expect(left).toEqual(['first'])
  expect(sent.filter(({ type }) => type === 'data')).toEqual([])
  await closed()
})

test('an id that is used again while its first operation is prepared belongs to the second', async () => {
  const { sent, left, receive, begin, closed } = converse()
  await receive({ type: 'connection_init', payload: {} })
  const first = receive({ type: 'start', id: '1', payload: { query: 'first' } })
  const second = receive({ type: 'start', id: '1', payload: { query: 'second' } })
  await begin('first')
  await begin('second')
  await Promise.all([first, second])
  await expect.poll(() => sent.at(-1)?.type).toBe('complete')
  expect(left).toEqual(['first'])
  expect(sent.filter(({ type }) => type === 'data')).toMatchObject([{ payload: { data: { name: 'second' } } }])
  await closed()
})

test('an operation that is prepared when the socket closes is left', async () => {
  const { left, receive, begin, closed } = converse()
  await receive({ type: 'connection_init', payload: {} })
  const started = receive({ type: 'start', id: '1', payload: { query: 'first' } })
  await closed()
  await begin('first')
  await started
  expect(left).toEqual(['first'])
})
