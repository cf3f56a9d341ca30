import { appendEvents, type NewEvent } from '@travel-rule/database/outbox'
import type { Transaction } from 'kysely'
import type { Problem } from '../domain/parsed.ts'
import type { Tables } from '../store/tables.ts'
import type { Node } from './transfer-service.ts'

/** Why an action was refused; `extensions` hold facts for machines beside the code. */
export interface Refusal extends Problem {
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** What an action returns: what it made, or why it was refused and nothing was changed. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Refusal }

/** The outcome that refuses with `code` and `message`. */
export function refuse(
  code: string,
  message: string,
  extensions?: Readonly<Record<string, unknown>>,
): { readonly ok: false; readonly problem: Refusal } {
  return { ok: false, problem: { code, message, ...(extensions === undefined ? {} : { extensions }) } }
}

/** The outcome that holds `value`. */
export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

/** One database transaction and the events that are published with it. */
export interface Work {
  readonly tx: Transaction<Tables>
  record(event: NewEvent): void
}

/** How often a transaction that the server ended for the sake of another is tried. */
const TRIES_MAX = 4
const DEADLOCK_CODES = new Set(['40P01', '40001'])

/**
 * Runs `run` in one transaction and publishes what it recorded; a refusal undoes everything.
 *
 * The events are appended last, because appending holds a lock that all other changes wait for. Runs again when the
 * server ended the transaction because of a deadlock, so `run` does nothing but SQL.
 */
export async function inTransaction<Value>(
  { database }: Pick<Node, 'database'>,
  run: (work: Work) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(database, run)
    } catch (error) {
      if (tries === TRIES_MAX || !isDeadlock(error)) throw error
    }
  }
}

async function attempt<Value>(
  database: Node['database'],
  run: (work: Work) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await database.db.transaction().execute(async (tx) => {
      const events: NewEvent[] = []
      const outcome = await run({ tx, record: (event) => void events.push(event) })
      if (!outcome.ok) throw new Undo(outcome.problem)
      await appendEvents(tx, events)
      return outcome
    })
  } catch (error) {
    if (error instanceof Undo) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Leaves a transaction without a change. Never seen outside of this file. */
class Undo extends Error {
  readonly problem: Refusal

  constructor(problem: Refusal) {
    super(problem.code)
    this.problem = problem
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DEADLOCK_CODES.has(String(error.code))
}
