import { openDatabase } from '@travel-rule/database/database'
import { openIndexedSealer } from '@travel-rule/database/index-keys'
import { openJobs } from '@travel-rule/database/jobs'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { openSlowDiskDatabase } from '@travel-rule/database/testing/slow-disk'
import { openLogger } from '@travel-rule/service/logger'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setLegalHold } from '../../erasure/actions/legal-hold.ts'
import { openProvableAssets } from '../../signatures/domain/asset.ts'
import { migrations } from '../../store/migrations.ts'
import type { Tables } from '../../store/tables.ts'
import { cancelProof, EXPIRY_QUEUES, type ProofService, requestSignatureProof } from './proof-actions.ts'

const alice = { type: 'USER', id: 'alice' } as const
const logger = openLogger({ name: 'test', level: 'silent' })

it('while the disk is slow, many proofs can change at once, and no change, repeat or refusal is confirmed before it is durable', async () => {
  await using slow = await openSlowDiskDatabase()
  await using database = await openDatabase<Tables>({ url: slow.url, migrations, applicationName: 'test', logger })
  const { db } = database
  await using jobs = await openJobs({ database, logger, queues: EXPIRY_QUEUES })
  const service: ProofService = {
    database,
    jobs,
    sealer: await openIndexedSealer(db, generateSealingKeys()),
    terms: { vaspName: 'Test VASP', ttlSeconds: 3600, attemptsMax: 3, assets: openProvableAssets() },
    retention: { period: undefined, erases: false },
    now: () => new Date('2026-01-01T00:00:00Z'),
  }
  const [first, second] = [await request(service), await request(service)]
  if (!first.ok || !second.ok) throw new Error('a request was refused')
  const events = async () =>
    (await db.selectFrom('outbox').select('type').where('position', '>', 2n).orderBy('position').execute()).map(
      ({ type }) => type,
    )

  await using disk = await slow.stopDisk(db)
  const settled: string[] = []
  const note = (name: string) => () => void settled.push(name)
  const changes = [cancelProof(service, first.value.id, alice).finally(note('change'))]
  await expect.poll(events).toEqual(['proof.canceled'])
  changes.push(setLegalHold(service, { id: second.value.id, reason: 'case 7' }, alice).finally(note('hold')))
  await expect.poll(events).toEqual(['proof.canceled', 'proof.legal_hold_set'])
  changes.push(cancelProof(service, first.value.id, alice).finally(note('repeat')))
  changes.push(setLegalHold(service, { id: second.value.id, reason: 'case 8' }, alice).finally(note('refusal')))
  await expect.poll(async () => (await waiting(db)).length).toBe(4)
  expect(settled).toEqual([])

  await disk.start()
  const [changed, held, repeated, refused] = await Promise.all(changes)
  expect([changed, held, repeated]).toMatchObject([{ ok: true }, { ok: true }, { ok: true, value: { version: 2 } }])
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'LEGAL_HOLD_EXISTS' } })
})

function request(service: ProofService) {
  return requestSignatureProof(service, { asset: 'BTC' }, alice)
}

/** The number of sessions that wait for their commit to become durable. */
async function waiting(db: ProofService['database']['db']) {
  const { rows } = await sql`
    select from pg_stat_activity
    where wait_event = 'SyncRep' and application_name = 'test' and datname = current_database()
      and query not like '%probe%'`.execute(db)
  return rows
}
