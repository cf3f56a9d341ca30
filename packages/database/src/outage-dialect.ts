import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { SnakeCaseCompiler } from './column-names.ts'
import { noteCommit, outageOf, outageOr } from './database-outage.ts'
import type { SilenceWatch } from './silence-watch.ts'
import { encoded, NamedStatement, plain, type Statement, TransactionStatement } from './transaction-statement.ts'

/** Maximum number of different statements that each connection keeps prepared. */
const PREPARED_MAX = 200

/** Matches a statement that changes rows, judging only by its words. */
const WRITES = /\b(?:insert|update|delete|merge)\b/i

/** Matches a statement that undoes a part of a transaction. */
const UNDOES = /^rollback to savepoint\b/i

const lastStatements = new WeakSet<CompiledQuery>()
const preparedStatements = new WeakSet<CompiledQuery>()
const deferredStatements = new WeakSet<CompiledQuery>()

/**
 * Marks `query` so that its transaction is committed together with it, in one round trip. It must be the last query of
 * the transaction.
 *
 * The result arrives when the commit is durable. Other transactions can see it some milliseconds earlier, as soon as
 * its locks are released: code that passes on what it sees must call `flushCommits`.
 */
export function committing<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  lastStatements.add(query)
  return query
}

/**
 * Marks `query` so that it remains prepared even outside a transaction. Only for a query that needs no plan for
 * specific values, such as a lookup by a unique key.
 */
export function prepared<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  preparedStatements.add(query)
  return query
}

/**
 * Marks `query` so that it is sent together with the next statement of its transaction, in one round trip. Its result is
 * empty. If it fails, the next statement fails with its error. Outside a transaction, it runs immediately.
 */
export function deferred<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  deferredStatements.add(query)
  return query
}

/**
 * Kysely's dialect for `pg`. Tables and columns, which have names in snake_case in the database, have names in camelCase
 * in code and in results; SQL in templates remains as it is.
 *
 * Statements and transactions throw a `DatabaseOutage` when the server is unreachable, silent, starting, stopping,
 * recovering, out of resources or a read-only standby, when it ends a statement that takes too long, and when the pool
 * has no connection in time.
 *
 * A transaction begins with its first statement, in one round trip. Statements of transactions and statements marked
 * `prepared` remain prepared, except those with `select *`, which would fail after a migration that adds a column.
 */
export class OutageDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #server: SilenceWatch
  readonly #onRefused: (error: unknown) => void

  /** `onRefused` receives why a connection could not be opened. */
  constructor(pool: pg.Pool, server: SilenceWatch, onRefused: (error: unknown) => void = () => {}) {
    super({ pool })
    this.#pool = pool
    this.#server = server
    this.#onRefused = onRefused
  }

  override createDriver() {
    return new OutageDriver(this.#pool, this.#server, this.#onRefused)
  }

  override createQueryCompiler() {
    return new SnakeCaseCompiler()
  }
}

class OutageDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #server: SilenceWatch
  readonly #onRefused: (error: unknown) => void
  readonly #names = new Map<string, string | undefined>()

  constructor(pool: pg.Pool, server: SilenceWatch, onRefused: (error: unknown) => void) {
    this.#pool = pool
    this.#server = server
    this.#onRefused = onRefused
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<OutageConnection> {
    if (this.#server.isSilent) throw outageOr(new Error('timeout: the server does not respond'))
    try {
      return new OutageConnection(await this.#pool.connect(), this.#server, (sql) => this.#nameOf(sql))
    } catch (error) {
      this.#onRefused(error)
      throw outageOr(error)
    }
  }

  async beginTransaction(connection: OutageConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings)
  }

  async commitTransaction(connection: OutageConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: OutageConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: OutageConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }

  /** The name under which a statement is prepared; `undefined` when it is not. */
  #nameOf(sql: string): string | undefined {
    if (this.#names.has(sql)) return this.#names.get(sql)
    if (this.#names.size >= PREPARED_MAX) return undefined
    const name = returnsAllColumns(sql) ? undefined : createHash('sha256').update(sql).digest('base64url')
    this.#names.set(sql, name)
    return name
  }
}

/** A connection while one caller uses it. */
class OutageConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #server: SilenceWatch
  readonly #nameOf: (sql: string) => string | undefined
  #transaction: 'NONE' | 'TO_BEGIN' | 'OPEN' | 'COMMITTED' = 'NONE'
  #deferred: Statement[] = []
  #isBroken = false

  constructor(client: pg.PoolClient, server: SilenceWatch, nameOf: (sql: string) => string | undefined) {
    this.#client = client
    this.#server = server
    this.#nameOf = nameOf
  }

  /** Begins a transaction with the next statement, or immediately if that is not an ordinary one. */
  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#transaction = 'TO_BEGIN'
    if (isolationLevel === undefined && accessMode === undefined) return
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    await this.#run(`start transaction${level} ${accessMode ?? ''}`)
    this.#transaction = 'OPEN'
  }

  async commit(): Promise<void> {
    if (this.#deferred.length > 0) await this.#runInTransaction(plain('select'), true)
    if (this.#transaction === 'OPEN') {
      const { command } = await this.#run('commit', true)
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back, because a statement in it has failed')
      noteCommit()
    }
    this.#transaction = 'NONE'
  }

  async rollback(): Promise<void> {
    const isOpen = this.#transaction === 'OPEN'
    this.#transaction = 'NONE'
    this.#deferred = []
    if (!isOpen) return
    try {
      await this.#run('rollback')
    } catch (error) {
      this.#isBroken = true
      // The server has rolled back when the connection is lost, so the first error is more helpful.
      if (outageOf(error) === undefined) throw error
    }
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === 'NONE') return resultOf<Row>(await this.#runAlone(query))
    const { sql: text, parameters: values } = query
    const statement = { text, values, name: this.#nameOf(text) }
    if (deferredStatements.has(query)) {
      this.#defer(statement)
      return { rows: [] }
    }
    // Unsent statements need no rollback, and would fail in a failed transaction.
    if (UNDOES.test(text)) this.#deferred = []
    return resultOf<Row>(await this.#runInTransaction(statement, lastStatements.has(query)))
  }

  // biome-ignore lint/correctness/useYield: it only refuses
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('results are not streamed')
  }

  async #runAlone(query: CompiledQuery): Promise<pg.QueryResult> {
    const { sql: text, parameters } = query
    const values = [...parameters]
    const name = preparedStatements.has(query) ? this.#nameOf(text) : undefined
    try {
      return await this.#send(new NamedStatement({ name, text, values }))
    } catch (error) {
      // After a server error, a statement outside a transaction has ended.
      throw outageOr(error, WRITES.test(text) && !(error instanceof pg.DatabaseError))
    }
  }

  #defer({ values, ...statement }: Statement): void {
    if (this.#transaction === 'COMMITTED') throw new Error('the transaction is committed')
    this.#deferred.push({ ...statement, values: encoded(values) })
  }

  async #runInTransaction(own: Statement, commits = false): Promise<pg.QueryResult> {
    if (this.#transaction === 'COMMITTED') throw new Error('the transaction is committed')
    const begins = this.#transaction === 'TO_BEGIN'
    const statement = new TransactionStatement({ ...own, begins, deferred: this.#deferred, commits })
    this.#deferred = []
    // Set even if the statement fails, since the transaction begins before it.
    this.#transaction = 'OPEN'
    try {
      const result = await this.#send(statement)
      if (commits) {
        this.#transaction = 'COMMITTED'
        noteCommit()
      }
      return result
    } catch (error) {
      throw outageOr(error, statement.isCommitted || (commits && !isCanceled(error)))
    }
  }

  async #send(statement: NamedStatement): Promise<pg.QueryResult> {
    const running = new Promise<pg.QueryResult>((resolve, reject) => {
      statement.callback = (error, result) => (error === null ? resolve(result) : reject(error))
      this.#client.query(statement as unknown as pg.Submittable)
    })
    this.#server.watch(this.#client, running)
    try {
      return await running
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  async #run(sql: string, mayBeStored = false): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(sql)
    } catch (error) {
      throw outageOr(error, mayBeStored)
    }
  }
}

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
}

/** Commands whose result is a number of rows. */
const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** True if a statement was canceled, which rolls back its transaction. */
function isCanceled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014'
}

/** True if the result of a statement may change with the columns of a table: it has a `*` outside parentheses. */
function returnsAllColumns(sql: string): boolean {
  let depth = 0
  for (const character of sql) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '*' && depth === 0) return true
  }
  return false
}
