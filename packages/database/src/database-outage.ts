import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgresDialect, type PostgresDialectConfig, PostgresDriver, type QueryResult } from 'kysely'
import pg from 'pg'
import type { SilenceWatch } from './silence-watch.ts'

/** A statement failed because of the database server, not because of the statement. */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage'
  /**
   * `UNKNOWN` when a commit, or a change without a transaction, was not confirmed, or an earlier one
   * of the same operation was: what the operation should store may be stored.
   */
  readonly outcome: 'NOTHING_STORED' | 'UNKNOWN'

  constructor(outcome: DatabaseOutage['outcome'], cause: unknown) {
    super(`The database is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.outcome = outcome
  }
}

/**
 * Runs one operation of a client. An outage after one of its transactions was committed has an
 * unknown outcome, also when only a read failed then.
 */
export function asOneOperation<Value>(run: () => Value): Value {
  return operations.run({ hasCommitted: false }, run)
}

/** The outage that caused an error, `undefined` for any other error. */
export function outageOf(error: unknown): DatabaseOutage | undefined {
  let cause = error
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if (cause instanceof DatabaseOutage) return cause
    cause = cause.cause
  }
  return undefined
}

/**
 * Kysely's dialect for `pg`, whose statements and transactions throw a `DatabaseOutage` when the
 * server is unreachable, silent, starts, stops, recovers, is out of resources, is a read-only
 * standby, or ends a statement that takes too long, and when the pool has no connection in time.
 */
export class OutageDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #server: Pick<SilenceWatch, 'isSilent'>

  constructor(config: PostgresDialectConfig, server: Pick<SilenceWatch, 'isSilent'>) {
    super(config)
    this.#config = config
    this.#server = server
  }

  override createDriver(): PostgresDriver {
    return new OutageDriver(this.#config, this.#server)
  }
}

/** Whether a connection failed for a reason that passes: a server that starts, for example. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isConnectionFailure)
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return CONNECTION_STATES.has(error.code ?? '')
  const code = 'code' in error ? String(error.code) : ''
  return CONNECTION_ERRORS.has(code) || CONNECTION_MESSAGES.test(error.message)
}

const CAUSES_MAX = 10
const operations = new AsyncLocalStorage<{ hasCommitted: boolean }>()
/** SQLSTATEs of a server that is starting, stopping, recovering, or out of connections. */
const CONNECTION_STATES = new Set(['57P01', '57P02', '57P03', '53300'])
const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
])
/** Errors of `pg` without a code: pool and connection time-outs, and lost connections. */
const CONNECTION_MESSAGES = /timeout|terminated|not queryable|ending the pool|end on the pool/i
/**
 * Other SQLSTATEs that no statement can help: connection exceptions, insufficient resources, I/O
 * errors; a dropped or closed database, as during a restore; a standby; a session that was idle in
 * a transaction for too long.
 */
const OUTAGE_CLASSES = ['08', '53', '58']
const OUTAGE_STATES = new Set(['57P04', '3D000', '25006', '25P03'])

/** A statement that changes rows, as far as its words say. */
const WRITES = /\b(?:insert|update|delete|merge)\b/i

type Connection = Awaited<ReturnType<PostgresDriver['acquireConnection']>>

class OutageDriver extends PostgresDriver {
  readonly #observed = new WeakSet<Connection>()
  readonly #inTransaction = new WeakSet<Connection>()
  readonly #server: Pick<SilenceWatch, 'isSilent'>

  constructor(config: PostgresDialectConfig, server: Pick<SilenceWatch, 'isSilent'>) {
    super(config)
    this.#server = server
  }

  override async acquireConnection(...args: Parameters<PostgresDriver['acquireConnection']>): Promise<Connection> {
    if (this.#server.isSilent) throw outage(new Error('the server does not respond'))
    const connection = await super.acquireConnection(...args).catch((error) => rethrow(error))
    if (!this.#observed.has(connection)) {
      this.#observed.add(connection)
      const executeQuery = connection.executeQuery.bind(connection)
      connection.executeQuery = async <Row>(...query: Parameters<typeof executeQuery>): Promise<QueryResult<Row>> => {
        const isCommit = query[0].sql === 'commit'
        const result = await executeQuery<Row>(...query).catch((error) => {
          const mayRun = !this.#inTransaction.has(connection) && WRITES.test(query[0].sql)
          // An error of the server ends a statement that is a transaction of its own.
          rethrow(error, isCommit || (mayRun && !(error instanceof pg.DatabaseError)))
        })
        const operation = operations.getStore()
        if (isCommit && operation !== undefined) operation.hasCommitted = true
        return result
      }
    }
    return connection
  }

  override async beginTransaction(...args: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    this.#inTransaction.add(args[0])
    await super.beginTransaction(...args)
  }

  override async releaseConnection(...args: Parameters<PostgresDriver['releaseConnection']>): Promise<void> {
    this.#inTransaction.delete(args[0])
    await super.releaseConnection(...args)
  }

  /** The server has rolled back when the connection is lost: the first error tells more. */
  override async rollbackTransaction(...args: Parameters<PostgresDriver['rollbackTransaction']>): Promise<void> {
    await super.rollbackTransaction(...args).catch((error) => {
      if (!(error instanceof DatabaseOutage)) throw error
    })
  }
}

function rethrow(error: unknown, mayBeStored = false): never {
  throw isOutage(error) ? outage(error, mayBeStored) : error
}

function outage(cause: unknown, mayBeStored = false): DatabaseOutage {
  const isUnknown = mayBeStored || operations.getStore()?.hasCommitted === true
  return new DatabaseOutage(isUnknown ? 'UNKNOWN' : 'NOTHING_STORED', cause)
}

function isOutage(error: unknown): boolean {
  if (isConnectionFailure(error)) return true
  if (!(error instanceof pg.DatabaseError)) return false
  const { code = '', message } = error
  // Its code is also that of a statement that a person cancels.
  if (code === '57014') return message.includes('statement timeout')
  if (code === '55000') return message.includes('not currently accepting connections')
  return OUTAGE_STATES.has(code) || OUTAGE_CLASSES.includes(code.slice(0, 2))
}
