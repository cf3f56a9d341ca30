import type { Database } from '@travel-rule/database/database'
import type { OutboundRequest } from '@travel-rule/service/outbound'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { TransferService } from '../actions/transfer-service.ts'
import type { Tables } from '../store/tables.ts'

/**
 * A process that is killed after one of its steps: a SQL statement or an HTTP request. The step has
 * taken effect, but the process has not seen its result.
 *
 * To be killed before the next step is the same: between two steps it changes only its memory.
 */
export interface MortalProcess {
  /** The service in this process. */
  runIn(service: TransferService): TransferService
  /** Runs `work` until it ends or the process is killed; true when it was killed. */
  run(work: Promise<unknown>): Promise<boolean>
  /** The statements and requests that took effect. */
  readonly steps: readonly string[]
}

/** Starts a process that is killed after `stepsMax` steps. */
export function startMortalProcess({ pool }: Pick<Database<Tables>, 'pool'>, stepsMax: number): MortalProcess {
  const steps: string[] = []
  const clients = new Set<pg.PoolClient>()
  const killed = Promise.withResolvers<true>()
  /** What a process that no longer exists waits for. */
  const never = new Promise<never>(() => {})

  async function take<Value>(name: string, effect: () => Promise<Value>): Promise<Value> {
    if (steps.length >= stepsMax) return never
    const value = await effect()
    steps.push(name)
    if (steps.length < stepsMax) return value
    // The server rolls back what is open, as when the kernel closes the sockets of the dead.
    for (const client of clients) client.release(true)
    killed.resolve(true)
    return never
  }

  const connect = async () => {
    const client = await pool.connect()
    clients.add(client)
    return {
      query: (statement: string, parameters: unknown[]) => take(statement, () => client.query(statement, parameters)),
      release() {
        clients.delete(client)
        client.release()
      },
    }
  }
  const dialect = new PostgresDialect({ pool: { connect, end: async () => {} } as unknown as pg.Pool })
  const db = new Kysely<Tables>({ dialect })
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
