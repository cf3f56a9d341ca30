import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRequestSharing } from './request-sharing.ts'
import type { RawSubgraphRequest, SubgraphClient } from './subgraph-client.ts'
import { CANCELLED, type SubgraphBytes, type SubgraphFault } from './subgraph-response.ts'

/** A client whose requests wait until the test responds. */
function openHeld() {
  const sent: { request: RawSubgraphRequest; respond(response: SubgraphBytes | SubgraphFault): void }[] = []
  const held: Pick<SubgraphClient, 'fetchBytes' | 'fetchMsMax'> = {
    fetchMsMax: 10_000,
    fetchBytes(request) {
      const { promise, resolve } = Promise.withResolvers<SubgraphBytes | SubgraphFault>()
      sent.push({ request, respond: resolve })
      request.signal.addEventListener('abort', { handleEvent: () => resolve(CANCELLED) })
      return promise
    },
  }
  const own = held as SubgraphClient
  const sharing = openRequestSharing()
  const fetch = (
    body: string,
    options: Partial<RawSubgraphRequest> & { caller?: string; client?: SubgraphClient } = {},
  ) => {
    const { caller = 'ann', client = own, ...others } = options
    const request = { body, headers: {}, idempotent: true, signal: new AbortController().signal, ...others }
    return sharing.fetch(client, request, caller)
  }
  return { sent, fetch, sharing, client: own }
}

const bytes = (text: string): SubgraphBytes => ({ status: 200, framed: true, body: [Buffer.from(text)] })
const shared = (text: string): SubgraphBytes => ({ ...bytes(text), shared: true })

test('equal requests of a caller are sent once while the first is in flight', async () => {
  const { sent, fetch } = openHeld()
  const both = [fetch('a'), fetch('a')]
  expect(sent).toHaveLength(1)
  sent[0]?.respond(bytes('1'))
  expect(await Promise.all(both)).toEqual([shared('1'), shared('1')])
  const later = fetch('a')
  expect(sent).toHaveLength(2)
  sent[1]?.respond(bytes('2'))
  // Its only caller may free the chunks.
  expect(await later).toEqual(bytes('2'))
})

test('a fault is shared like a response', async () => {
  const { sent, fetch } = openHeld()
  const both = [fetch('a'), fetch('a')]
  const fault: SubgraphFault = { fault: 'TIMEOUT', reason: 'late' }
  sent[0]?.respond(fault)
  expect(await Promise.all(both)).toEqual([fault, fault])
})

test.each<[string, string, { caller?: string; idempotent?: boolean }]>([
  ['another body', 'b', {}],
  ['another caller', 'a', { caller: 'bob' }],
  ['a mutation', 'a', { idempotent: false }],
])('a request with %s is sent separately', (_name, body, options) => {
  const { sent, fetch } = openHeld()
  void fetch('a')
  void fetch(body, options)
  void fetch(body, options)
  expect(sent).toHaveLength(options.idempotent === false ? 3 : 2)
})

test('a request shares no response that was requested before a change', async () => {
  const { sent, fetch, sharing } = openHeld()
  const before = fetch('a')
  sharing.forget()
  const after = [fetch('a'), fetch('a')]
  expect(sent).toHaveLength(2)
  sent[0]?.respond(bytes('old'))
  await before
  void fetch('a')
  expect(sent).toHaveLength(2)
  sent[1]?.respond(bytes('new'))
  expect(await Promise.all(after)).toEqual([shared('new'), shared('new')])
})

test('a request shares no response from an address that the subgraph has left', async () => {
  const [before, after] = [openHeld(), openHeld()]
  void before.fetch('a')
  const moved = before.fetch('a', { client: after.client })
  expect(after.sent).toHaveLength(1)
  after.sent[0]?.respond(bytes('new'))
  expect(await moved).toEqual(bytes('new'))
})

test('cancelling a request leaves the response to the callers that share it', async () => {
  const { sent, fetch } = openHeld()
  const [first, second] = [new AbortController(), new AbortController()]
  const cancelled = fetch('a', { signal: first.signal })
  const waiting = fetch('a', { signal: second.signal })
  first.abort()
  expect(await cancelled).toBe(CANCELLED)
  await setImmediate()
  expect(sent[0]?.request.signal.aborted).toBe(false)
  sent[0]?.respond(bytes('1'))
  expect(await waiting).toEqual(bytes('1'))
})

test('a shared request waits until the latest deadline of the callers that share it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { sent, fetch } = openHeld()
  const at = (ms: number) => ({ deadlineAtMs: performance.now() + ms })
  const [early, late, last] = [fetch('a', at(1_000)), fetch('a', at(3_000)), fetch('a', at(2_000))]
  expect(sent.map(({ request }) => request.deadlineAtMs)).toEqual([undefined])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await early).toMatchObject({ fault: 'TIMEOUT' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await last).toMatchObject({ fault: 'TIMEOUT' })
  expect(sent[0]?.request.signal.aborted).toBe(false)
  sent[0]?.respond(bytes('1'))
  expect(await late).toEqual(bytes('1'))
  expect(vi.getTimerCount()).toBe(0)
})

test('a shared request is cancelled once the deadlines of all callers that share it have passed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { sent, fetch } = openHeld()
  const both = [1_000, 2_000].map((ms) => fetch('a', { deadlineAtMs: performance.now() + ms }))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent[0]?.request.signal.aborted).toBe(true)
  expect(await Promise.all(both)).toMatchObject([{ fault: 'TIMEOUT' }, { fault: 'TIMEOUT' }])
})

test('a shared request is cancelled with the last waiting caller, and is then no longer shared', async () => {
  const { sent, fetch } = openHeld()
  const signals = [new AbortController(), new AbortController()]
  const both = signals.map(({ signal }) => fetch('a', { signal }))
  const timeout = new DOMException('late', 'TimeoutError')
  for (const signal of signals) signal.abort(timeout)
  expect(sent[0]?.request.signal).toMatchObject({ aborted: true, reason: timeout })
  void fetch('a')
  expect(sent).toHaveLength(2)
  expect(await Promise.all(both)).toEqual([
    expect.objectContaining({ fault: 'TIMEOUT' }),
    expect.objectContaining({ fault: 'TIMEOUT' }),
  ])
  expect(await fetch('a', { signal: AbortSignal.abort() })).toBe(CANCELLED)
})
