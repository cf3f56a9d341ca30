import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** A statement that failed because of the database server, not because of the statement itself. */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage'
  /**
   * `UNKNOWN` when a commit, or a change without a transaction, was not confirmed, or when an earlier transaction of
   * the same operation was committed: the operation may have stored something.
   */
  readonly outcome: 'NOTHING_STORED' | 'UNKNOWN'

  constructor(outcome: DatabaseOutage['outcome'], cause: unknown) {
    super(`The database is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.outcome = outcome
  }
}

/**
 * Runs one operation of a client. An outage after one of its transactions was committed has an unknown outcome, even if
 * only a read failed.
 */
export function asOneOperation<Value>(run: () => Value): Value {
  return operations.run({ hasCommitted: false }, run)
}

/** The outage that caused an error; `undefined` for any other error. */
export function outageOf(error: unknown): DatabaseOutage | undefined {
  let cause = error
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if (cause instanceof DatabaseOutage) return cause
    cause = cause.cause
  }
  return undefined
}

/**
 * The error to throw for `error`: a `DatabaseOutage` if the server caused it. `mayBeStored`: true if the statement may
 * nevertheless have stored something.
 */
export function outageOr(error: unknown, mayBeStored = false): unknown {
  if (!isOutage(error)) return error
  const isUnknown = mayBeStored || operations.getStore()?.hasCommitted === true
  return new DatabaseOutage(isUnknown ? 'UNKNOWN' : 'NOTHING_STORED', error)
}

/** Records that a transaction of the current operation was committed. */
export function noteCommit(): void {
  const operation = operations.getStore()
  if (operation !== undefined) operation.hasCommitted = true
}

/** True if a connection failed for a temporary reason, such as a server that is starting. */
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
/** Messages of `pg` errors without a code: pool and connection timeouts, and lost connections. */
const CONNECTION_MESSAGES = /timeout|terminated|not queryable|ending the pool|end on the pool/i
/**
 * Other SQLSTATEs that are not caused by a statement: connection exceptions, insufficient resources, I/O errors; a
 * dropped or closed database, as during a restore; a standby; a session that was idle in a transaction for too long.
 */
const OUTAGE_CLASSES = ['08', '53', '58']
const OUTAGE_STATES = new Set(['57P04', '3D000', '25006', '25P03'])

function isOutage(error: unknown): boolean {
  if (isConnectionFailure(error)) return true
  if (!(error instanceof pg.DatabaseError)) return false
  const { code = '', message } = error
  // A statement canceled by a person has the same code.
  if (code === '57014') return message.includes('statement timeout')
  if (code === '55000') return message.includes('not currently accepting connections')
  return OUTAGE_STATES.has(code) || OUTAGE_CLASSES.includes(code.slice(0, 2))
}
