import type { Actor } from '@travel-rule/database/outbox'
import { runInSlices } from '@travel-rule/database/run-in-slices'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type Ports, secondsAfter } from '../../foundation/actions/transfer-service.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { pruneReads, saveRead } from '../store/case-reads.ts'
import { loadCases } from '../store/cases.ts'

/** Changes older than this do not count as unread, and their read marks are deleted. */
const NEWS_SECONDS = 90 * 86_400
const PRUNE_MAX = 5_000
const SLICES_MAX = 20

/** Changes before this time are not news. */
export function newsSince({ now }: Ports<'now'>): Date {
  return secondsAfter(now(), -NEWS_SECONDS)
}

/** Records up to which change the caller has read a transfer. Refused with `TRANSACTION_NOT_FOUND`. */
export async function markRead(
  { database: { db }, sealer, now }: Ports<'database' | 'now' | 'sealer'>,
  { id, version, caseVersion }: { readonly id: string; readonly version: number; readonly caseVersion: number },
  actor: Actor,
): Promise<Result<true>> {
  const isKnown = isUuid(id) && (await loadCases(db, sealer, [id])).size > 0
  if (!isKnown) return refuse('TRANSACTION_NOT_FOUND', 'No transaction has this id.')
  await saveRead(db, { person: actor.id, transferId: id.toLowerCase(), version, caseVersion, at: now() })
  return ok(true)
}

/** Deletes the read marks of changes that no longer count as unread. */
export async function forgetReads(service: Ports<'database' | 'now'>): Promise<void> {
  const before = newsSince(service)
  await runInSlices(service.database, { size: PRUNE_MAX, slicesMax: SLICES_MAX }, (tx) =>
    pruneReads(tx, { before, max: PRUNE_MAX }),
  )
}
