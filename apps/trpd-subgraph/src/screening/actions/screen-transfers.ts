import { isDeepStrictEqual } from 'node:util'
import { outageOf } from '@travel-rule/database/database-outage'
import { ok } from '@travel-rule/service/result'
import { loadEntries } from '../../address-book/store/address-book.ts'
import { namesNewHit } from '../../checks/actions/new-hit.ts'
import { showsVerdict } from '../../checks/domain/screening.ts'
import { listCheckRuns } from '../../checks/store/check-runs.ts'
import {
  assetOf,
  type ChangePorts,
  type Ports,
  secondsAfter,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { announcing } from '../../release/actions/announce-release.ts'
import { addressOf, type Transfer } from '../../transfers/domain/transfer.ts'
import { loadSecrets, loadTransfers, lockTransfer } from '../../transfers/store/transfers.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import {
  accountsOf,
  mayFindMore,
  mergeSubjects,
  type ScreeningResult,
  type ScreeningSubject,
  subjectsOf,
  withFormerVendorHits,
} from '../domain/screening-result.ts'
import {
  listNewUnscreened,
  listRetries,
  listUnscreened,
  loadScreenings,
  retryScreening,
  type ScreeningCursor,
  type StoredScreening,
  saveScreening,
} from '../store/transfer-screenings.ts'

/** Delay before a transfer with a gap that may close is screened again; doubles each time. */
const RETRY_SECONDS = { first: 300, max: 3_600 }
/**
 * Transfers that have ended are screened again when a list changes for 30 days after they were created;
 * open ones always are.
 */
export const SCREENING_LOOK_BACK_SECONDS = 2_592_000
/** A transfer may be stored this long after its time, and is found then. */
const LATE_SECONDS = 3_600
/** Number of transfers that one run of the job screens before it queues the next. */
const BATCH_MAX = 100

/** A screening of the given version of a transfer. */
export interface Screened extends ScreeningResult {
  readonly screenedAt: Date
  readonly transferVersion: number
}

/**
 * Screens a transfer: both parties, the other VASP and the addresses on the ledger. Stores and returns the
 * result. A transfer that got another address or other persons in the meantime is screened again. Rejects if
 * `signal` is aborted before the names are compared.
 *
 * With `shows`, the checks run again if the screening has a new hit or another verdict than theirs. That run
 * is queued in the same transaction as the result, so that no crash loses it.
 */
export async function screenTransfer(
  service: WorkPorts & ChangePorts & Ports<'screening'>,
  transfer: Transfer,
  { signal, shows = false }: { readonly signal?: AbortSignal | undefined; readonly shows?: boolean } = {},
): Promise<Screened> {
  const { database, sealer, screening } = service
  const version = screening.version()
  const secrets = await loadSecrets(database.db, sealer, transfer.id)
  const [vasp] = transfer.vaspId === undefined ? [] : await loadVasps(database.db, [transfer.vaspId])
  const named = secrets.ivms101 === undefined ? [] : subjectsOf(secrets.ivms101, transfer.direction)
  const subjects = mergeSubjects([...named, ...(vasp === undefined ? [] : [vaspSubject(vasp)])])
  const accounts = secrets.ivms101 === undefined ? [] : accountsOf(secrets.ivms101)
  const addresses = [...new Set([...(await addressesOf(service, transfer)), ...accounts])]
  const { symbol } = assetOf(service, transfer)
  const result = await screening.screen(
    {
      subjects,
      wallets: addresses.map((address) => ({ asset: symbol, address })),
      required: ['ORIGINATOR', 'BENEFICIARY'],
    },
    signal,
  )
  const screenedAt = service.now()
  let screened: Screened = { ...result, screenedAt, transferVersion: transfer.version }
  const saved = await inTransaction<Transfer | undefined>(service, async (work) => {
    const { tx } = work
    const current = await lockTransfer(tx, sealer, transfer.id)
    // Nothing is stored about a transfer that was erased in the meantime.
    if (current === undefined) return ok(undefined)
    if (current.version !== transfer.version) {
      const { ivms101 } = await loadSecrets(tx, sealer, transfer.id)
      if (addressOf(current) !== addressOf(transfer) || !isDeepStrictEqual(ivms101, secrets.ivms101)) return ok(current)
    }
    const [former] = await loadScreenings(tx, sealer, [transfer.id])
    const kept = withFormerVendorHits(result, former)
    const retryAt = mayFindMore(kept) ? retryAfter(screenedAt, former) : undefined
    await announcing(service, work, current, () =>
      saveScreening(tx, sealer, { transferId: transfer.id, ...kept, screenedAt, version, retryAt }),
    )
    screened = { ...kept, screenedAt, transferVersion: current.version }
    if (shows && (await isNews(work, current, screened))) await queueRun(work, current.id, screened)
    return ok(undefined)
  })
  const changed = saved.ok ? saved.value : undefined
  return changed === undefined ? screened : screenTransfer(service, changed, { signal, shows })
}

function vaspSubject({ name, lei }: Vasp): ScreeningSubject {
  return { role: 'VASP', name, kind: 'ORGANISATION', ...(lei === undefined ? {} : { identifiers: [lei] }) }
}

function retryAfter(screenedAt: Date, former: StoredScreening | undefined): Date {
  const waited = former?.retryAt === undefined ? 0 : (former.retryAt.getTime() - former.screenedAt.getTime()) / 1_000
  return secondsAfter(screenedAt, Math.min(Math.max(RETRY_SECONDS.first, waited * 2), RETRY_SECONDS.max))
}

