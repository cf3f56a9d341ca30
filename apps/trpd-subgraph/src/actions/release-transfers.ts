import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import { compareDecimals } from '../domain/amount.ts'
import type { Asset } from '../domain/asset.ts'
import { allowApproval } from '../domain/checks/allow-approval.ts'
import type { CheckResult } from '../domain/checks/check.ts'
import type { Command, CommandOf } from '../domain/decision.ts'
import { needsSecondPerson } from '../domain/four-eyes.ts'
import { needsOfficer } from '../domain/ivms101/issue.ts'
import { checkAddress } from '../domain/ledger-string.ts'
import { mayDecideAutomatically } from '../domain/sender-proof.ts'
import type { Hold, Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import { wholeAmount } from '../domain/whole-amount.ts'
import { type AddressBookEntry, loadEntries } from '../store/address-book.ts'
import { loadCase } from '../store/cases.ts'
import { lockBlockedTransfers } from '../store/transfers.ts'
import { lockVasp } from '../store/vasps.ts'
import { changeTransfer } from './change-transfer.ts'
import { requiresMutualTls } from './check-sender.ts'
import { type CheckRequest, checkTransfer } from './check-transfer.ts'
import { assetOf, secondsAfter, systemActor, type TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'

/** Maximum number of transfers that one transaction releases; a job continues with the rest. */
const RELEASE_MAX = 100

/**
 * Lifts the holds that no longer apply to the BLOCKED transfers with `vasp`, because it is trusted
 * or its amount unit is known.
 *
 * While `vasp` is not trusted, no transfer loses its last hold, even if it is held only because of
 * the unit. One whose case is ON_HOLD follows when an officer releases it.
 */
export async function releaseTransfers(
  service: TransferService,
  work: UnitOfWork,
  vasp: Vasp,
  actor: Actor,
): Promise<void> {
  const trusted = vasp.trust === 'TRUSTED'
  const unitKnown = vasp.wireProfile.amountUnit !== undefined
  if (!trusted && !unitKnown) return
  const holds: Hold[] = trusted && !unitKnown ? ['VASP_NOT_TRUSTED'] : ['VASP_NOT_TRUSTED', 'AMOUNT_UNIT_UNKNOWN']
  const blocked = await lockBlockedTransfers(work.tx, service.sealer, {
    vaspId: vasp.id,
    holds,
    match: trusted ? 'ANY' : 'ALL',
    limit: RELEASE_MAX,
  })
  for (const transfer of blocked) await release(service, work, { transfer, vasp, actor })
  if (blocked.length === RELEASE_MAX) await service.jobs.enqueue(work.tx, 'release', { vaspId: vasp.id })
}

/** Releases the remaining transfers with a VASP, as many as one transaction can release. */
export async function continueRelease(service: TransferService, vaspId: string): Promise<void> {
  await inTransaction(service, async (work) => {
    const vasp = await lockVasp(work.tx, vaspId)
    if (vasp !== undefined) await releaseTransfers(service, work, vasp, systemActor)
    return ok(true)
  })
}

/**
 * The command that approves a RECEIVED transfer automatically; `undefined` when an officer must
 * decide.
 *
 * Requires a trusted VASP with auto-approval on and a limit that the amount does not exceed, a
 * sender that `mayDecideAutomatically` accepts, an IVMS101 payload without issues that matter,
 * results that `allowApproval` accepts, an active address book entry with a valid payment address,
 * and an amount that needs no second person.
 */
export function autoApproval(
  service: TransferService,
  { transfer, vasp, entry, results }: Approvable,
): CommandOf<'assess'> | undefined {
  const { state, direction, ivms101Issues } = transfer
  if (direction !== 'RECEIVED' || state.status !== 'PENDING' || ivms101Issues.some(needsOfficer)) return undefined
  if (!vasp.autoApprove || vasp.trust !== 'TRUSTED') return undefined
  if (!mayDecideAutomatically(transfer.sender, requiresMutualTls(service, vasp))) return undefined
  const { assets, rules, now } = service
  const asset = assetOf(service, transfer)
  if (!isWithinLimit(transfer, asset, vasp) || !allowApproval(results, rules.requiredChecks)) return undefined
  if (entry?.address === undefined || !entry.active) return undefined
  if (!checkAddress(asset, entry.address).ok) return undefined
  const at = now()
  const verdict = { outcome: 'APPROVE', address: entry.address } as const
  const command = { type: 'assess', verdict, expiresAt: secondsAfter(at, rules.confirmationTtlSeconds), at } as const
  return needsSecondPerson(transfer, command, { limits: rules.fourEyes, assets }) ? undefined : command
}

/** Checks an undecided transfer, and approves it if it may be approved automatically. */
export async function checkAndDecide(
  service: TransferService,
  work: UnitOfWork,
  { transfer, vasp, cause, lookedUp }: CheckRequest & { readonly vasp: Vasp },
): Promise<Result<Transfer>> {
  const { addressBookEntryId: id } = transfer
  const [entry] = id === undefined ? [] : await loadEntries(work.tx, service.sealer, [id])
  const request = { transfer, vasp, cause, ...(entry && { entry }), ...(lookedUp && { lookedUp }) }
  const results = await checkTransfer(service, work, request)
  const { status } = await loadCase(work.tx, service.sealer, transfer)
  // What a person has taken up is decided by a person.
  if (status !== 'NEW') return ok(transfer)
  const command = autoApproval(service, { transfer, vasp, entry, results })
  return command === undefined ? ok(transfer) : changeTransfer(service, work, { transfer, command, actor: systemActor })
}

interface Approvable {
  readonly transfer: Transfer
  readonly vasp: Vasp
  /** The address book entry of the transfer. */
  readonly entry: AddressBookEntry | undefined
  /** Of the checks that ran in this transaction. */
  readonly results: readonly CheckResult[]
}

function isWithinLimit(transfer: Transfer, asset: Asset, { autoApproveLimits = {} }: Vasp): boolean {
  const amount = wholeAmount(transfer, asset)
  const limit = autoApproveLimits[asset.id]
  return amount !== undefined && limit !== undefined && compareDecimals(amount, limit) <= 0
}

interface Release {
  readonly transfer: Transfer
  readonly vasp: Vasp
  readonly actor: Actor
}

async function release(service: TransferService, work: UnitOfWork, { transfer, vasp, actor }: Release): Promise<void> {
  // Again, under the lock: a hold may have been placed while this transaction waited for it.
  const { status } = await loadCase(work.tx, service.sealer, transfer)
  if (status === 'ON_HOLD') return
  const at = service.now()
  const expiresAt = secondsAfter(at, service.rules.inquiryTtlSeconds)
  const { amountUnit: unit } = vasp.wireProfile
  const commands: Command[] = []
  if (unit !== undefined) commands.push({ type: 'releaseAmountUnit', unit, expiresAt, at })
  if (vasp.trust === 'TRUSTED') commands.push({ type: 'releaseTrust', expiresAt, at })
  let current = transfer
  for (const command of commands) {
    const released = await changeTransfer(service, work, { transfer: current, command, actor })
    if (!released.ok) throw new Error('a BLOCKED transfer could not be released', { cause: released.refusal })
    current = released.value
  }
  await checkAndDecide(service, work, { transfer: current, vasp, cause: 'RELEASE' })
}
