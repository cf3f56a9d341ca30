import type { Result } from '@travel-rule/service/result'
import { callerKey } from '@travel-rule/subgraph/caller'
import { openFairQueue } from '@travel-rule/subgraph/fair-queue'
import { isPerson } from '../../cases/actions/assignees.ts'
import { assignTx, holdTx, takeTx } from '../../cases/actions/case-actions.ts'
import type { Context } from '../../graphql/context.ts'
import type { BatchTarget as BatchTargetInput, Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { type BatchItem, type BatchTarget, runBatch } from '../actions/run-batch.ts'
import { archiveTx, assessTx } from '../actions/transfer-actions.ts'

export const batchResolvers: Resolvers = {
  TrpdMutation: {
    assignTxs: (_parent, { targets, ...args }, context) => {
      const { service, actor } = context
      return batch(context, targets, (target) => assignTx(service, { ...withoutNulls(args), ...target }, actor))
    },
    takeTxs: (_parent, { targets }, context) => {
      const { service, actor, identity } = context
      return batch(context, targets, (target) => takeTx(service, { ...target, isPerson: isPerson(identity) }, actor))
    },
    holdTxs: (_parent, { targets, reason }, context) =>
      batch(context, targets, (target) => holdTx(context.service, { ...target, reason }, context.actor)),
    declineTxs: (_parent, { targets, ...args }, context) => {
      const { service, actor } = context
      const decline = { ...withoutNulls(args), decision: 'DECLINE' } as const
      return batch(context, targets, (target) => assessTx(service, { ...decline, ...target }, actor))
    },
    archiveTxs: (_parent, { targets }, context) =>
      batch(context, targets, (target) => archiveTx(context.service, target, context.actor)),
  },
  BatchItem: {
    transaction: async ({ id }, _args, { loaders }) => (await loaders.transfer.load(id)) ?? null,
    refusal: ({ refusal }) => refusal ?? null,
  },
}

/** A batch mostly waits for the database, so it does not take a slot meant for CPU-intensive work. */
const BATCHES = openFairQueue({ runningMax: 4, runningPerCallerMax: 1, queuedMax: 200 })

const NEVER = new AbortController().signal

/** One batch at a time per caller. All batches of an operation share its time limit. */
async function batch(
  { service, identity, signal = NEVER, startedAt }: Context,
  targets: readonly BatchTargetInput[],
  change: (target: BatchTarget) => Promise<Result<unknown>>,
): Promise<BatchItem[]> {
  const elapsedMs = () => (signal.aborted ? Number.POSITIVE_INFINITY : performance.now() - startedAt)
  const named = targets.map((target) => withoutNulls(target))
  return [
    ...unwrap(await BATCHES.run(callerKey(identity), signal, () => runBatch(service, named, change, { elapsedMs }))),
  ]
}