/** The progress of screening; one per process. */
export interface ScreeningProgress {
  /** The list version against which every transfer that must be screened has been screened. */
  completed?: string
  /** Transfers created before this time have been looked at. */
  seenUntil?: Date
  /** When the current pass over the transfers started. */
  begunAt?: Date
  /** Where the last batch ended, and against which version. */
  reached?: { readonly version: string; readonly after: ScreeningCursor }
}

/**
 * Screens transfers that were not screened against the loaded lists: new transfers; after a list change, all
 * open transfers and those created within the look-back time; and those of them that are due for a retry.
 * Returns true if more may remain.
 */
export async function screenChangedTransfers(
  service: WorkPorts & ChangePorts & Ports<'screening'>,
  progress: ScreeningProgress,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, sealer, screening, policy, now, logger } = service
  await screening.refresh()
  const version = screening.version()
  const isNewVersion = progress.completed !== version
  progress.begunAt ??= now()
  const ago = (seconds: number) => new Date(now().getTime() - seconds * 1_000)
  // Continues where the last batch ended, since skipping screened transfers would take longer with each
  // batch.
  const after = progress.reached?.version === version ? progress.reached.after : undefined
  const search = { version, limit: BATCH_MAX, after }
  const since = ago(policy.screening.lookBackSeconds)
  // A list that becomes outdated finds no more than before: only open transfers must no longer rely on it.
  const changedSince = screening.hasOutdatedList() ? (progress.seenUntil ?? ago(LATE_SECONDS)) : since
  const unscreened = isNewVersion
    ? await listUnscreened(database.db, { ...search, since: changedSince })
    : await listNewUnscreened(database.db, { ...search, since: progress.seenUntil ?? since })
  const retries = await listRetries(database.db, { at: now(), since, limit: BATCH_MAX })
  const ids = [...new Set([...unscreened.map(({ id }) => id), ...retries])]
  for (const transfer of ids.length === 0 ? [] : await loadTransfers(database.db, sealer, ids)) {
    if (signal.aborted) return true
    try {
      await screenTransfer(service, transfer, { signal, shows: true })
    } catch (err) {
      if (signal.aborted) return true
      // A transfer that fails, for example because it was erased since it was listed, does not stop the
      // others.
      if (outageOf(err) !== undefined) throw err
      logger.warn({ err, transferId: transfer.id }, 'a transfer could not be screened again')
      await postpone(service, transfer.id, version)
    }
  }
  const last = unscreened.at(-1)
  if (unscreened.length === BATCH_MAX && last !== undefined) progress.reached = { version, after: last }
  else {
    progress.completed = version
    progress.seenUntil = secondsAfter(progress.begunAt, -LATE_SECONDS)
    delete progress.begunAt
    delete progress.reached
  }
  return unscreened.length === BATCH_MAX || retries.length === BATCH_MAX
}

/** Schedules another screening of a transfer that could not be screened; what is known about it stays. */
async function postpone(service: WorkPorts, transferId: string, version: string): Promise<void> {
  const { sealer, now, logger } = service
  const screenedAt = now()
  const retryAt = secondsAfter(screenedAt, RETRY_SECONDS.first)
  try {
    await inTransaction(service, async ({ tx }) => {
      // Nothing is stored about a transfer that was erased in the meantime.
      if ((await lockTransfer(tx, sealer, transferId)) === undefined) return ok(undefined)
      if (await retryScreening(tx, transferId, retryAt)) return ok(undefined)
      const gap = { code: 'SCREENING_FAILED', message: 'The transaction could not be screened.' } as const
      const evidence = { subjects: [], wallets: [], gaps: [gap], lists: [] }
      await saveScreening(tx, sealer, { transferId, verdict: 'UNKNOWN', evidence, screenedAt, version, retryAt })
      return ok(undefined)
    })
  } catch (err) {
    if (outageOf(err) !== undefined) throw err
    logger.warn({ err, transferId }, 'a transfer that could not be screened could not be postponed')
  }
}

/** True if a screening differs from the latest check run in a way that is worth another run. */
async function isNews(work: UnitOfWork, transfer: Transfer, result: ScreeningResult): Promise<boolean> {
  const { verdict } = result
  const [run] = (await listCheckRuns(work.tx, [transfer.id], 1)).get(transfer.id) ?? []
  const checked = run?.results.find(({ check }) => check === 'SCREENING')
  const isShown = run !== undefined && showsVerdict(run.results, verdict)
  if (isShown && !(await namesNewHit(work, transfer, result))) return false
  // For transfers decided before screening was set up, only hits and gaps are worth a run.
  return checked !== undefined || transfer.state.status === 'PENDING' || verdict !== 'PASS'
}

/** Queues a check run that shows a stored screening of the transfer. */
export async function showScreening(service: WorkPorts, transferId: string, screened: Screened): Promise<void> {
  await inTransaction(service, async (work) => {
    await queueRun(work, transferId, screened)
    return ok(true)
  })
}

async function queueRun(
  { tx, jobs }: UnitOfWork,
  transferId: string,
  { screenedAt, transferVersion }: Screened,
): Promise<void> {
  const screened = { at: screenedAt.toISOString(), transferVersion }
  await jobs.enqueue(tx, 'check', { transferId, cause: 'CHANGE', screened })
}

/**
 * The ledger addresses of a transfer. Until it is decided, they include the address that an automatic
 * approval would use.
 */
async function addressesOf({ database, sealer }: Ports<'database' | 'sealer'>, transfer: Transfer): Promise<string[]> {
  const { state, originAddress, addressBookEntryId: id } = transfer
  const isUndecided = state.status === 'BLOCKED' || state.status === 'PENDING'
  const [entry] = isUndecided && id !== undefined ? await loadEntries(database.db, sealer, [id]) : []
  return [...new Set([addressOf(transfer), entry?.address, originAddress])].filter((one) => one !== undefined)
}
