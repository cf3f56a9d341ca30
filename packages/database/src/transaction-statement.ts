import pg from 'pg'
// @ts-expect-error `@types/pg` declares nothing of this module.
import { prepareValue } from 'pg/lib/utils'
import { camelCaseOf } from './column-names.ts'

/** A statement, and the name under which the connection keeps it prepared; without a name, it is not kept. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string | undefined
}

export interface TransactionStatementOptions extends Statement {
  /** True to begin a transaction before the statement. */
  readonly begins: boolean
  /** Statements of the transaction that run before this one; their results are not read. */
  readonly deferred: readonly Statement[]
  /**
   * True to commit after the statement. Waits for the commit to be durable only after its locks are released.
   */
  readonly commits: boolean
}

/** A query of pg, of which `@types/pg` declares only a part. */
interface Query {
  name: string | undefined
  text: string
  callback: ((error: Error | null, result: pg.QueryResult) => void) | undefined
  submit(connection: Connection): Error | null
  handleRowDescription(message: { readonly fields: { name: string }[] }): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Connection): void
  handleError(error: Error, connection: Connection): void
}

interface Connection {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(config: { readonly text: string; readonly name: string | undefined }): void
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

/** A statement whose result names its columns in camelCase. The names are converted once for all rows. */
export class NamedStatement extends PgQuery {
  override handleRowDescription(message: { readonly fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = camelCaseOf(field.name)
    super.handleRowDescription(message)
  }
}

/** A statement without values, which is not kept prepared. */
export const plain = (text: string): Statement => ({ text, values: [], name: undefined })

const BEGIN = plain('begin')
/** The commit releases its locks before it is on disk, so that other writers do not wait for the disk. */
const RELEASE_EARLY = plain('set local synchronous_commit to off')

/**
 * A statement that is sent together with the deferred statements before it, with a preceding `begin` and with a
 * following `commit`, so that those need no separate round trip.
 *
 * The server skips everything after an error: a statement never runs without its transaction or the statements before
 * it, and a transaction is never committed without its last statement. The error of a deferred statement is that of
 * this one.
 */
export class TransactionStatement extends NamedStatement {
  /** The commands before the statement, and the statement itself. */
  readonly #commands: readonly Statement[]
  readonly #commits: boolean
  #completed = 0

  /** Throws if a value cannot be encoded. */
  constructor({ text, values, name, begins, deferred, commits }: TransactionStatementOptions) {
    const own = { text, name, values: encoded(values) }
    super({ ...own, queryMode: 'extended' })
    this.#commands = [...(begins ? [BEGIN] : []), ...deferred, ...(commits ? [RELEASE_EARLY] : []), own]
    this.#commits = commits
  }

  /** True if the transaction was committed, even if the statement fails afterwards. */
  get isCommitted(): boolean {
    return this.#commits && this.#completed > this.#commands.length
  }

  override submit(connection: Connection): Error | null {
    connection.stream.cork()
    try {
      for (const command of this.#commands.slice(0, -1)) run(connection, command)
      return super.submit(this.#commits ? committing(connection) : connection)
    } finally {
      this.#expectNext()
      connection.stream.uncork()
    }
  }

  override handleDataRow(message: object): void {
    if (this.#completed === this.#commands.length - 1) super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    this.#completed += 1
    if (this.#completed === this.#commands.length) super.handleCommandComplete(message, connection)
    this.#expectNext()
  }

  override handleError(error: Error, connection: Connection): void {
    // The server has parsed none of the statements from the failed one on.
    for (const { name } of this.#commands.slice(this.#completed)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name]
    }
    super.handleError(error, connection)
  }

  /** pg's client attributes the next message to the statement with this name and text. */
  #expectNext(): void {
    const next = this.#commands[this.#completed]
    this.name = next?.name
    if (next !== undefined) this.text = next.text
  }
}

/** Encodes the values for the protocol. Throws before anything is sent; pg would throw in the middle of a message. */
export function encoded(values: readonly unknown[]): readonly (string | Buffer | null)[] {
  return values.map((value) => prepareValue(value))
}

/** Wraps `connection` so that it commits and flushes before it requests the server's responses. */
function committing(connection: Connection): Connection {
  return Object.create(connection, {
    sync: {
      value() {
        run(connection, plain('commit'))
        run(connection, plain(FLUSH))
        connection.sync()
      },
    },
  })
}

function run(connection: Connection, { text, values, name }: Statement): void {
  const isParsed =
    name !== undefined && (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) !== undefined
  if (!isParsed) connection.parse({ text, name })
  if (!isParsed && name !== undefined) connection.submittedNamedStatements[name] = text
  connection.bind({ statement: name, values })
  connection.execute({})
}
