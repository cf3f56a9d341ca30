import { deferred } from '@travel-rule/database/outage-dialect'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { AppliedRule } from '../domain/rule.ts'

/** A rule that was applied to a transfer, as stored. */
export interface StoredAppliedRule extends AppliedRule {
  readonly transferId: string
  /** The version of the transfer that resulted, or at which the rule was applied. */
  readonly transferVersion: number
  readonly at: Date
}

/** Records that a rule was applied. Returns `false` if the same version of the rule was already applied. */
export async function insertAppliedRule(tx: Transaction<Tables>, applied: StoredAppliedRule): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await inserting(tx, applied).executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Records a rule like `insertAppliedRule`, with the next statement of the transaction. */
export async function deferAppliedRule(tx: Transaction<Tables>, applied: StoredAppliedRule): Promise<void> {
  await tx.executeQuery(deferred(inserting(tx, applied).compile()))
}

function inserting(tx: Transaction<Tables>, applied: StoredAppliedRule) {
  return tx
    .insertInto('appliedRules')
    .values({
      transferId: applied.transferId,
      rulesVersion: applied.version,
      name: applied.name,
      action: applied.action,
      transferVersion: applied.transferVersion,
      at: applied.at,
    })
    .onConflict((conflict) => conflict.doNothing())
}

/** The rules that were applied to these transfers, newest first, by transfer. */
export async function listAppliedRules(
  db: Kysely<Tables>,
  transferIds: readonly string[],
): Promise<Map<string, StoredAppliedRule[]>> {
  const rows = await db
    .selectFrom('appliedRules')
    .selectAll()
    .where('transferId', 'in', transferIds)
    .orderBy('at', 'desc')
    .orderBy('transferVersion', 'desc')
    .execute()
  const applied = rows.map(({ rulesVersion, ...row }) => ({ ...row, version: rulesVersion }))
  return Map.groupBy(applied, ({ transferId }) => transferId)
}
