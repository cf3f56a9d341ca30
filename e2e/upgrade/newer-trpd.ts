import { type Database, openDatabase } from '@travel-rule/database/database'
import { runService } from '@travel-rule/service/run-service'
import { settings } from '@travel-rule/trpd-subgraph/config'
import { migrations } from '@travel-rule/trpd-subgraph/foundation/store/migrations'
import { start } from '@travel-rule/trpd-subgraph/start'
import { expandingMigrations } from './newer-migrations.ts'

/** trpd of a later version: the same program with additional migrations. */
await runService({
  name: 'trpd',
  settings,
  async start(config, logger) {
    const { databaseUrl: url } = config
    const database: Database<unknown> = await openDatabase({
      url,
      migrations: { ...migrations, ...expandingMigrations },
      applicationName: 'trpd',
      logger,
    })
    await database[Symbol.asyncDispose]()
    return start(config, logger)
  },
})
