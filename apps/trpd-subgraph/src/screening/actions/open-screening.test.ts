import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { ListEntry } from '../domain/list-entry.ts'
import type { ScreeningRequest, ScreeningSubject } from '../domain/screening-result.ts'
import { saveScreeningList } from '../store/screening-lists.ts'
import { openScreening, type Screening } from './open-screening.ts'

/** Listed persons who share a word. */
const LISTED = 4_000
const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

let screening: Screening
let daysLater = 0
beforeAll(async () => {
  const { db } = stack.use(await openTestDatabase<Tables>(migrations, { template: 'trpd' }))
  const entries = Array.from({ length: LISTED }, (_, at): ListEntry => {
    const names = [{ name: `Luis Family${at}`, isWeak: false }]
    return { id: String(at), kind: 'PERSON', names, birthYears: [], wallets: [], programs: [] }
  })
  const list = { name: 'UN', publishedOn: undefined, entries, malformed: [], sha256: Buffer.alloc(32) } as const
  await saveScreeningList(db, list, new Date())
  const logger = openLogger({ name: 'test', level: 'silent' })
  const options = {
    db,
    logger,
    now: () => new Date(Date.now() + daysLater * 86_400_000),
    required: ['UN'],
    listAgeMaxSeconds: 3_600,
  } as const
  screening = stack.use(openScreening({ ...options, vendor: undefined }))
  await screening.refresh()
})

/** Names that each resemble every listed one. */
function request(names: number): ScreeningRequest {
  const subjects = Array.from(
    { length: names },
    (_, at): ScreeningSubject => ({
      role: at % 2 === 0 ? 'ORIGINATOR' : 'BENEFICIARY',
      name: `Luis Other${at}`,
      kind: 'PERSON',
    }),
  )
  return { subjects, wallets: [] }
}

describe('a screening of many common names', () => {
  it('a screening of many common names compares every listed name as long as there are few', async () => {
    expect(await screening.screen(request(2))).toMatchObject({ verdict: 'PASS', evidence: { gaps: [] } })
  })

  it('a screening of many common names stops when its comparisons are used up: one gap names the parties, and an identical name is still found', async () => {
    const listed = { role: 'VASP', name: `Luis Family${LISTED - 1}`, kind: 'PERSON' } as const
    const { verdict, evidence } = await screening.screen({ subjects: [...request(40).subjects, listed], wallets: [] })
    expect(verdict).toBe('FAIL')
    const parties = 'a name of the originator and a name of the beneficiary'
    const message = `Too many listed names are like ${parties}: not all of them were compared.`
    expect(evidence.gaps).toEqual([{ code: 'SCREENING_NAME_TOO_COMMON', message }])
  })

  it('a screening of many common names stops early with the abort reason when its signal is aborted', async () => {
    const reason = new Error('the time limit has passed')
    const limit = new AbortController()
    const screened = screening.screen(request(4), limit.signal)
    setImmediate(() => limit.abort(reason))
    await expect(screened).rejects.toBe(reason)
  })
})

it('an address does not pass screening when no loaded list has addresses', async () => {
  const wallets = [{ asset: 'BTC', address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }]
  const { verdict, evidence } = await screening.screen({ subjects: [], wallets })
  expect(verdict).toBe('UNKNOWN')
  expect(evidence.gaps).toEqual([
    { code: 'SCREENING_NOTHING_TO_SCREEN', message: 'No list that is loaded has addresses.' },
  ])
})

it('a list that becomes outdated changes the screening version, so that open transactions are screened again as UNKNOWN', async () => {
  const current = screening.version()
  daysLater = 1
  try {
    expect(screening.version()).not.toBe(current)
    expect(await screening.screen(request(1))).toMatchObject({
      verdict: 'UNKNOWN',
      evidence: { gaps: [{ code: 'SCREENING_LIST_OUTDATED', message: 'The list UN was loaded 24 hours ago.' }] },
    })
  } finally {
    daysLater = 0
  }
  expect(screening.version()).toBe(current)
})
