import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { codePoints, isFreeText } from '../../foundation/domain/string-format.ts'
import { REASON_LENGTH_MAX } from '../../messages/domain/trp-body.ts'
import { type CounterpartyReason, countReasons, lockReason, saveReason } from '../store/counterparty-reasons.ts'

/** Maximum number of reviewed reasons, so that one request can list all of them. */
const REASONS_MAX = 500

/** An officer's reason for the counterparty. */
export interface GivenReason {
  /** Free text. */
  readonly reason?: string | undefined
  /** Id of a reviewed reason. */
  readonly reasonId?: string | undefined
}

/**
 * The text to send to the counterparty.
 *
 * Refused with `TRANSACTION_REASON_MISSING`, `TRANSACTION_REASON_AMBIGUOUS`, `TRANSACTION_REASON_UNKNOWN`,
 * `TRANSACTION_REASON_NOT_REVIEWED`, `TRANSACTION_REASON_TOO_LONG` and `TRANSACTION_REASON_INVALID`.
 */
export async function readReason(
  { policy }: Ports<'policy'>,
  { tx }: UnitOfWork,
  { reason, reasonId }: GivenReason,
): Promise<Result<string>> {
  if (reasonId === undefined) {
    if (reason !== undefined && policy.decisions.reviewedReasonsOnly) {
      return refuse(
        'TRANSACTION_REASON_NOT_REVIEWED',
        'Choose a reviewed reason with reasonId: see counterpartyReasons.',
      )
    }
    return checkReason(reason)
  }
  if (reason !== undefined) return refuse('TRANSACTION_REASON_AMBIGUOUS', 'Give either reason or reasonId, not both.')
  const found = REASON_ID.test(reasonId) ? await lockReason(tx, reasonId) : undefined
  if (found !== undefined && !found.retired) return ok(found.text)
  return refuse(
    'TRANSACTION_REASON_UNKNOWN',
    'No reviewed reason has this id, or it is retired: see counterpartyReasons.',
  )
}

/**
 * Stores a reviewed reason, which can be chosen from then on.
 *
 * Refused with `COUNTERPARTY_REASON_INVALID` and `COUNTERPARTY_REASONS_TOO_MANY`.
 */
export async function setReason(
  service: WorkPorts,
  { id, text }: { readonly id: string; readonly text: string },
  actor: Actor,
): Promise<Result<CounterpartyReason>> {
  const checked = checkReason(text)
  if (!checked.ok) return refuse('COUNTERPARTY_REASON_INVALID', checked.refusal.message.replace(/^reason/, 'text'))
  if (!REASON_ID.test(id)) {
    return refuse('COUNTERPARTY_REASON_INVALID', 'id must have 1 to 50 lower-case letters, digits and hyphens.')
  }
  return inTransaction(service, async (work) => {
    const existing = await lockReason(work.tx, id)
    if (existing !== undefined && existing.text === checked.value && !existing.retired) return ok(existing)
    if (existing === undefined && (await countReasons(work.tx)) >= REASONS_MAX) {
      return refuse('COUNTERPARTY_REASONS_TOO_MANY', `There are already ${REASONS_MAX} reviewed reasons.`)
    }
    const version = (existing?.version ?? 0) + 1
    const next = { id, version, text: checked.value, retired: false, updatedAt: work.now() }
    return storeReason(work, { next, before: existing, type: 'counterparty_reason.set', actor })
  })
}

/** Retires a reviewed reason. Refused with `COUNTERPARTY_REASON_NOT_FOUND`. */
export async function retireReason(service: WorkPorts, id: string, actor: Actor): Promise<Result<CounterpartyReason>> {
  return inTransaction(service, async (work) => {
    const existing = REASON_ID.test(id) ? await lockReason(work.tx, id) : undefined
    if (existing === undefined) return refuse('COUNTERPARTY_REASON_NOT_FOUND', 'No reviewed reason has this id.')
    if (existing.retired) return ok(existing)
    const next = { ...existing, version: existing.version + 1, retired: true, updatedAt: work.now() }
    return storeReason(work, { next, before: existing, type: 'counterparty_reason.retired', actor })
  })
}

const REASON_ID = /^[a-z0-9-]{1,50}$/

interface ReasonChange {
  readonly next: CounterpartyReason
  readonly before: CounterpartyReason | undefined
  readonly type: 'counterparty_reason.set' | 'counterparty_reason.retired'
  readonly actor: Actor
}

async function storeReason(
  { tx, record }: UnitOfWork,
  { next, before, type, actor }: ReasonChange,
): Promise<Result<CounterpartyReason>> {
  await saveReason(tx, next)
  const subject = { type: 'counterparty_reason', id: next.id }
  const detail = detailOfChange(before && factsOf(before), factsOf(next))
  record({ type, subject, actor, at: next.updatedAt, detail })
  return ok(next)
}

function factsOf({ version, text, retired }: CounterpartyReason) {
  return { version, text, retired }
}

function checkReason(reason: string | undefined): Result<string> {
  const text = reason?.trim() ?? ''
  if (text === '')
    return refuse('TRANSACTION_REASON_MISSING', 'reason is required; over TRP it is sent to the counterparty.')
  if (codePoints(text) > REASON_LENGTH_MAX) {
    return refuse('TRANSACTION_REASON_TOO_LONG', `reason must have at most ${REASON_LENGTH_MAX} characters.`)
  }
  if (!isFreeText(text, REASON_LENGTH_MAX)) {
    const message = 'reason must not contain control characters or unpaired surrogates.'
    return refuse('TRANSACTION_REASON_INVALID', message)
  }
  return ok(text)
}
