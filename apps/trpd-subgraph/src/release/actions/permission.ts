import type { Refusal, Result } from '@travel-rule/service/result'
import type { Kysely } from 'kysely'
import { exceedsFourEyes } from '../../cases/domain/four-eyes.ts'
import type { ChangePorts, Ports } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { describeObstacle } from '../domain/describe-obstacle.ts'
import { mayDo, type Obstacle, type Permission, type ReleaseFacts } from '../domain/may-do.ts'
import type { Act } from '../domain/release-policy.ts'
import { type ListFacts, loadListFacts, loadReleaseFacts } from '../store/release-facts.ts'

/** The state of the lists that this node requires. */
export function loadLists({ policy }: Ports<'policy'>, db: Kysely<Tables>, at: Date): Promise<ListFacts> {
  return loadListFacts(db, { required: policy.screening.lists, ageMaxSeconds: policy.ageMaxSeconds.list, at })
}

/**
 * The facts that determine what may be done to these transfers, by id. Takes one statement for any number of
 * transfers.
 */
export async function loadFacts(
  { assets, policy }: ChangePorts,
  db: Kysely<Tables>,
  transfers: readonly Transfer[],
  lists: ListFacts,
): Promise<Map<string, ReleaseFacts>> {
  const ids = transfers.map(({ id }) => id)
  const stored = await loadReleaseFacts(db, ids, lists)
  return new Map(
    transfers.flatMap((transfer) => {
      const facts = stored.get(transfer.id)
      if (facts === undefined) return []
      const personsNeeded = exceedsFourEyes(transfer, { limits: policy.decisions.fourEyes, assets }) ? 2 : 1
      return [[transfer.id, { ...facts, lists: lists.lists, personsNeeded }] as const]
    }),
  )
}

/** The permission for `act` on a stored transfer that this transaction has locked. */
export async function permissionFor(
  service: ChangePorts,
  { tx, now }: UnitOfWork,
  transfer: Transfer,
  act: Act,
): Promise<Permission> {
  const lists = await loadLists(service, tx, now())
  const facts = (await loadFacts(service, tx, [transfer], lists)).get(transfer.id)
  if (facts === undefined) throw new Error('the transfer is not stored')
  return mayDo(act, facts, service.policy.release)
}

/** Refuses with `TRANSACTION_NOT_RELEASED` and all obstacles. */
export function refuseObstacles(act: Act, obstacles: readonly Obstacle[]): Result<never> & { refusal: Refusal } {
  const reasons = obstacles.map(describeObstacle)
  const message = `${ACTS[act]} ${reasons.join(' ')}`
  const extensions = { act, obstacles: obstacles.map((each, at) => ({ ...each, message: reasons[at] })) }
  return { ok: false, refusal: { code: 'TRANSACTION_NOT_RELEASED', message, extensions } }
}

const ACTS: Readonly<Record<Act, string>> = {
  SEND: 'The inquiry may not be sent.',
  APPROVE: 'The inquiry may not be approved.',
  PAY: 'The transaction may not be paid.',
  CREDIT: 'The asset may not be credited.',
  REPORT: 'The hash may not be sent.',
}
