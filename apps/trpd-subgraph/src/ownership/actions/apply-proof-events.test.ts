import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { openJobs } from '@travel-rule/database/jobs'
import type { StoredEvent } from '@travel-rule/database/outbox'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { countStatements } from '@travel-rule/database/testing/statement-counter'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { findProofs } from '../store/proven-addresses.ts'
import { applyProofEvents } from './apply-proof-events.ts'

const sealer = openSealer(generateSealingKeys())
const retries = { retryLimit: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 60 }
const queues = { proofCheck: { ...retries, concurrency: 1, expireInSeconds: 60 } }

const stack = new AsyncDisposableStack()
let database: Database<Tables>
let service: Parameters<typeof applyProofEvents>[0]
beforeAll(async () => {
  database = stack.use(await openTestDatabase<Tables>(migrations, { template: 'trpd' }))
  const logger = openLogger({ name: 'test', level: 'silent' })
  const jobs = stack.use(await openJobs({ database, logger, queues }))
  service = { sealer, jobs: jobs as Ports<'jobs'>['jobs'] }
})
afterAll(() => stack.disposeAsync())

it('a page of proof events takes as many statements as a single event', async () => {
  const one = await apply([verified()])
  const page = Array.from({ length: 200 }, () => verified())
  const revoked = page.slice(0, 50).map((event) => ({ ...event, type: 'proof.revoked' }))
  expect(await apply(page)).toBe(one)
  expect(await apply(revoked)).toBeLessThanOrEqual(one)
  expect(await apply([...revoked, ...page].map((event) => erased(event.subject.id)))).toBe(1)
})

it('the events of a page about one proof take effect in order, and repeating the page changes nothing', async () => {
  const [valid, revoked, gone] = [verified(), verified(), verified()]
  const address = String(valid.detail.address)
  const again = { ...verified(address), at: new Date('2026-02-02T00:00:00Z') }
  const revocation = { ...revoked, type: 'proof.revoked', at: new Date('2026-02-01T00:00:00Z') }
  const page = [valid, again, revoked, gone, revocation, erased(gone.subject.id), { ...valid, detail: {} }, valid]
  await apply(page)
  expect(await find(address)).toEqual([
    { id: again.subject.id, revokedAt: null },
    { id: valid.subject.id, revokedAt: null },
  ])
  const stored = [{ id: revoked.subject.id, revokedAt: revocation.at }]
  expect(await find(String(revoked.detail.address))).toEqual(stored)
  expect(await find(String(gone.detail.address))).toEqual([])
  await apply([revoked])
  expect(await find(String(revoked.detail.address))).toEqual(stored)
  await apply([{ ...valid, type: 'proof.revoked', detail: {} }])
  expect(await find(address)).toMatchObject([{ id: again.subject.id }, { id: valid.subject.id, revokedAt: valid.at }])
})

function verified(address = `0x${randomBytes(20).toString('hex')}`): StoredEvent {
  return {
    position: 1n,
    id: randomUUID(),
    type: 'proof.verified',
    subject: { type: 'proof', id: randomUUID() },
    actor: { type: 'SYSTEM', id: 'aopd' },
    at: new Date('2026-01-01T00:00:00Z'),
    detail: { address, asset: 'ETH', method: 'SIGNATURE', customerReference: 'customer 1', transactionId: null },
  }
}

function erased(id: string): StoredEvent {
  return { ...verified(), type: 'proof.erased', subject: { type: 'proof', id }, detail: {} }
}

/** Applies a page; returns how many statements that took. */
async function apply(events: readonly StoredEvent[]): Promise<number> {
  const statements = countStatements()
  await database.db
    .withPlugin(statements)
    .transaction()
    .execute((tx) => applyProofEvents(service, tx, events))
  return statements.count
}

async function find(address: string) {
  const search = { address, customerFingerprints: [], transactionId: randomUUID(), ageMaxSeconds: 300 }
  const { proofs } = await findProofs(database.db, sealer, search)
  return proofs.map(({ proofId: id, revokedAt }) => ({ id, revokedAt }))
}
