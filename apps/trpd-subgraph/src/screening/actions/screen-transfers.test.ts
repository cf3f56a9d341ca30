import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { continueChecks } from '../../checks/actions/run-checks-again.ts'
import { listCheckRuns } from '../../checks/store/check-runs.ts'
import { eraseTransfers } from '../../erasure/store/erase-transfers.ts'
import type { Policy } from '../../foundation/actions/policy.ts'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import { exampleVasp, facts } from '../../testing/example-transfers.ts'
import { openWorld, type World } from '../../testing/model-world.ts'
import { openReceived } from '../../transfers/domain/transfer.ts'
import { insertTransfer } from '../../transfers/store/insert-transfer.ts'
import { loadSecrets, loadTransfers, saveSecrets } from '../../transfers/store/transfers.ts'
import { insertVasp } from '../../vasps/store/vasps.ts'
import {
  type ScreeningGap,
  type ScreeningResult,
  screeningVerdict,
  type VendorHit,
} from '../domain/screening-result.ts'
import { loadScreenings, saveScreening } from '../store/transfer-screenings.ts'
import { openScreening } from './open-screening.ts'
import { type ScreeningProgress, screenChangedTransfers, screenTransfer } from './screen-transfers.ts'
import { screeningSource } from './screening-source.ts'
import type { ScreeningVendor } from './screening-vendor.ts'

/** More than two batches. */
const TRANSFERS = 230
/** Two transfers share each time, so that a batch ends between transfers with equal times. */
const createdAt = (index: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + Math.floor(index / 2))

let world: World
beforeAll(async () => {
  world = await openWorld()
  const { database, sealer } = world.service
  await database.db.transaction().execute(async (tx) => {
    const vaspId = randomUUID()
    await insertVasp(tx, { ...exampleVasp, id: vaspId, trust: 'UNTRUSTED' })
    for (let index = 0; index < TRANSFERS; index += 1) {
      const own = { id: randomUUID(), requestIdentifier: randomUUID(), createdAt: createdAt(index) }
      const transfer = openReceived({
        facts: { ...facts, ...own, vaspId, direction: 'RECEIVED' },
        amountUnit: 'WHOLE',
        vaspTrusted: false,
      })
      const actor = { type: 'COUNTERPARTY', id: vaspId } as const
      const secrets = { ivms101: { transferPath: [] } }
      await insertTransfer(tx, sealer, [{ event: 'transfer.received', actor, transfer }], secrets)
    }
  })
})
afterAll(() => world[Symbol.asyncDispose]())

/** The policy of a node that screens. */
function screeningPolicy(lookBackSeconds = 1): Policy {
  return { ...world.service.policy, screening: { isOn: true, lists: [], lookBackSeconds } }
}

/** The service with this version of the lists; `screened` is called for each screened transfer. */
function withLists(version: string, screened: () => void): TransferService {
  const evidence = { subjects: [], wallets: [], gaps: [], lists: [] }
  const screening: TransferService['screening'] = {
    ...world.service.screening,
    version: () => version,
    screen: async () => {
      screened()
      return { verdict: 'PASS', evidence }
    },
  }
  return { ...world.service, screening, policy: screeningPolicy() }
}

async function screenAll(service: TransferService, progress: ScreeningProgress, afterBatch = async () => {}) {
  const { signal } = new AbortController()
  for (let batches = 1; await screenChangedTransfers(service, progress, signal); batches += 1) {
    if (batches > TRANSFERS) throw new Error('screening does not end')
    await afterBatch()
  }
}

it('after a list change, every open transfer is screened exactly once until the next change', async () => {
  const screened = vi.fn()
  const progress: ScreeningProgress = {}
  const service = withLists('1', screened)
  await screenAll(service, progress)
  expect(screened).toHaveBeenCalledTimes(TRANSFERS)
  await screenAll(service, progress)
  expect(screened).toHaveBeenCalledTimes(TRANSFERS)
  await screenAll(withLists('2', screened), progress)
  expect(screened).toHaveBeenCalledTimes(2 * TRANSFERS)
})

it('screening resumes where a batch ended, and finishes even while an older process uses other lists', async () => {
  const screened = vi.fn()
  const { db } = world.service.database
  const service = withLists('3', screened)
  await screenAll(service, {}, async () => {
    await db.updateTable('transferScreenings').set({ lists: 'older' }).execute()
  })
  expect(screened).toHaveBeenCalledTimes(TRANSFERS)
})

