import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { commandCase, lockTarget, storeCase } from '../../cases/actions/change-case.ts'
import { decideCase } from '../../cases/domain/decide-case.ts'
import { loadCase } from '../../cases/store/cases.ts'
import type { ChangePorts, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { resumeWithheld } from '../../release/actions/announce-release.ts'
import { loadFacts, loadLists } from '../../release/actions/permission.ts'
import type { Finding } from '../../release/domain/may-do.ts'
import { acceptFinding as saveAcceptance } from '../../release/store/release-facts.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { CheckName } from '../domain/check.ts'
import { isHeldForHit } from './new-hit.ts'

interface AcceptedFinding {
  /** Id of the transfer. */
  readonly id: string
  /** Id of the finding. */
  readonly finding: string
  /** Internal text. */
  readonly reason: string
  /** False for a client that acts for itself. */
  readonly isPerson: boolean
}

/**
 * Accepts a finding of a check about a transfer, so that the finding stops nothing while the check still
 * reports it. The hold that a hit caused ends once enough persons have accepted the hit.
 *
 * Refused as by `lockTarget`, with `FINDING_PERSON_REQUIRED`, `FINDING_NOT_CURRENT`, `FINDING_ACCEPTED`, and
 * as by `decideCase`.
 */
export function acceptFinding(
  service: WorkPorts & ChangePorts,
  { id, finding, reason, isPerson }: AcceptedFinding,
  actor: Actor,
): Promise<Result<Transfer>> {
  return inTransaction<Transfer>(service, async (work) => {
    const locked = await lockTarget(work, { id })
    if (!locked.ok) return locked
    const transfer = locked.value
    if (!isPerson) return refuse('FINDING_PERSON_REQUIRED', 'Only a person can accept a finding.')
    const lists = await loadLists(service, work.tx, work.now())
    const facts = (await loadFacts(service, work.tx, [transfer], lists)).get(transfer.id)
    const found = [...(facts?.findings ?? [])].find(([, { id: known }]) => known === finding)
    if (found === undefined) {
      return refuse(
        'FINDING_NOT_CURRENT',
        'The latest checks of the transaction found something else: read them again.',
      )
    }
    const [check, { verdict }]: [CheckName, Finding] = found
    const at = work.now()
    const by = actor.id
    const current = await loadCase(work.tx, work.sealer, transfer)
    const decision = decideCase(current, transfer, { type: 'acceptFinding', check, verdict, reason, by, at })
    if (!decision.ok) return decision
    const accepted = { transferId: transfer.id, finding, check, verdict, by, at }
    if (!(await saveAcceptance(work.tx, accepted))) {
      return refuse('FINDING_ACCEPTED', 'You have already accepted this finding.')
    }
    if (decision.value !== undefined) {
      const detail = { check, verdict, finding }
      await storeCase(work, { transfer, before: current, change: decision.value, actor, detail })
    }
    const persons = (facts?.accepted.get(finding) ?? 0) + 1
    if (check === 'SCREENING' && persons >= (facts?.personsNeeded ?? 1) && isHeldForHit(current)) {
      // The accepted hit caused the hold.
      const command = { type: 'release', reason, by, at } as const
      const released = await commandCase(work, { transfer, command, actor })
      if (!released.ok) return released
    }
    await resumeWithheld(work, transfer)
    return ok(transfer)
  })
}
