import type { Refusal, Result } from '@travel-rule/service/result'
import type { Kysely } from 'kysely'
import { exceedsFourEyes } from '../../cases/domain/four-eyes.ts'
import type { ServiceRules, TransferService } from '../../foundation/actions/transfer-service.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { describeObstacle } from '../domain/describe-obstacle.ts'
import { mayDo, type Obstacle, type Permission, type ReleaseFacts } from '../domain/may-do.ts'
import type { Act } from '../domain/release-policy.ts'
import { type ListFacts, loadListFacts, loadReleaseFacts } from '../store/release-facts.ts'

/** What is needed to load the facts. */
export type FactService = Pick<TransferService, 'assets' | 'now'> & {
  readonly rules: Pick<ServiceRules, 'fourEyes' | 'screeningLists' | 'screeningListAgeMaxSeconds'>
}

/** The current state of the lists that this node requires. */
export function loadLists({ rules, now }: FactService, db: Kysely<Tables>): Promise<ListFacts> {
  const { screeningLists: required, screeningListAgeMaxSeconds: ageMaxSeconds } = rules
  return loadListFacts(db, { required, ageMaxSeconds, at: now() })
}

/**
 * The facts that determine what may be done to these transfers, by id. Takes two statements for any number of
 * transfers, or one if the lists are `known`.
 */
export async function loadFacts(
  service: FactService,
  db: Kysely<Tables>,
  transfers: readonly Transfer[],
  known?: ListFacts,
): Promise<Map<string, ReleaseFacts>> {
  const { rules, assets } = service
  const lists = known ?? (await loadLists(service, db))
  const ids = transfers.map(({ id }) => id)
  const stored = await loadReleaseFacts(db, ids, lists)
  return new Map(
    transfers.flatMap((transfer) => {
      const facts = stored.get(transfer.id)
      if (facts === undefined) return []
      const personsNeeded = exceedsFourEyes(transfer, { limits: rules.fourEyes, assets }) ? 2 : 1
      return [[transfer.id, { ...facts, lists: lists.lists, personsNeeded }] as const]
    }),
  )
}

/** The permission for `act` on a stored transfer that this transaction has locked. */
export async function permissionFor(
  service: Pick<TransferService, 'assets' | 'now' | 'rules'>,
  db: Kysely<Tables>,
  transfer: Transfer,
  act: Act,
): Promise<Permission> {
  const facts = (await loadFacts(service, db, [transfer])).get(transfer.id)
  if (facts === undefined) throw new Error('the transfer is not stored')
  return mayDo(act, facts, service.rules.release)
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