it('a transfer that is erased while it is screened keeps no evidence, and the other transfers are screened', async () => {
  const { db } = world.service.database
  const [erased] = await db.selectFrom('transfers').select('id').orderBy('createdAt').limit(1).execute()
  const id = erased?.id ?? ''
  const screened = vi.fn()
  const service = withLists('4', screened)
  const { screening } = service
  const erasing = {
    ...screening,
    screen: async (...request: Parameters<typeof screening.screen>) => {
      if (screened.mock.calls.length === 0) {
        await db.transaction().execute((tx) => eraseTransfers(tx, [id], new Date()))
      }
      return screening.screen(...request)
    },
  }
  await screenAll({ ...service, screening: erasing }, {})
  expect(screened).toHaveBeenCalledTimes(TRANSFERS)
  expect(await db.selectFrom('transferScreenings').select('lists').where('transferId', '=', id).execute()).toEqual([])
})

it('a gap that may close is screened again after five minutes, and a permanent one only when a list changes', async () => {
  const progress: ScreeningProgress = {}
  const screened = vi.fn()
  const service = withLists('gaps', screened)
  const screen = async (): Promise<ScreeningResult> => {
    const code = screened.mock.calls.length % 2 === 0 ? 'SCREENING_VENDOR_FAILED' : 'SCREENING_NAME_TOO_COMMON'
    screened()
    const gaps = [{ code, message: 'A gap.' } as const]
    return { verdict: 'UNKNOWN', evidence: { subjects: [], wallets: [], gaps, lists: [] } }
  }
  const screenAt = (seconds: number) => {
    const now = () => new Date(world.service.now().getTime() + seconds * 1_000)
    return screenAll({ ...service, now, screening: { ...service.screening, screen } }, progress)
  }
  await screenAt(0)
  const all = screened.mock.calls.length
  await screenAt(200)
  expect(screened).toHaveBeenCalledTimes(all)
  await screenAt(400)
  expect(screened).toHaveBeenCalledTimes(all + Math.ceil(all / 2))
})

const subject = { role: 'ORIGINATOR', name: 'Ada Example', kind: 'PERSON' } as const
const vendorHit = { name: 'Ada Example', score: 0.9, reference: 'entry-1' }

/** The result of `screen` when the vendor reports these hits and these gaps. */
function resultOf(vendorHits: readonly VendorHit[], codes: readonly ScreeningGap['code'][]): ScreeningResult {
  const gaps = codes.map((code) => ({ code, message: 'A gap.' }))
  const evidence = { subjects: [{ subject, hits: [], vendorHits }], wallets: [], gaps, lists: [] }
  return { verdict: screeningVerdict(evidence), evidence }
}

/** Screens with `screen` the given number of seconds later, and counts the calls. */
function laterPass(version: string, progress: ScreeningProgress) {
  const screened = vi.fn()
  const service = withLists(version, screened)
  return async (seconds: number, screen: () => ScreeningResult) => {
    screened.mockClear()
    const now = () => new Date(world.service.now().getTime() + seconds * 1_000)
    const screening = {
      ...service.screening,
      screen: async () => {
        screened()
        return screen()
      },
    }
    await screenAll({ ...service, now, screening }, progress)
    return screened.mock.calls.length
  }
}

it('a hit beside a gap that may close is screened again with growing delays, and a failing vendor removes no hit', async () => {
  const { database, sealer } = world.service
  await laterPass('no gap', {})(0, () => resultOf([], []))
  const pass = laterPass('hits', {})
  const all = await pass(0, () => resultOf([vendorHit], ['SCREENING_LIST_OUTDATED']))
  const failed = () => resultOf([], ['SCREENING_VENDOR_FAILED'])
  expect(await pass(350, failed)).toBe(all)
  const { id } = await newest()
  const kept = { verdict: 'WARN', evidence: { subjects: [{ vendorHits: [vendorHit] }] } }
  expect(await loadScreenings(database.db, sealer, [id])).toMatchObject([kept])
  expect(await pass(350 + 550, failed)).toBe(0)
  expect(await pass(350 + 650, failed)).toBe(all)
  expect(await loadScreenings(database.db, sealer, [id])).toMatchObject([kept])
  expect(await pass(350 + 650 + 1_250, () => resultOf([], []))).toBe(all)
  expect(await loadScreenings(database.db, sealer, [id])).toMatchObject([{ verdict: 'PASS' }])
})

