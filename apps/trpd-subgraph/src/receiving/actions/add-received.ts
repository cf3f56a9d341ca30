import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import type { ChangePorts } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { queueMessage } from '../../messages/actions/queue-message.ts'
import type { AppliedRule } from '../../rules/domain/rule.ts'
import { giveUpDelivery, publishTransfer, type TransferChange } from '../../transfers/actions/change-transfer.ts'
import { decide } from '../../transfers/domain/decide-transfer.ts'
import type { Command } from '../../transfers/domain/decision.ts'
import { insertReceived, type ReceivedContent } from '../../transfers/store/insert-transfer.ts'
import type { TransferSecrets } from '../../transfers/store/transfers.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'

/** A new transfer. */
export interface NewTransfer {
  /** The transfer's first version. */
  readonly opened: TransferChange
  readonly vasp: Vasp
  readonly secrets: TransferSecrets
  readonly received: ReceivedContent
  /** Our decision, if it is made immediately. */
  readonly decision?: { readonly command: Command; readonly actor: Actor; readonly rule: AppliedRule } | undefined
}

/**
 * Stores a new RECEIVED transfer, and our decision if there is one: the row at its latest version, the
 * inquiry, the check results, the history and event of each version, and the message to send. Storing the
 * decision separately would cost a second version of the row in every index.
 */
export async function addReceived(service: ChangePorts, work: UnitOfWork, added: NewTransfer): Promise<Result<true>> {
  const { opened, vasp, secrets, received, decision } = added
  const decided = decision && decide(opened.transfer, decision.command)
  if (decided?.outcome === 'refused') {
    const { code, message, status } = decided.refusal
    return { ok: false, refusal: { code, message, extensions: { status } } }
  }
  const next =
    decision && decided?.outcome === 'accepted'
      ? { ...decided, before: opened.transfer, actor: decision.actor, rule: decision.rule }
      : undefined
  const changes = next === undefined ? ([opened] as const) : ([opened, next] as const)
  const { transfer } = next ?? opened
  await insertReceived(work.tx, work.sealer, changes, secrets, received)
  for (const change of changes) await publishTransfer(service, work, change)
  if (next?.send === undefined) return ok(true)
  const queued = await queueMessage(service, work, { transfer, vasp, kind: next.send, secrets })
  if (queued.ok) return queued
  const at = transfer.updatedAt
  const failed = await giveUpDelivery(service, work, { transfer, problem: queued.refusal.message, at })
  return failed.ok ? ok(true) : failed
}
