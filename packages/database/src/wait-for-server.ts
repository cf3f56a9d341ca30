import { setTimeout as delay } from 'node:timers/promises'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import pg from 'pg'
import type { Logger } from 'pino'
import { isConnectionFailure } from './database-outage.ts'

export interface WaitForServerOptions {
  readonly connection: pg.ClientConfig
  readonly timeoutMs: number
  readonly logger?: Logger | undefined
  /** Receives the reason of a failed attempt. */
  readonly onRefused?: (error: unknown) => void
}

/** Resolves when the server accepts a connection. Throws on a refusal or after `timeoutMs`. */
export async function waitForServer({ connection, timeoutMs, logger, onRefused }: WaitForServerOptions): Promise<void> {
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
      onRefused?.(error)
      const waitMs = backoffDelayMs(attempt, { firstDelayMs: 100, delayMaxMs: 2_000 })
      if (!isConnectionFailure(error) || Date.now() + waitMs > deadline) {
        throw new Error(`The database cannot be reached: ${reasonOf(error)}`, { cause: error })
      }
      logger?.warn({ reason: reasonOf(error), attempt }, 'the database does not respond yet')
      await delay(waitMs)
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
