import pg from 'pg'

export interface TransactionStatementOptions {
  readonly text: string
  readonly values: readonly unknown[]
  /** The name under which the connection keeps the statement prepared; if absent, it is not kept. */
  readonly name: string | undefined
  /** True to begin a transaction before the statement. */
  readonly begins: boolean
  /**
   * True to commit after the statement. Waits for the commit to be durable only after its locks are released. All
   * values must be strings.
   */
  readonly commits: boolean
}

/** A query of pg, of which `@types/pg` declares only a part. */
interface Query {
  name: string | undefined
  callback: ((error: Error | null, result: pg.QueryResult) => void) | undefined
  submit(connection: Connection): Error | null
  handleCommandComplete(message: object, connection: Connection): void
  handleError(error: Error, connection: Connection): void
}

interface Connection {
  readonly stream: { cork(): void; uncork(): void }
  readonly submittedNamedStatements: Record<string, string>
  parse(config: { readonly text: string }): void
  bind(config: object): void
  execute(config: object): void
  sync(): void
}

/**
 * Returns no row once everything committed before is durable: it writes only a message, whose commit waits until the
 * log up to it is on disk.
 */
export const FLUSH = `select where pg_logical_emit_message(true, 'flush', '') is null`

const PgQuery = pg.Query as unknown as new (config: object) => Query

/**
 * A statement that is sent together with a preceding `begin` or a following `commit`, so that those need no separate
 * round trip.
 *
 * The server skips everything after an error: a statement never runs without its transaction, and a transaction is
 * never committed without its last statement.
 */
export class TransactionStatement extends PgQuery {
  readonly #name: string | undefined
  readonly #begins: boolean
  readonly #commits: boolean
  /** Number of commands before the statement. */
  readonly #before: number
  #completed = 0

  constructor({ text, values, name, begins, commits }: TransactionStatementOptions) {
    // Encoding any other value may fail, and pg would then send only the commit.
    if (commits && values.some((value) => typeof value !== 'string')) throw new TypeError('a value is not a string')
    super({ text, values, name, queryMode: 'extended' })
    this.#name = name
    this.#begins = begins
    this.#commits = commits
    this.#before = Number(begins) + Number(commits)
  }

  /** True if the transaction was committed, even if the statement fails afterwards. */
  get isCommitted(): boolean {
    return this.#commits && this.#completed > this.#before + 1
  }

  override submit(connection: Connection): Error | null {
    connection.stream.cork()
    try {
      if (this.#begins) run(connection, 'begin')
      // The commit releases its locks before it is on disk, so that other writers do not wait for the disk.
      if (this.#commits) run(connection, 'set local synchronous_commit to off')
      return super.submit(this.#commits ? committing(connection) : connection)
    } finally {
      // pg's client attributes the next message to the statement, but it belongs to a preceding command.
      if (this.#before > 0) this.name = undefined
      connection.stream.uncork()
    }
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const index = this.#completed - this.#before
    this.#completed += 1
    if (this.#completed === this.#before) this.name = this.#name
    if (index === 0) super.handleCommandComplete(message, connection)
  }

  override handleError(error: Error, connection: Connection): void {
    if (this.name === undefined && this.#name !== undefined) delete connection.submittedNamedStatements[this.#name]
    super.handleError(error, connection)
  }
}

/** Wraps `connection` so that it commits and flushes before it requests the server's responses. */
function committing(connection: Connection): Connection {
  return Object.create(connection, {
    sync: {
      value() {
        run(connection, 'commit')
        run(connection, FLUSH)
        connection.sync()
      },
    },
  })
}

function run(connection: Connection, text: string): void {
  connection.parse({ text })
  connection.bind({})
  connection.execute({})
}