it('what a process of an older version could not screen is screened again immediately, and only once', async () => {
  const pass = laterPass('rolling', {})
  const passed = () => resultOf([], [])
  await pass(0, passed)
  expect(await pass(1, passed)).toBe(0)
  const { id } = await newest()
  await world.service.database.db
    .updateTable('transferScreenings')
    .set({ verdict: 'UNKNOWN', screenedAt: world.service.now(), retryAt: null })
    .where('transferId', '=', id)
    .execute()
  expect(await pass(2, passed)).toBe(1)
  expect(await pass(3, passed)).toBe(0)
})

it('a transfer that is new in a late pass, or whose screening fails, is screened although it is hours old', async () => {
  const { database, sealer } = world.service
  const pass = laterPass('late', {})
  const passed = () => resultOf([], [])
  await pass(0, passed)
  const id = randomUUID()
  const own = { id, requestIdentifier: randomUUID(), createdAt: new Date(world.service.now().getTime() + 600_000) }
  const { vaspId = '' } = await newest()
  const transfer = openReceived({
    facts: { ...facts, ...own, vaspId, direction: 'RECEIVED' },
    amountUnit: 'WHOLE',
    vaspTrusted: false,
  })
  const actor = { type: 'COUNTERPARTY', id: vaspId } as const
  const secrets = { ivms101: { transferPath: [] } }
  await database.db
    .transaction()
    .execute((tx) => insertTransfer(tx, sealer, [{ event: 'transfer.received', actor, transfer }], secrets))
  const late = 3 * 3_600
  expect(
    await pass(late, () => {
      throw new Error('the lists could not be searched')
    }),
  ).toBe(1)
  expect(await loadScreenings(database.db, sealer, [id])).toMatchObject([
    { verdict: 'UNKNOWN', evidence: { gaps: [{ code: 'SCREENING_FAILED' }] } },
  ])
  expect(await pass(late + 7_200, passed)).toBe(1)
  expect(await loadScreenings(database.db, sealer, [id])).toMatchObject([{ verdict: 'PASS' }])
})

/** Imitates a correction: other persons in a new version. */
async function correct(id: string) {
  const { database, sealer } = world.service
  await database.db.transaction().execute(async (tx) => {
    const secrets = await loadSecrets(tx, sealer, id)
    await saveSecrets(tx, sealer, id, {
      ...secrets,
      ivms101: { transferPath: [], originator: { originatorPersons: [], accountNumber: ['2'] } },
    })
    await tx
      .updateTable('transfers')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  })
}

async function newest() {
  const { database, sealer } = world.service
  const rows = await database.db.selectFrom('transfers').select('id').orderBy('sequence', 'desc').limit(1).execute()
  const [transfer] = await loadTransfers(
    database.db,
    sealer,
    rows.map(({ id }) => id),
  )
  if (transfer === undefined) throw new Error('there is no transfer')
  return transfer
}

it('a transfer that is corrected during its screening is screened again, and the outdated verdict is not stored', async () => {
  const { database, sealer } = world.service
  const transfer = await newest()
  const screened = vi.fn()
  const service = withLists('5', screened)
  const screen: typeof service.screening.screen = async (...request) => {
    const result = await service.screening.screen(...request)
    if (screened.mock.calls.length > 1) return { ...result, verdict: 'FAIL' }
    await correct(transfer.id)
    return result
  }
  const { verdict } = await screenTransfer({ ...service, screening: { ...service.screening, screen } }, transfer)
  expect(verdict).toBe('FAIL')
  expect(screened).toHaveBeenCalledTimes(2)
  expect(await loadScreenings(database.db, sealer, [transfer.id])).toMatchObject([{ verdict: 'FAIL' }])
})

