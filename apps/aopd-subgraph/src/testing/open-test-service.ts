import { openIndexedSealer } from '@travel-rule/database/index-keys'
import { openJobs } from '@travel-rule/database/jobs'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import type { EXPIRY_QUEUE, ProofService } from '../proofs/actions/proof-actions.ts'
import { EXPIRY_QUEUES } from '../proofs/actions/proof-actions.ts'
import { openProvableAssets } from '../signatures/domain/asset.ts'
import { migrations } from '../store/migrations.ts'
import type { Tables } from '../store/tables.ts'

/** The dependencies of actions, with a new database, a real queue, and a clock that tests set. */
export async function openTestService({ createsDataKeys = true } = {}) {
  const sealingKeys = generateSealingKeys()
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openTestDatabase<Tables>(migrations, { template: 'aopd' }))
  const logger = openLogger({ name: 'test', level: 'silent' })
  const jobs = stack.use(await openJobs<typeof EXPIRY_QUEUE, Tables>({ database, logger, queues: EXPIRY_QUEUES }))
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const service: ProofService = {
    database,
    jobs,
    sealer: await openIndexedSealer(database.db, sealingKeys, { createsDataKeys }),
    terms: { vaspName: 'Test VASP', ttlSeconds: 3600, attemptsMax: 3, assets: openProvableAssets() },
    retention: { period: undefined, erases: false },
    now: () => clock.now,
  }
  const owned = stack.move()
  return { service, sealingKeys, jobs, clock, logger, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
