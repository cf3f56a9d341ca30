import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../operator-error.ts'
import { runService } from '../run-service.ts'
import { defineSettings, logLevelSetting, portSetting } from '../settings.ts'

// A process for the tests of runService. Its argument selects a misbehaviour.
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
    const server = createServer((_request, response) => response.writeHead(404).end())
    server.listen(config.port, '127.0.0.1')
    await once(server, 'listening').catch(() => {
      throw new OperatorError(`port ${config.port} is in use: set SAMPLE_PORT to another one`)
    })
    const { port } = server.address() as AddressInfo
    if (behaviour === 'crashes') setTimeout(() => crash(), 10)
    if (behaviour === 'rejects') setTimeout(() => Promise.reject(new Error('rejected')), 10)
    return {
      ports: { http: port },
      async retire() {
        logger.info('retired')
      },
      async [Symbol.asyncDispose]() {
        if (behaviour === 'hangs') await new Promise(() => undefined)
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
        logger.info('disposed')
      },
    }
  },
})

function crash(): never {
  throw new Error('crashed')
}
