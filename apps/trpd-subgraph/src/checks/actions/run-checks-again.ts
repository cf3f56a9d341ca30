import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import { lockTarget } from '../../cases/actions/change-case.ts'
import {
  type CheckPorts,
  type DecisionPorts,
  type Ports,
  systemActor,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { applyRules, checkAndDecide } from '../../rules/actions/check-and-decide.ts'
import { loadScreenings } from '../../screening/store/transfer-screenings.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { loadDataVersion, loadTransfers, lockTransfer } from '../../transfers/store/transfers.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import { showsVerdict } from '../domain/screening.ts'
import { type CheckCause, listCheckRuns } from '../store/check-runs.ts'
import { type CheckRequest, checkTransfer } from './check-transfer.ts'
import type { LookedUp } from './fact-source.ts'
import { lookUpFacts } from './look-up-facts.ts'
import { holdForHit, isNewHit, namesNewHit } from './new-hit.ts'

/**
 * Repeats every check of a transfer at an officer's request. The results do not decide anything, but a new
 * hit puts the case on hold. Refused as by `lockTarget`.
 */
export async function runChecksAgain(
  service: WorkPorts & CheckPorts,
  id: string,
  actor: Actor,
): Promise<Result<Transfer>> {
  const lookedUp = isUuid(id) ? await lookUpFacts(service, id) : {}
  return inTransaction(service, async (work) => {
    const locked = await lockTarget(work, { id })
    if (!locked.ok) return locked
    const transfer = locked.value
    const [run] = (await listCheckRuns(work.tx, [transfer.id], 1)).get(transfer.id) ?? []
    const isNew = await isNewHit(work, transfer, lookedUp)
    const { results } = await checkTransfer(service, work, { transfer, cause: 'REQUEST', by: actor.id, lookedUp })
    const subject = { type: 'transfer', id: transfer.id }
    const detail = detailOfChange(run && verdictsOf(run.results), verdictsOf(results))
    work.record({ type: 'transfer.checked', subject, actor, at: work.now(), detail })
    return isNew ? holdForHit(service, work, transfer) : ok(transfer)
  })
}

/** A transfer to check; the cause defaults to `LOOKUP`. */
export interface CheckJob {
  readonly transferId: string
  readonly cause?: CheckCause
  /** The stored screening to use, if it is the latest one and of the current version of the transfer. */
  readonly screened?: { readonly at: string; readonly transferVersion: number }
}

/**
 * Looks up the facts that the checks of a transfer lack, repeats the checks, and applies the rules while it
 * is undecided. A new hit puts it on hold in any status. If the transfer has changed in the meantime, the
 * facts are looked up again.
 */
export async function continueChecks(
  service: WorkPorts & DecisionPorts,
  { transferId, cause = 'LOOKUP', screened }: CheckJob,
  signal?: AbortSignal,
): Promise<void> {
  const [before] = await loadTransfers(service.database.db, service.sealer, [transferId])
  const known = screened === undefined ? {} : await storedScreening(service, before, screened)
  const lookedUp = await lookUpFacts(service, transferId, signal, known)
  await inTransaction<unknown>(service, async (work) => {
    const transfer = await lockTransfer(work.tx, work.sealer, transferId)
    if (transfer === undefined) return ok(true)
    if (transfer.version !== before?.version) {
      await work.jobs.enqueue(work.tx, 'check', { transferId, cause })
      return ok(true)
    }
    const [vasp] = transfer.vaspId === undefined ? [] : await loadVasps(work.tx, [transfer.vaspId])
    const request = { transfer, cause, lookedUp, ...(vasp && { vasp }) }
    const isAwaited = transfer.state.status === 'PENDING' || (transfer.channel !== 'TRP' && cause === 'LOOKUP')
    const isNew = await isNewHit(work, transfer, lookedUp)
    if (!isAwaited) {
      const done = await storeFindings(service, work, request)
      return done.ok && isNew ? holdForHit(service, work, transfer) : done
    }
    const decided = await checkAndDecide(service, work, request)
    if (!decided.ok || !isNew) return decided
    // A rule that declines has taken the hit into account.
    return decided.value.state.status === 'DECLINED' ? decided : holdForHit(service, work, decided.value)
  })
}

async function storedScreening(
  { database, sealer }: Ports<'database' | 'sealer'>,
  transfer: Transfer | undefined,
  { at, transferVersion }: NonNullable<CheckJob['screened']>,
): Promise<LookedUp> {
  if (transfer?.version !== transferVersion) return {}
  const [screening] = await loadScreenings(database.db, sealer, [transfer.id])
  return screening?.screenedAt.toISOString() === at ? { screening } : {}
}

/**
 * Stores a changed `SCREENING` verdict, a new hit, or a run on data that no run has seen, for a transfer that
 * checks do not decide about. If something was found, rules may change its case.
 */
async function storeFindings(
  service: DecisionPorts,
  work: UnitOfWork,
  request: CheckRequest & { readonly lookedUp: LookedUp },
): Promise<Result<unknown>> {
  const { transfer, lookedUp } = request
  const screening = lookedUp.screening === 'PENDING' ? undefined : lookedUp.screening
  const [run] = (await listCheckRuns(work.tx, [transfer.id], 1)).get(transfer.id) ?? []
  const isOfNow = run?.dataVersion === (await loadDataVersion(work.tx, transfer.id))
  if (screening === undefined) {
    if (!isOfNow) await checkTransfer(service, work, request)
    return ok(true)
  }
  const { verdict } = screening
  const isShown = isOfNow && run !== undefined && showsVerdict(run.results, verdict)
  if (isShown && !(await namesNewHit(work, transfer, screening))) return ok(true)
  const judged = await checkTransfer(service, work, request)
  if (verdict !== 'FAIL' && verdict !== 'WARN') return ok(true)
  const subject = { type: 'transfer', id: transfer.id }
  const detail = detailOfChange(run && verdictsOf(run.results), verdictsOf(judged.results))
  work.record({ type: 'transfer.checked', subject, actor: systemActor, at: work.now(), detail })
  return applyRules(service, work, request, judged)
}

function verdictsOf(results: readonly { readonly check: string; readonly verdict: string }[]) {
  return Object.fromEntries(results.map(({ check, verdict }) => [check, verdict]))
}
