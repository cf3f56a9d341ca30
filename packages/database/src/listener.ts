import { backoffDelayMs } from '@travel-rule/service/backoff'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Bell, createBell } from './bell.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const RECONNECT = { firstDelayMs: 100, delayMaxMs: 5_000 }

export interface ListenerOptions {
  readonly url: string
  readonly applicationName: string
  /** A plain SQL identifier. */
  readonly channel: string
  readonly logger: Logger
  /** Called for every notification, and after a reconnect, when some may have been missed. */
  onWake(): void
}

/** Listens to a channel on a separate connection, which reconnects until disposed. */
export function openListener(options: ListenerOptions): AsyncDisposable {
  const closing = new AbortController()
  const finished = listenOn(options, closing.signal, createBell())
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await finished
    },
  }
}

async function listenOn(options: ListenerOptions, closed: AbortSignal, bell: Bell): Promise<void> {
  for (let attempt = 1; !closed.aborted; attempt += 1) {
    try {
      await listenOnce(options, closed, () => {
        attempt = 0
      })
    } catch (err) {
      options.logger.warn({ err, channel: options.channel }, 'listening for notifications was interrupted')
    }
    await bell.wait({ signal: closed, timeoutMs: backoffDelayMs(attempt + 1, RECONNECT) })
  }
}

/** Resolves when `closed` is aborted, rejects when the connection is lost. */
async function listenOnce(options: ListenerOptions, closed: AbortSignal, onConnected: () => void): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `${options.applicationName}-listener`,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const lost = Promise.withResolvers<void>()
  lost.promise.catch(() => {})
  client.on('error', lost.reject)
  client.on('end', () => lost.reject(new Error('The connection ended')))
  client.on('notification', options.onWake)
  const leave = () => lost.resolve()
  closed.addEventListener('abort', leave)
  try {
    await client.connect()
    await client.query(`listen "${options.channel}"`)
    onConnected()
    options.onWake()
    await lost.promise
  } finally {
    closed.removeEventListener('abort', leave)
    await client.end().catch(() => {})
  }
}
