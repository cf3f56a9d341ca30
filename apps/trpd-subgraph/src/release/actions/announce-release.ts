import { isDeepStrictEqual } from 'node:util'
import { type ChangePorts, systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { AttemptJob } from '../../messages/actions/queue-message.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { mayDo, type ReleaseFacts } from '../domain/may-do.ts'
import type { Act, ReleasePolicy } from '../domain/release-policy.ts'
import type { ListFacts } from '../store/release-facts.ts'
import { loadFacts, loadLists } from './permission.ts'

/** The acts whose permission clients follow. */
const ANNOUNCED: readonly Act[] = ['SEND', 'APPROVE', 'PAY', 'CREDIT']

/**
 * Runs `change`, which stores check results of a locked transfer. If that changes which acts are allowed,
 * notifies live clients and immediately retries messages that were withheld.
 */
export async function announcing<Value>(
  service: ChangePorts,
  work: UnitOfWork,
  transfer: Transfer,
  change: () => Promise<Value>,
): Promise<Value> {
  const { release, screening } = service.policy
  if (release.requiresNothing && !screening.isOn) return change()
  const lists = await loadLists(service, work.tx, work.now())
  const before = await summaryOf(service, work, transfer, lists)
  const value = await change()
  const after = await summaryOf(service, work, transfer, lists)
  if (isDeepStrictEqual(before, after)) return value
  await resumeWithheld(work, transfer)
  const subject = { type: 'transfer', id: transfer.id }
  const detail = { version: transfer.version, ...after }
  work.record({ type: 'transfer.release_changed', subject, actor: systemActor, at: work.now(), detail })
  return value
}

/** Immediately retries a message of the transfer that was withheld. */
export async function resumeWithheld({ tx, jobs }: UnitOfWork, { id, vaspId, delivery }: Transfer): Promise<void> {
  if (vaspId === undefined || delivery.state === 'NONE' || delivery.state === 'DELIVERED') return
  const data: Partial<AttemptJob> = { withheldOf: id }
  await jobs.startWaiting(tx, { queue: 'deliver', group: vaspId, data })
}

async function summaryOf(service: ChangePorts, { tx }: UnitOfWork, transfer: Transfer, lists: ListFacts) {
  const facts = (await loadFacts(service, tx, [transfer], lists)).get(transfer.id)
  return facts === undefined ? {} : summarize(facts, service.policy.release)
}

/** For the audit log: maps each act to `MAY` or to the codes of its obstacles. */
function summarize(facts: ReleaseFacts, policy: ReleasePolicy): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ANNOUNCED.map((act) => {
      const permission = mayDo(act, facts, policy)
      const codes = permission === 'MAY' ? ['MAY'] : permission.map(({ code, check }) => [code, check].join(' ').trim())
      return [act.toLowerCase(), codes.join(', ')]
    }),
  )
}