it('facts looked up for a transfer that is corrected in the meantime are discarded and looked up again', async () => {
  const { database } = world.service
  const { id } = await newest()
  const runs = async () => (await listCheckRuns(database.db, [id], 10)).get(id)?.length ?? 0
  const jobs = async () => {
    const query = `select from jobs.job where name = 'check' and data->>'transferId' = $1`
    return (await database.pool.query(query, [id])).rowCount ?? 0
  }
  const before = { runs: await runs(), jobs: await jobs() }
  let isCorrected = false
  const evidence = { subjects: [], wallets: [], gaps: [], lists: [] }
  const service: TransferService = {
    ...world.service,
    factSources: [
      {
        name: 'screening',
        fact: 'screening',
        applies: () => true,
        async lookUp() {
          if (!isCorrected) await correct(id)
          isCorrected = true
          return { screening: { verdict: 'WARN', evidence } }
        },
      },
    ],
  }
  const job = { transferId: id, cause: 'CHANGE' } as const
  await continueChecks(service, job)
  expect({ runs: await runs(), jobs: await jobs() }).toEqual({ ...before, jobs: before.jobs + 1 })
  await continueChecks(service, job)
  expect(await runs()).toBe(before.runs + 1)
})

/** The service of a process that runs long after the transfers were created; `respond` lets its vendor respond. */
function withVendor() {
  const waiting: (() => void)[] = []
  const vendor: ScreeningVendor = {
    screen: async (_request, signal) => {
      await new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve())
        waiting.push(resolve)
      })
      return {
        hits: new Map(),
        gaps: signal?.aborted ? [{ code: 'SCREENING_VENDOR_FAILED', message: 'Aborted.' }] : [],
      }
    },
  }
  const { database, logger } = world.service
  const now = () => new Date(world.service.now().getTime() + 86_400_000)
  const screening = openScreening({ db: database.db, logger, now, required: [], listAgeMaxSeconds: 1, vendor })
  const policy = screeningPolicy(10 * 86_400)
  const service: TransferService = { ...world.service, now, policy, screening }
  return { service: { ...service, factSources: [screeningSource(() => service)] }, waiting }
}

it('a screening that outlives its check is not stored; the job repeats it, and the check shows that result', async () => {
  const { database, sealer } = world.service
  const { id } = await newest()
  await using stack = new AsyncDisposableStack()
  const { service, waiting } = withVendor()
  stack.use(service.screening)
  const shown = async () => {
    const [run] = (await listCheckRuns(database.db, [id], 1)).get(id) ?? []
    return run?.results.find(({ check }) => check === 'SCREENING')
  }
  const before = { verdict: 'PASS', evidence: { subjects: [], wallets: [], gaps: [], lists: [] } } as const
  const at = { screenedAt: service.now(), version: service.screening.version(), retryAt: undefined }
  await saveScreening(database.db, sealer, { transferId: id, ...before, ...at })
  await database.db.updateTable('transferScreenings').set({ retryAt: null }).execute()
  const limit = new AbortController()
  const lookedUp = continueChecks(service, { transferId: id, cause: 'CHANGE' }, limit.signal)
  await expect.poll(() => waiting.length).toBe(1)
  const known = [await shown(), await loadScreenings(database.db, sealer, [id])]
  limit.abort()
  await lookedUp
  expect([await shown(), await loadScreenings(database.db, sealer, [id])]).toEqual(known)

  const later = { ...service, now: () => new Date(service.now().getTime() + 61_000) }
  const screened = screenChangedTransfers(
    later,
    { completed: service.screening.version(), seenUntil: service.now() },
    new AbortController().signal,
  )
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  await screened
  const { rows } = await database.pool.query(
    `select data from jobs.job where name = 'check' and data->>'transferId' = $1 and data->'screened' is not null
     order by created_on desc limit 1`,
    [id],
  )
  await continueChecks(later, rows[0].data)
  expect(waiting).toHaveLength(2)
  expect(await shown()).toMatchObject({ verdict: 'UNKNOWN', reason: expect.stringContaining('has no name') })
})

it('when a list becomes outdated, open transfers are screened again, and finished ones are not', async () => {
  const { db } = world.service.database
  const transfers = await db.selectFrom('transfers').select('id').where('erasedAt', 'is', null).execute()
  const ended = transfers.slice(0, 30).map(({ id }) => id)
  await db.updateTable('transfers').set({ status: 'CANCELED' }).where('id', 'in', ended).execute()
  const screened = vi.fn()
  const service = withLists('6:outdated', screened)
  const screening = { ...service.screening, hasOutdatedList: () => true }
  const now = () => new Date(world.service.now().getTime() + 2 * 86_400_000)
  await screenAll({ ...service, screening, now, policy: screeningPolicy(10 * 86_400) }, {})
  expect(screened).toHaveBeenCalledTimes(transfers.length - ended.length)
})
