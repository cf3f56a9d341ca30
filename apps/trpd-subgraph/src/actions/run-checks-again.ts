import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import { decideCase } from '../domain/decide-case.ts'
import { isUuid } from '../domain/string-format.ts'
import type { Transfer } from '../domain/transfer.ts'
import { loadCase } from '../store/cases.ts'
import { type CheckCause, listCheckRuns } from '../store/check-runs.ts'
import { loadTransfers, lockTransfer } from '../store/transfers.ts'
import { loadVasps } from '../store/vasps.ts'
import { lockTarget, storeCase } from './change-case.ts'
import { type CheckRequest, checkTransfer } from './check-transfer.ts'
import type { LookedUp } from './fact-source.ts'
import { lookUpFacts } from './look-up-facts.ts'
import { applyRules, checkAndDecide } from './rules/check-and-decide.ts'
import { systemActor, type TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'

/**
 * Runs every check of a transfer again because an officer asks for it. The results decide nothing.
 * Refused as by `lockTarget`.
 */
export async function runChecksAgain(service: TransferService, id: string, actor: Actor): Promise<Result<Transfer>> {
  const lookedUp = isUuid(id) ? await lookUpFacts(service, id) : {}
  return inTransaction(service, async (work) => {
    const locked = await lockTarget(service, work, { id })
    if (!locked.ok) return locked
    const transfer = locked.value
    const [run] = (await listCheckRuns(work.tx, [transfer.id], 1)).get(transfer.id) ?? []
    const { results } = await checkTransfer(service, work, { transfer, cause: 'REQUEST', by: actor.id, lookedUp })
    const subject = { type: 'transfer', id: transfer.id }
    const detail = detailOfChange(run && verdictsOf(run.results), verdictsOf(results))
    work.record({ type: 'transfer.checked', subject, actor, at: service.now(), detail })
    return ok(transfer)
  })
}

/** A transfer to check; `LOOKUP` by default. */
export interface CheckJob {
  readonly transferId: string
  readonly cause?: CheckCause
  /** Whether another verdict of `SCREENING` is stored even when the transfer is not PENDING. */
  readonly evenDecided?: boolean
}

/**
 * Looks up the facts that the checks of an undecided inquiry lack, runs the checks again, and
 * applies the rules. If the transfer has a new version by then, the facts are looked up once more.
 */
export async function continueChecks(
  service: TransferService,
  { transferId, cause = 'LOOKUP', evenDecided = false }: CheckJob,
  signal?: AbortSignal,
): Promise<void> {
  const [before] = await loadTransfers(service.database.db, service.sealer, [transferId])
  const lookedUp = await lookUpFacts(service, transferId, signal)
  await inTransaction<unknown>(service, async (work) => {
    const transfer = await lockTransfer(work.tx, service.sealer, transferId)
    if (transfer === undefined) return ok(true)
    if (transfer.version !== before?.version) {
      await service.jobs.enqueue(work.tx, 'check', { transferId, cause, evenDecided })
      return ok(true)
    }
    const [vasp] = transfer.vaspId === undefined ? [] : await loadVasps(work.tx, [transfer.vaspId])
    const request = { transfer, cause, lookedUp, ...(vasp && { vasp }) }
    const isAwaited = transfer.state.status === 'PENDING' || (transfer.channel !== 'TRP' && cause === 'LOOKUP')
    if (!isAwaited && !evenDecided) return ok(true)
    const isLate = await isLateHit(service, work, transfer, lookedUp)
    const done = isAwaited ? await checkAndDecide(service, work, request) : await storeScreening(service, work, request)
    return done.ok && isLate ? holdClosedCase(service, work, transfer) : done
  })
}

/** Whether screening has found what it had not before, in a transfer whose case is CLOSED. */
async function isLateHit(
  { sealer }: TransferService,
  { tx }: UnitOfWork,
  transfer: Transfer,
  { screening }: LookedUp,
): Promise<boolean> {
  const verdict = screening === 'PENDING' ? undefined : screening?.verdict
  if (verdict !== 'FAIL' && verdict !== 'WARN') return false
  const [run] = (await listCheckRuns(tx, [transfer.id], 1)).get(transfer.id) ?? []
  const before = run?.results.find(({ check }) => check === 'SCREENING')?.verdict
  if (before === verdict || before === 'FAIL') return false
  return (await loadCase(tx, sealer, transfer)).status === 'CLOSED'
}

const LATE_HIT = 'Screening has found a possible match after the case was closed.'

/** Holds a case, unless a rule has opened it, so that an officer sees what screening has found. */
async function holdClosedCase(service: TransferService, work: UnitOfWork, transfer: Transfer): Promise<Result<true>> {
  const current = await loadCase(work.tx, service.sealer, transfer)
  if (current.status !== 'CLOSED') return ok(true)
  const command = { type: 'hold', reason: LATE_HIT, by: systemActor.id, at: service.now() } as const
  const decision = decideCase(current, transfer, command)
  if (!decision.ok) {
    service.logger.warn({ code: decision.refusal.code, transferId: transfer.id }, 'a case could not be held')
  } else if (decision.value !== undefined) {
    await storeCase(service, work, { transfer, before: current, change: decision.value, actor: systemActor })
  }
  return ok(true)
}

/**
 * Stores another verdict of `SCREENING` of a transfer on which checks decide nothing. When something was
 * found, rules may change its case.
 */
async function storeScreening(
  service: TransferService,
  work: UnitOfWork,
  request: CheckRequest & { readonly lookedUp: LookedUp },
): Promise<Result<unknown>> {
  const { transfer, lookedUp } = request
  const verdict = lookedUp.screening === 'PENDING' ? undefined : lookedUp.screening?.verdict
  const [run] = (await listCheckRuns(work.tx, [transfer.id], 1)).get(transfer.id) ?? []
  const before = run?.results.find(({ check }) => check === 'SCREENING')?.verdict
  if (verdict === undefined || verdict === before) return ok(true)
  const judged = await checkTransfer(service, work, request)
  if (verdict !== 'FAIL' && verdict !== 'WARN') return ok(true)
  const subject = { type: 'transfer', id: transfer.id }
  const detail = detailOfChange(run && verdictsOf(run.results), verdictsOf(judged.results))
  work.record({ type: 'transfer.checked', subject, actor: systemActor, at: service.now(), detail })
  return applyRules(service, work, request, judged)
}

function verdictsOf(results: readonly { readonly check: string; readonly verdict: string }[]) {
  return Object.fromEntries(results.map(({ check, verdict }) => [check, verdict]))
}
