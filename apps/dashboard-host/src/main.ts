import { runService } from '@travel-rule/service/run-service'
import { settings } from './config.ts'
import { start } from './start.ts'

await runService({ name: 'dashboard', settings, start: (config, logger) => start(config, logger) })
