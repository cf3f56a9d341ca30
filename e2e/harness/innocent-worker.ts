import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Agent, fetch } from 'undici'
import { WebSocket } from 'ws'

/** What the innocent client sends repeatedly. */
export type Probe =
  | {
      readonly type: 'request'
      readonly name: string
      readonly url: string
      readonly headers?: Readonly<Record<string, string>>
      /** The request is a POST with this body; a GET without one. */
      readonly body?: string
      /** Interval between requests, 25 by default. */
      readonly intervalMs?: number
    }
  | { readonly type: 'ping'; readonly name: string; readonly url: string; readonly token: string }

/** The measurements of one probe. */
export interface Phase {
  /** Latencies in ascending order. */
  readonly latenciesMs: readonly number[]
  /** `timeout`, or the reason of a refused request. */
  readonly failures: readonly string[]
}

export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'measured'; readonly phases: readonly Phase[] }

/** `end`: stop measuring, but not before `durationMs` have passed. */
type Command = { readonly type: 'begin'; readonly durationMs: number } | { readonly type: 'end' }

/** Resolves with the reason of a refusal, or `undefined` after a good response. */
type Send = () => Promise<string | undefined>

const INTERVAL_MS = 25
const TIMEOUT_MS = 120_000
/** Maximum number of requests without a response: a service that responds to none has already failed. */
const OUTSTANDING_MAX = 2_000
const WARM_UP_MS = 1_000

const { probes } = workerData as { readonly probes: readonly Probe[] }
const senders = await Promise.all(probes.map(openSender))
let ended = false

parentPort?.on('message', (command: Command) => {
  ended = command.type === 'end'
  if (command.type === 'begin') void measureAll(command.durationMs)
})
await Promise.all(senders.map((send) => repeat(send, WARM_UP_MS, () => true)))
post({ type: 'ready' })

async function measureAll(durationMs: number): Promise<void> {
  const phases = await Promise.all(
    senders.map((send, index) => repeat(send, durationMs, () => ended, intervalOf(probes[index]))),
  )
  post({ type: 'measured', phases })
}

/** Sends at a fixed rate for `durationMs`, and then until `isOver`. Waits for the last response. */
async function repeat(send: Send, durationMs: number, isOver: () => boolean, intervalMs = INTERVAL_MS): Promise<Phase> {
  const latenciesMs: number[] = []
  const failures: string[] = []
  const outstanding = new Set<Promise<void>>()
  const startMs = performance.now()
  for (let sent = 0; sent * intervalMs < durationMs || !isOver(); sent += 1) {
    if (outstanding.size < OUTSTANDING_MAX) {
      const one = measureOne(send, latenciesMs, failures).finally(() => outstanding.delete(one))
      outstanding.add(one)
    }
    await delay(Math.max(0, startMs + (sent + 1) * intervalMs - performance.now()))
  }
  await Promise.all(outstanding)
  return { latenciesMs: latenciesMs.sort((a, b) => a - b), failures }
}

function intervalOf(probe: Probe | undefined): number | undefined {
  return probe?.type === 'request' ? probe.intervalMs : undefined
}

async function measureOne(send: Send, latenciesMs: number[], failures: string[]): Promise<void> {
  const startMs = performance.now()
  const failure = await Promise.race([send(), delay(TIMEOUT_MS, 'timeout', { ref: false })]).catch(describeFailure)
  if (failure === undefined) latenciesMs.push(performance.now() - startMs)
  else failures.push(failure)
}

/** The reason for undici's "fetch failed" is in its cause. */
function describeFailure(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? String(error.cause) : String(error)
}

async function openSender(probe: Probe): Promise<Send> {
  return probe.type === 'request' ? openRequests(probe) : openPings(probe)
}

function openRequests({ url, headers = {}, body }: Extract<Probe, { type: 'request' }>): Send {
  const dispatcher = new Agent({ keepAliveTimeout: 1_000 })
  const init = body === undefined ? { method: 'GET' } : { method: 'POST', body }
  return async () => {
    const response = await fetch(url, { ...init, headers: { ...headers }, dispatcher })
    const content = await response.text()
    if (!response.ok) return `${response.status} ${content}`
    const { errors = [] } = JSON.parse(content) as { errors?: readonly unknown[] }
    return errors.length === 0 ? undefined : JSON.stringify(errors)
  }
}

/** Pongs arrive in the order of their pings. */
async function openPings({ url, token }: Extract<Probe, { type: 'ping' }>): Promise<Send> {
  const socket = new WebSocket(url, 'graphql-transport-ws')
  const acknowledged = Promise.withResolvers<void>()
  const waiting: ((failure: string | undefined) => void)[] = []
  let closed: string | undefined
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { bearer_token: token } })))
  socket.on('message', (bytes) => {
    const { type } = JSON.parse(String(bytes)) as { type: string }
    if (type === 'connection_ack') acknowledged.resolve()
    if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }))
    if (type === 'pong') waiting.shift()?.(undefined)
  })
  socket.on('error', (error) => acknowledged.reject(error))
  socket.on('close', (code, reason) => {
    closed = `closed with ${code} ${reason}`
    acknowledged.reject(new Error(closed))
    for (const settle of waiting.splice(0)) settle(closed)
  })
  await acknowledged.promise
  return () =>
    new Promise((resolve) => {
      if (closed !== undefined) return resolve(closed)
      waiting.push(resolve)
      socket.send(JSON.stringify({ type: 'ping' }))
    })
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}
