import '@travel-rule/service/quiet-apollo'
import { runService } from '@travel-rule/service/run-service'
import { settings } from './config.ts'
import { start } from './start.ts'

await runService({ name: 'gateway', settings, start })
