import { ok } from '@travel-rule/service/result'
import { type Ports, secondsAfter, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { deleteUnusedLeiRecords, listDueLeis, saveLeiRecord } from '../store/lei-records.ts'

/** Interval between runs, in seconds. */
const PERIOD_SECONDS = 60
/** Maximum number of requests per run. GLEIF allows 60 a minute from one address. */
const REQUESTS_MAX = 20
/** Time after which a record is requested again. */
const FRESH_SECONDS = 86_400
/** Delay before the same LEI is requested again after a failed request. */
const RETRY_SECONDS = 3_600

type RefreshService = Ports<'database' | 'leiRegister' | 'logger' | 'now'>

/**
 * Queues the refresh job, which then requeues itself. Does nothing without a register. Safe to call at any
 * time from any process.
 */
export async function scheduleLeiRecords(service: WorkPorts & Ports<'leiRegister'>, at = service.now()): Promise<void> {
  if (service.leiRegister === undefined) return
  await inTransaction(service, async ({ tx, jobs }) => {
    // One job per period, however many processes ask for it.
    const singletonKey = String(Math.ceil(at.getTime() / (PERIOD_SECONDS * 1_000)))
    await jobs.enqueue(tx, 'leiRecords', {}, { startAfter: at, singletonKey })
    return ok(true)
  })
}

/** Requests the records that are due, and queues the next run. */
export async function refreshLeiRecords(service: WorkPorts & Ports<'leiRegister'>, signal: AbortSignal): Promise<void> {
  await refreshDueRecords(service, signal)
  await scheduleLeiRecords(service, secondsAfter(service.now(), PERIOD_SECONDS))
}

/**
 * Requests the records that are due, one at a time, and stores the responses. Stops at the first request
 * which shows that the register is down.
 */
export async function refreshDueRecords(service: RefreshService, signal: AbortSignal): Promise<void> {
  const { database, leiRegister, logger, now } = service
  if (leiRegister === undefined) return
  await deleteUnusedLeiRecords(database.db)
  const leis = await listDueLeis(database.db, {
    freshSince: secondsAfter(now(), -FRESH_SECONDS),
    failedSince: secondsAfter(now(), -RETRY_SECONDS),
    limit: REQUESTS_MAX,
  })
  for (const lei of leis) {
    const response = await leiRegister.lookUp(lei, signal)
    // A request that was aborted because this process stops says nothing about the register.
    if (signal.aborted) return
    await saveLeiRecord(database.db, lei, response, now())
    if ('record' in response) continue
    logger.warn({ lei, problem: response.problem }, 'LEI record was not refreshed')
    if (response.isDown) return
  }
}
