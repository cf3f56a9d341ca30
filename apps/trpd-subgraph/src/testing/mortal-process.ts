import type { Database } from '@travel-rule/database/database'
import { OutageDialect } from '@travel-rule/database/outage-dialect'
import type { OutboundRequest } from '@travel-rule/service/outbound'
import { Kysely } from 'kysely'
import type pg from 'pg'
import type { TransferService } from '../foundation/actions/transfer-service.ts'
import type { Tables } from '../foundation/store/tables.ts'

/**
 * A process that is killed after one of its steps: a round trip to the database or an HTTP request. The step
 * has taken effect, but the process has not seen its result.
 *
 * Being killed just before the next step is equivalent, since between steps only memory changes.
 */
export interface MortalProcess {
  /** The service in this process. */
  runIn(service: TransferService): TransferService
  /** Runs `work` until it ends or the process is killed; resolves to true if it was killed. */
  run(work: Promise<unknown>): Promise<boolean>
  /** The statements and requests that have taken effect. */
  readonly steps: readonly string[]
}

/** Starts a process that is killed after `stepsMax` steps. */
export function startMortalProcess({ pool }: Pick<Database<Tables>, 'pool'>, stepsMax: number): MortalProcess {
  const steps: string[] = []
  const clients = new Set<pg.PoolClient>()
  const killed = Promise.withResolvers<true>()

  /** Calls `next` with the result of a step, unless the process has been killed. */
  function end(step: string, next: () => void): void {
    if (steps.length >= stepsMax) return
    steps.push(step)
    if (steps.length < stepsMax) {
      next()
      return
    }
    // The server rolls back open transactions, as when the kernel closes the sockets of a dead process.
    for (const client of clients) client.release(true)
    killed.resolve(true)
  }

  function take<Value>(step: string, effect: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (steps.length >= stepsMax) return
      effect().then(
        (value) => end(step, () => resolve(value)),
        (error: unknown) => end(step, () => reject(error)),
      )
    })
  }

  /** Statements in transactions report to a callback, all others through a promise. */
  function query(client: pg.PoolClient, statement: AnyStatement, values: unknown[] | undefined): unknown {
    if (typeof statement === 'string') return take(statement, () => client.query(statement, values))
    if (!('submit' in statement)) return take(statement.text, () => client.query(statement))
    if (steps.length >= stepsMax) return
    const { callback, text } = statement
    statement.callback = (...result) => end(text, () => callback(...result))
    return client.query(statement as unknown as pg.Submittable)
  }

  const mortalPool = {
    async connect() {
      const isDead = () => steps.length >= stepsMax
      if (isDead()) return new Promise<never>(() => undefined)
      const client = await pool.connect()
      if (isDead()) {
        client.release()
        return new Promise<never>(() => undefined)
      }
      clients.add(client)
      return {
        query: (statement: AnyStatement, values?: unknown[]) => query(client, statement, values),
        release(isBroken?: boolean) {
          clients.delete(client)
          client.release(isBroken)
        },
      }
    },
  }
  const responsive = { isSilent: false, watch() {}, [Symbol.dispose]() {} }
  const db = new Kysely<Tables>({ dialect: new OutageDialect(mortalPool as unknown as pg.Pool, responsive) })
  return {
    steps,
    runIn: (service) => ({
      ...service,
      database: { ...service.database, db },
      outbound: {
        ...service.outbound,
        request: (request: OutboundRequest) =>
          take(`${request.method} ${request.url}`, () => service.outbound.request(request)),
      },
    }),
    run: (work) => Promise.race([work.then(() => false), killed.promise]),
  }
}

type AnyStatement = string | pg.QueryConfig | Statement

/** What the dialect passes to a client of pg. */
interface Statement {
  submit(connection: unknown): unknown
  readonly text: string
  callback: (error: Error | null, result: pg.QueryResult) => void
}
