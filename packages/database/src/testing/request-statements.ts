import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import pg from 'pg'

/** Published before a request's handlers run, in the async context that they share. */
const REQUEST_STARTS = 'http.server.request.start'

/**
 * The statements that HTTP requests to this process send to PostgreSQL while `work` runs, sorted, with each list of
 * parameters as one. Excludes statements of background jobs and feeds.
 */
export async function requestStatements(work: () => Promise<unknown>): Promise<string[]> {
  const requests = new AsyncLocalStorage<true>()
  const statements: string[] = []
  const query: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.query
  const enter = () => requests.enterWith(true)
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (requests.getStore() === true) statements.push(textOf(args[0]))
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  subscribe(REQUEST_STARTS, enter)
  try {
    await work()
  } finally {
    unsubscribe(REQUEST_STARTS, enter)
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  return statements.sort()
}

/**
 * The statements that `many` has and `one` lacks. Either may read what a process caches for a while, so a statement
 * counts only if it is present each time.
 */
export async function furtherStatements(
  one: () => Promise<readonly string[]>,
  many: () => Promise<readonly string[]>,
): Promise<string[]> {
  const known = [...(await one())]
  if (known.length === 0) throw new Error('no statement was sent')
  return (await many()).filter((statement) => {
    const index = known.indexOf(statement)
    if (index >= 0) known.splice(index, 1)
    return index < 0
  })
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'))
  return text.replace(/\$\d+(?:, \$\d+)*/g, '$')
}
