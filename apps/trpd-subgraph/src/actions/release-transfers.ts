import type { Actor } from '@travel-rule/database/outbox'
import type { Command, CommandOf } from '../domain/decision.ts'
import type { Hold, Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import { loadEntries } from '../store/address-book.ts'
import { lockBlockedTransfers } from '../store/transfers.ts'
import { lockVasp } from '../store/vasps.ts'
import { changeTransfer } from './change-transfer.ts'
import { type Node, secondsAfter, systemActor } from './transfer-service.ts'
import { done, inTransaction, type Work } from './unit-of-work.ts'

/** Most transfers that one transaction releases; a job goes on with the rest. */
const RELEASE_MAX = 100

/**
 * Lets the BLOCKED transfers with `vasp` go on as far as it allows now: trusted, and its unit of amounts known.
 *
 * While it is not trusted no transfer loses its last hold, also one that was held for its unit only, when it was trusted.
 */
export async function releaseTransfers(node: Node, work: Work, vasp: Vasp, actor: Actor): Promise<void> {
  const trusted = vasp.trust === 'TRUSTED'
  const unitKnown = vasp.wireProfile.amountUnit !== undefined
  if (!trusted && !unitKnown) return
  const holds: Hold[] = trusted && !unitKnown ? ['VASP_NOT_TRUSTED'] : ['VASP_NOT_TRUSTED', 'AMOUNT_UNIT_UNKNOWN']
  const blocked = await lockBlockedTransfers(work.tx, node.sealer, {
    vaspId: vasp.id,
    holds,
    match: trusted ? 'ANY' : 'ALL',
    limit: RELEASE_MAX,
  })
  for (const transfer of blocked) await release(node, work, { transfer, vasp, actor })
  if (blocked.length === RELEASE_MAX) await node.jobs.enqueue(work.tx, 'release', { vaspId: vasp.id })
}

/** Goes on with the transfers that were more than one transaction takes. */
export async function continueRelease(node: Node, vaspId: string): Promise<void> {
  await inTransaction(node, async (work) => {
    const vasp = await lockVasp(work.tx, vaspId)
    if (vasp !== undefined) await releaseTransfers(node, work, vasp, systemActor)
    return done(true)
  })
}

interface Release {
  readonly transfer: Transfer
  readonly vasp: Vasp
  readonly actor: Actor
}

async function release(node: Node, work: Work, { transfer, vasp, actor }: Release): Promise<void> {
  const at = node.now()
  const expiresAt = secondsAfter(at, node.rules.inquiryTtlSeconds)
  const { amountUnit: unit } = vasp.wireProfile
  const commands: Command[] = []
  if (unit !== undefined) commands.push({ type: 'releaseAmountUnit', unit, expiresAt, at })
  if (vasp.trust === 'TRUSTED') commands.push({ type: 'releaseTrust', expiresAt, at })
  let current = transfer
  for (const command of commands) {
    const outcome = await changeTransfer(node, work, { transfer: current, command, actor })
    if (!outcome.ok) throw new Error('a BLOCKED transfer could not be released', { cause: outcome.problem })
    current = outcome.value
  }
  const approval = await autoApproval(node, work, current, vasp)
  if (approval !== undefined)
    await changeTransfer(node, work, { transfer: current, command: approval, actor: systemActor })
}

/**
 * The command that approves a RECEIVED transfer without a person; undefined when a person has to decide.
 *
 * Needs: the VASP trusted and its switch on, no deviation in the IVMS101 payload, and an active entry of the address book with a payment address.
 */
export async function autoApproval(
  { sealer, rules, now }: Node,
  { tx }: Work,
  transfer: Transfer,
  vasp: Vasp,
): Promise<CommandOf<'assess'> | undefined> {
  const { state, direction, ivms101Issues, addressBookEntryId } = transfer
  if (direction !== 'RECEIVED' || state.status !== 'PENDING' || ivms101Issues.length > 0) return undefined
  if (!vasp.autoApprove || vasp.trust !== 'TRUSTED' || addressBookEntryId === undefined) return undefined
  const [entry] = await loadEntries(tx, sealer, [addressBookEntryId])
  if (entry?.address === undefined || !entry.active) return undefined
  const at = now()
  const verdict = { outcome: 'APPROVE', address: entry.address } as const
  return { type: 'assess', verdict, expiresAt: secondsAfter(at, rules.confirmationTtlSeconds), at }
}
