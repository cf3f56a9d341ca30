import pg from 'pg'

export interface TransactionStatementOptions {
  readonly text: string
  readonly values: readonly unknown[]
  /** Under which the connection keeps the statement prepared; it is not kept if absent. */
  readonly name: string | undefined
  /** Whether to begin a transaction before the statement. */
  readonly begins: boolean
  /** Whether to commit after the statement. Every value must be a string then. */
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

const PgQuery = pg.Query as unknown as new (config: object) => Query

/**
 * A statement that is sent together with the `begin` before it or the `commit` after it, so that
 * they cost no round trip.
 *
 * The server skips what follows an error: a statement never runs without its transaction, and a
 * transaction is never committed without its last statement.
 */
export class TransactionStatement extends PgQuery {
  readonly #name: string | undefined
  readonly #begins: boolean
  readonly #commits: boolean
  #completed = 0

  constructor({ text, values, name, begins, commits }: TransactionStatementOptions) {
    // Such a value may fail to be encoded, and pg would then send the commit alone.
    if (commits && values.some((value) => typeof value !== 'string')) throw new TypeError('a value is not a string')
    super({ text, values, name, queryMode: 'extended' })
    this.#name = name
    this.#begins = begins
    this.#commits = commits
  }

  override submit(connection: Connection): Error | null {
    connection.stream.cork()
    try {
      if (this.#begins) run(connection, 'begin')
      return super.submit(this.#commits ? committing(connection) : connection)
    } finally {
      // The client of pg takes the next message for that of the statement, but it is that of `begin`.
      if (this.#begins) this.name = undefined
      connection.stream.uncork()
    }
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const index = this.#completed - (this.#begins ? 1 : 0)
    this.#completed += 1
    this.name = this.#name
    if (index === 0) super.handleCommandComplete(message, connection)
  }

  override handleError(error: Error, connection: Connection): void {
    if (this.name === undefined && this.#name !== undefined) delete connection.submittedNamedStatements[this.#name]
    super.handleError(error, connection)
  }
}

/** `connection`, which commits before the server is asked for its responses. */
function committing(connection: Connection): Connection {
  return Object.create(connection, {
    sync: {
      value() {
        run(connection, 'commit')
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
