import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type CaseTarget, changeCase, checkCaseVersion, lockTarget } from '../../cases/actions/change-case.ts'
import { loadCase } from '../../cases/store/cases.ts'
import { refreshChecks } from '../../checks/actions/refresh-checks.ts'
import {
  type ChangePorts,
  type CheckPorts,
  secondsAfter,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import type { Transfer } from '../domain/transfer.ts'
import { changeTransfer } from './change-transfer.ts'
import { type Assessment, checkInternalReason, makeVerdict, requireTrust } from './make-verdict.ts'

/**
 * Proposes a decision about an inquiry, for a second person.
 *
 * Refused as by `makeVerdict` and `changeCase`, with `PROPOSAL_EXISTS`, and with
 * `TRANSACTION_WRONG_STATUS` or `TRANSACTION_WRONG_DIRECTION` if it could not be decided now.
 */
export function proposeDecision(
  service: WorkPorts & ChangePorts,
  assessment: Assessment & CaseTarget,
  actor: Actor,
): Promise<Result<Transfer>> {
  return changeCase(
    service,
    assessment,
    async ({ by, at }, { work, transfer }) => {
      const checked = await makeVerdict(service, work, transfer, assessment)
      if (!checked.ok) return checked
      const expiresAt = secondsAfter(at, service.policy.deadlineSeconds.proposal)
      return ok({ type: 'propose', proposal: { ...checked.value, by, at, expiresAt }, by, at })
    },
    actor,
  )
}

/**
 * Withdraws a proposal, the actor's own or another person's. Refused with `PROPOSAL_NOT_FOUND`, and as by
 * `changeCase`.
 */
export function withdrawProposal(
  service: WorkPorts,
  { reason, ...target }: CaseTarget & { readonly reason: string },
  actor: Actor,
): Promise<Result<Transfer>> {
  return changeCase(service, target, (by) => ok({ type: 'withdrawProposal', reason, ...by }), actor)
}

/**
 * Decides as another person has proposed. The case must still have the version that `actor` saw, so that a
 * newer proposal is not accepted unread.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `CASE_VERSION_CONFLICT`, `CASE_TEXT_INVALID`, `PROPOSAL_NOT_FOUND`,
 * `PROPOSAL_EXPIRED`, `PROPOSAL_OWN`, `VASP_NOT_TRUSTED`, and as by `changeTransfer`.
 */
export async function acceptProposal(
  service: WorkPorts & CheckPorts,
  { internalReason, ...target }: AcceptedProposal,
  actor: Actor,
): Promise<Result<Transfer>> {
  await refreshChecks(service, target.id, 'APPROVE')
  return inTransaction<Transfer>(service, async (work) => {
    const transfer = await lockTarget(work, target)
    if (!transfer.ok) return transfer
    const current = await loadCase(work.tx, work.sealer, transfer.value)
    const seen = checkCaseVersion(current, target)
    if (!seen.ok) return seen
    const internal = checkInternalReason(internalReason)
    if (!internal.ok) return internal
    const at = work.now()
    const { proposal } = current
    if (proposal === undefined) return refuse('PROPOSAL_NOT_FOUND', 'No decision is proposed.')
    if (proposal.expiresAt <= at) return refuse('PROPOSAL_EXPIRED', 'The proposal has expired: propose it again.')
    if (proposal.by === actor.id) return refuse('PROPOSAL_OWN', 'Another person has to accept your proposal.')
    const { verdict } = proposal
    const trusted = verdict.outcome === 'APPROVE' ? await requireTrust(work, transfer.value) : ok(true)
    if (!trusted.ok) return trusted
    const expiresAt = secondsAfter(at, service.policy.deadlineSeconds.confirmation)
    const command = { type: 'assess', verdict, by: actor.id, expiresAt, at } as const
    const accepted = { transfer: transfer.value, command, actor, proposedBy: proposal.by, ...internal.value }
    return changeTransfer(service, work, accepted)
  })
}

interface AcceptedProposal extends CaseTarget {
  readonly expectedVersion: number
  readonly internalReason?: string | undefined
}
