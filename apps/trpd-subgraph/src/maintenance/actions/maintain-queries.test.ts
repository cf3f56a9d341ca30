import { observeMaintenance } from '@travel-rule/database/observe-maintenance'
import { insertDataKey } from '@travel-rule/database/record-keys'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { MAINTENANCE_STEPS, maintainQueries } from './maintain-queries.ts'
import { countOutdated } from './rotate-sealing-keys.ts'

it('a failing maintenance step is logged and counted, and stops neither the other steps nor the next run', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const [before, after] = [generateSealingKeys(), generateSealingKeys()]
  const key = await openSealer(before).records.create('TRANSFER', crypto.randomUUID())
  await sql`with keyed as ${insertDataKey(key)} select`.execute(database.db)
  await database.pool.query('alter table case_backfill rename to elsewhere')
  const metrics = openMetrics('trpd')
  const log = captureLog()
  const queued: string[] = []
  const service = {
    database,
    sealer: openSealer(`${after},${before}`),
    onBrokenSeal: expect.unreachable,
    onFailedStep: observeMaintenance(metrics, { logger: log.logger, steps: MAINTENANCE_STEPS }),
    logger: log.logger,
    policy: {},
    now: () => new Date(),
    jobs: { enqueue: async (_tx: unknown, queue: string) => void queued.push(queue) },
  }
  expect(await countOutdated(service)).toBe(1)
  await maintainQueries(service as unknown as TransferService)
  expect(log.text()).toContain('"step":"fillCases"')
  const text = await metrics.registry.metrics()
  expect(text).toContain('maintenance_failures_total{step="fillCases",service="trpd"} 1')
  expect(text).toContain('maintenance_failures_total{step="eraseDue",service="trpd"} 0')
  expect(await countOutdated(service)).toBe(0)
  expect(queued).toEqual(['maintain'])
})
