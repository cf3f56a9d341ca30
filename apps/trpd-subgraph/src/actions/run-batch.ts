import { type Refusal, type Result, refuse } from '@travel-rule/service/result'
import type { TransferService } from './transfer-service.ts'

/** Maximum number of transfers in one batch. */
export const BATCH_MAX = 100
/** No change starts later than this after the operation: the gateway waits 30 seconds for a response. */
const BEGIN_WITHIN_MS = 20_000

/** One transfer of a batch. */
export interface BatchTarget {
  readonly id: string
  /** The version that the person has seen; any without it. */
  readonly expectedVersion?: number | undefined
}

/** What became of one transfer of a batch. */
export interface BatchItem {
  readonly id: string
  /** Why it was not changed; absent if it was. */
  readonly refusal?: Refusal
}

/**
 * Changes each transfer in a transaction of its own, in their order, and says of each what became of
 * it. After a failure, or when the time is over, the rest is refused with `BATCH_INTERRUPTED`.
 *
 * Refused with `BATCH_INVALID`, and then nothing is changed.
 */
export async function runBatch<Target extends BatchTarget>(
  { logger }: Pick<TransferService, 'logger'>,
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
