import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type Channel, type Handlers, openChannel } from './channel.ts'
import type { ToPrimary, ToWorker } from './messages.ts'

/** One of the gateway's processes. */
export interface Process {
  /** From 1; a replacement gets the same number. */
  readonly number: number
  readonly channel: Channel<ToWorker>
}

export interface SupervisorOptions {
  readonly count: number
  /** Added to the environment of a process. */
  readonly environmentOf: (number: number) => Readonly<Record<string, string>>
  readonly handlersOf: (number: number) => Handlers<ToPrimary>
  /** Maximum time until a started process serves. */
  readonly startTimeoutMs: number
  /** Approximate time without a response after which a serving process is killed. */
  readonly hangTimeoutMs: number
  /** Called when a process did not respond in time and is killed. */
  readonly hung: () => void
  /** Called when a process has ended. It is replaced unless all are being stopped. */
  readonly ended: (number: number) => void
  /** Called once, after the start, when no process serves and the last starts failed. */
  readonly failed: (error: OperatorError) => void
  readonly logger: Logger
}

/** Keeps the processes running until it is stopped. */
export interface Supervisor extends AsyncDisposable {
  /** The port of the public API. */
  readonly port: number
  /** Processes that serve. */
  serving(): readonly Process[]
  /** Processes that do not serve yet. */
  starting(): readonly Process[]
  /** Stops all processes at once; resolves when they have ended. */
  stop(): Promise<void>
}

/** Number of failed starts in a row, of any process, after which the gateway exits if no process serves. */
export const failedStartsMax = 5
const REPLACE_BACKOFF = { firstDelayMs: 200, delayMaxMs: 30_000 }
/** Number of missed heartbeats in a row after which a process counts as hung. */
const missedBeatsMax = 3
/** A process that has served this long did not end because of a failed start. */
const steadyMs = 60_000

/**
 * Starts the first process alone, so that a misconfiguration is reported once, and then the others.
 *
 * A process that ends is replaced, after a delay that grows with each failure. A process whose event loop is blocked
 * for `hangTimeoutMs` is killed, even while it is stopping. Throws `OperatorError` when `failedStartsMax` starts in a
 * row have failed.
 */
export async function openSupervisor(options: SupervisorOptions, signal: AbortSignal): Promise<Supervisor> {
  const { count, logger } = options
  const running = new Map<number, { readonly worker: Worker; readonly process: Process }>()
  const serving = new Map<number, Process>()
  const stopping = new AbortController()
  const started = Promise.withResolvers<number>()
  let isOpen = false
  let failedStarts = 0
  // Connections in turn: left to the operating system, few processes get most of them.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ serialization: 'advanced' })

  function giveUp(number: number): void {
    const error = new OperatorError(
      `GATEWAY_PROCESSES: process ${number} ended ${failedStartsMax} times before it served; its output above says why`,
    )
    stopping.abort(error)
    if (isOpen) options.failed(error)
    else started.reject(error)
  }

  /** Kills a process that stops responding. Resolves when it has ended. */
  async function watch(worker: Worker, { number, channel }: Process, ended: AbortSignal): Promise<void> {
    const beatMs = options.hangTimeoutMs / missedBeatsMax
    // Several short waits instead of a long one: if this process itself was suspended, late replies are not a sign of a
    // hung process.
    for (let missed = 0; missed < missedBeatsMax; ) {
      const beat = channel.ask('heartbeat', undefined, beatMs)
      missed = await beat.then(
        () => 0,
        () => missed + 1,
      )
      if (missed === 0) await setTimeout(beatMs, undefined, { signal: ended }).catch(() => undefined)
      if (ended.aborted) return
    }
    logger.error({ process: number }, 'a process does not respond: it is ended')
    options.hung()
    worker.process.kill('SIGKILL')
  }

  /** Runs a process once. Resolves with the time that it served when it has ended. */
  async function run(number: number, firstOutcome: () => void): Promise<number> {
    const worker = cluster.fork(options.environmentOf(number))
    const closeHandedOut = watchHandedOut(worker)
    const exited = once(worker, 'exit') as Promise<[code: number | null, signal: string | null]>
    const channel = openChannel<ToWorker, ToPrimary>(
      {
        send: (message, failed) =>
          void worker.send(message as object, undefined, undefined, (error) => error && failed(error)),
        listen: (receive) => void worker.on('message', receive),
      },
      options.handlersOf(number),
    )
    const process = { number, channel }
    running.set(number, { worker, process })
    const over = new AbortController()
    let servingSinceMs: number | undefined
    const late = globalThis.setTimeout(() => {
      logger.error({ process: number }, 'a process does not serve in time: it is ended')
      worker.process.kill('SIGKILL')
    }, options.startTimeoutMs)
    worker.on('message', (message: unknown) => {
      const port = readyPort(message)
      if (port === undefined || servingSinceMs !== undefined) return
      clearTimeout(late)
      servingSinceMs = performance.now()
      failedStarts = 0
      serving.set(number, process)
      started.resolve(port)
      firstOutcome()
      void watch(worker, process, over.signal)
    })
    // The process has just ended.
    worker.on('error', (error) => logger.debug({ err: error, process: number }, 'a message was not delivered'))
    const [code, killedBy] = await exited
    clearTimeout(late)
    over.abort()
    running.delete(number)
    serving.delete(number)
    channel.close()
    closeHandedOut()
    options.ended(number)
    firstOutcome()
    if (!stopping.signal.aborted) logger.error({ process: number, code, signal: killedBy }, 'a process has ended')
    if (servingSinceMs === undefined) failedStarts += 1
    return servingSinceMs === undefined ? 0 : performance.now() - servingSinceMs
  }

  async function keep(number: number, firstOutcome: () => void): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const servedMs = await run(number, firstOutcome)
      if (stopping.signal.aborted) return
      if (failedStarts >= failedStartsMax && serving.size === 0) return giveUp(number)
      failures = servedMs >= steadyMs ? 1 : failures + 1
      const delayMs = backoffDelayMs(failures, REPLACE_BACKOFF)
      logger.warn({ process: number, delayMs }, 'a process is replaced')
      await setTimeout(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const kept: Promise<void>[] = []
  const begin = (number: number) => new Promise<void>((resolve) => kept.push(keep(number, resolve)))

  async function stop(): Promise<void> {
    stopping.abort()
    for (const [number, { worker, process }] of running) {
      // A starting process may not listen for messages yet.
      if (serving.has(number)) process.channel.tell('stop', undefined)
      else worker.process.kill('SIGTERM')
    }
    await Promise.all(kept)
  }

  const abort = () => started.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    void begin(1)
    const port = await started.promise
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2)))
    signal.throwIfAborted()
    isOpen = true
    return {
      port,
      serving: () => [...serving.values()],
      starting: () => [...running.values()].map(({ process }) => process).filter(({ number }) => !serving.has(number)),
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Returns a function that closes the connection that was in transit to a process when it ended. Node closes its own
 * copy of a connection only when the process confirms that it has received it.
 */
function watchHandedOut(worker: Worker): () => void {
  let last: { close?: () => void } | undefined
  const { process } = worker
  const send = process.send.bind(process) as (message: unknown, handle?: typeof last, ...rest: unknown[]) => boolean
  // Node emits no event for this. A process gets one connection at a time.
  process.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (typeof handle === 'object' && handle !== null) last = handle
    return send(message, handle as typeof last, ...rest)
  }
  return () => last?.close?.()
}

/** The port in the message of `runService`. */
function readyPort(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'ready')
    return undefined
  const { ports } = message as { readonly ports?: { readonly http?: number } }
  return ports?.http
}
