import { setTimeout as delay } from 'node:timers/promises'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import pg from 'pg'
import type { Logger } from 'pino'

/** SQL states of a server that is starting, stopping, or out of connections. */
const TRANSIENT_STATES = new Set(['57P03', '57P01', '53300'])
const TRANSIENT_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EPIPE',
])

export interface WaitForServerOptions {
  readonly connection: pg.ClientConfig
  readonly timeoutMs: number
  readonly logger?: Logger | undefined
}

/** Resolves when the server accepts a connection. Throws on a refusal or after `timeoutMs`. */
export async function waitForServer({ connection, timeoutMs, logger }: WaitForServerOptions): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      const waitMs = backoffDelayMs(attempt, { firstDelayMs: 100, delayMaxMs: 2_000 })
      if (!isTransient(error) || Date.now() + waitMs > deadline) {
        throw new Error(`The database cannot be reached: ${reasonOf(error)}`, { cause: error })
      }
      logger?.warn({ reason: reasonOf(error), attempt }, 'the database does not respond yet')
      await delay(waitMs)
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isTransient)
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return TRANSIENT_STATES.has(error.code ?? '')
  const code = 'code' in error ? String(error.code) : ''
  return TRANSIENT_ERRORS.has(code) || /timeout|terminated/i.test(error.message)
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
