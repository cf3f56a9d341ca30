import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { RuleSetTable, Tables } from '../../foundation/store/tables.ts'
import type { RuleSet } from '../domain/rule.ts'

/** A version of the rules and its author; version 0 has no author. */
export interface ShownRuleSet extends RuleSet {
  readonly note: string | undefined
  /** Subject of the person. */
  readonly author: string | undefined
  readonly createdAt: Date | undefined
}

/** A stored version of the rules. */
export interface StoredRuleSet extends ShownRuleSet {
  readonly author: string
  readonly createdAt: Date
}

/** The current version of the rules, read in the transaction of each decision. */
export interface RuleSets {
  /** `id` is the current `RULE_SET_ID` if the transaction has read it. */
  current(db: Kysely<Tables>, id?: string | null): Promise<RuleSet>
}

/** Id of the current version; null without rules. With a parameter as limit, PostgreSQL would plan it each time. */
export const RULE_SET_ID = sql<string | null>`(select id from rule_sets order by version desc limit 1)`

/** Caches the latest version that was read, so that a decision only has to read its id. */
export function openRuleSets(): RuleSets {
  let kept: { readonly id: string; readonly set: RuleSet } | undefined
  return {
    async current(db, known) {
      const id = known === undefined ? await currentRuleSetId(db) : known
      if (id === null) return { version: 0, rules: [] }
      if (kept?.id === id) return kept.set
      const set = await loadRuleSet(db, id)
      kept = { id, set }
      return set
    },
  }
}

/** Versions of the rules, newest first. */
export async function listRuleSets(
  db: Kysely<Tables>,
  {
    limit,
    offset,
    version,
  }: { readonly limit: number; readonly offset: number; readonly version?: number | undefined },
): Promise<StoredRuleSet[]> {
  const all = db.selectFrom('ruleSets').selectAll().orderBy('version', 'desc').limit(limit).offset(offset)
  const rows = await (version === undefined ? all : all.where('version', '=', version)).execute()
  return rows.map(ruleSetOfRow)
}

/** Stores the next version of the rules; `false` if that version already exists. */
export async function insertRuleSet(tx: Transaction<Tables>, set: StoredRuleSet): Promise<boolean> {
  const { version, rules, note, author, createdAt } = set
  const stored = await tx
    .insertInto('ruleSets')
    .values({
      version,
      id: randomUUID(),
      rules: JSON.stringify(rules),
      note: note ?? null,
      author,
      createdAt,
    })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .executeTakeFirst()
  return stored.numInsertedOrUpdatedRows === 1n
}

function ruleSetOfRow({ version, rules, note, author, createdAt }: Selectable<RuleSetTable>): StoredRuleSet {
  return { version, rules, note: note ?? undefined, author, createdAt }
}

async function currentRuleSetId(db: Kysely<Tables>): Promise<string | null> {
  const { id } = await db.selectNoFrom(RULE_SET_ID.as('id')).executeTakeFirstOrThrow()
  return id
}

/** The rules with this id, which never change. */
async function loadRuleSet(db: Kysely<Tables>, id: string): Promise<StoredRuleSet> {
  const row = await db.selectFrom('ruleSets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return ruleSetOfRow(row)
}
