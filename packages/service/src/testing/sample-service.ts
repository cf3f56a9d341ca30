import { openHttpHost } from '@travel-rule/http-host/http-host'
import { runService } from '../run-service.ts'
import { defineSettings, logLevelSetting, portSetting } from '../settings.ts'

// A process for the tests of runService. SAMPLE_BEHAVIOUR, given as an argument, says how it misbehaves.
const [behaviour] = process.argv.slice(2)

await runService({
  name: 'sample',
  settings: defineSettings({
    port: { variable: 'SAMPLE_PORT', schema: portSetting, default: '0', description: 'Where to listen.' },
    other: { variable: 'SAMPLE_OTHER_PORT', schema: portSetting, default: '0', description: 'Not used.' },
    logLevel: {
      variable: 'SAMPLE_LOG_LEVEL',
      schema: logLevelSetting,
      default: 'info',
      description: 'How much to log.',
    },
  }),
  async start(config, logger) {
    if (behaviour === 'fails') throw new Error('no database')
    const host = await openHttpHost({
      host: '127.0.0.1',
      port: config.port,
      portVariable: 'SAMPLE_PORT',
      logger,
      routes: [],
    })
    if (behaviour === 'crashes') setTimeout(() => crash(), 10)
    if (behaviour === 'rejects') setTimeout(() => Promise.reject(new Error('rejected')), 10)
    return {
      ports: { http: host.port },
      async [Symbol.asyncDispose]() {
        if (behaviour === 'hangs') await new Promise(() => undefined)
        await host[Symbol.asyncDispose]()
        logger.info('disposed')
      },
    }
  },
})

function crash(): never {
  throw new Error('crashed')
}
