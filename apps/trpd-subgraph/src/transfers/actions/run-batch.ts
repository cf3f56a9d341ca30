import { type Refusal, type Result, refuse } from '@travel-rule/service/result'
import type { Ports } from '../../foundation/actions/transfer-service.ts'

/** Maximum number of transfers in one batch. */
export const BATCH_MAX = 100
/** No change starts later than this after the operation started: the gateway waits 30 seconds for a response. */
const BEGIN_WITHIN_MS = 20_000

/** One transfer of a batch. */
export interface BatchTarget {
  readonly id: string
  /** The version that the person has seen; if absent, any version is accepted. */
  readonly expectedVersion?: number | undefined
}

/** The outcome for one transfer of a batch. */
export interface BatchItem {
  readonly id: string
  /** Why the transfer was not changed; absent if it was. */
  readonly refusal?: Refusal
}

/**
 * Changes each transfer in its own transaction, in order, and reports the outcome for each. After a failure,
 * or when the time is up, the remaining ones are refused with `BATCH_INTERRUPTED`.
 *
 * Refused with `BATCH_INVALID`, in which case nothing is changed.
 */
export async function runBatch<Target extends BatchTarget>(
  { logger }: Ports<'logger'>,
  targets: readonly Target[],
  change: (target: Target) => Promise<Result<unknown>>,
  { elapsedMs }: { readonly elapsedMs: () => number },
): Promise<Result<readonly BatchItem[]>> {
  const ids = new Set(targets.map(({ id }) => id.toLowerCase()))
  if (targets.length === 0 || targets.length > BATCH_MAX || ids.size < targets.length) {
    return refuse('BATCH_INVALID', `targets must have 1 to ${BATCH_MAX} items, each with another id.`)
  }
  const items: BatchItem[] = []
  let isInterrupted = false
  for (const target of targets) {
    isInterrupted ||= elapsedMs() > BEGIN_WITHIN_MS
    if (isInterrupted) {
      items.push({ id: target.id, refusal: INTERRUPTED })
      continue
    }
    try {
      const result = await change(target)
      items.push(result.ok ? { id: target.id } : { id: target.id, refusal: result.refusal })
    } catch (err) {
      logger.error({ err, transferId: target.id }, 'a change of a batch failed')
      items.push({ id: target.id, refusal: FAILED })
      isInterrupted = true
    }
  }
  return { ok: true, value: items }
}

const INTERRUPTED: Refusal = {
  code: 'BATCH_INTERRUPTED',
  message: 'The batch was interrupted before this transaction: it is unchanged. Send it again.',
}

const FAILED: Refusal = {
  code: 'INTERNAL_SERVER_ERROR',
  message: 'The change failed, and may have taken effect: read the transaction again.',
}
