import { type Ports, secondsAfter, systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { describeObstacle } from '../../release/domain/describe-obstacle.ts'
import type { Obstacle } from '../../release/domain/may-do.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { CaseCommand } from '../domain/decide-case.ts'
import { commandCaseBySystem } from './change-case.ts'

/** Puts the case of a payment that was made despite `obstacles` on hold, as urgent and with a due time. */
export async function openIncident(
  service: Ports<'policy'>,
  work: UnitOfWork,
  transfer: Transfer,
  obstacles: readonly Obstacle[],
): Promise<void> {
  const at = work.now()
  const step = { by: systemActor.id, at } as const
  const why = obstacles.map(describeObstacle).join(' ')
  const commands: CaseCommand[] = [
    { type: 'holdForReview', reason: `The payment was made although it was not allowed. ${why}`, ...step },
    { type: 'prioritize', priority: 'URGENT', ...step },
    { type: 'schedule', dueAt: secondsAfter(at, service.policy.deadlineSeconds.case), ...step },
  ]
  await commandCaseBySystem(work, transfer, commands)
}
