import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { RunningService } from '@travel-rule/service/run-service'
import type { Config } from './config.ts'
import { openIdentityData } from './identity-data.ts'
import { realmListener } from './listener.ts'
import { openPasswordCheck } from './password-check.ts'
import { openProvider } from './provider.ts'
import { openRealm } from './realm.ts'

/** The gateway, its only client, runs on the same machine. */
const HOST = '127.0.0.1'
/** The names that a node's gateway and programs expect. */
const REALM = 'travel-rule'
const AUDIENCE = 'travel-rule'
const DRAIN_MS = 2_000
/** Longer than clients keep an idle connection, so that no request arrives while it is being closed. */
const KEEP_ALIVE_MS = 75_000

/** Starts the embedded identity provider. Throws `OperatorError` when a setting is invalid. */
export async function start(config: Config, logger: Logger): Promise<RunningService> {
  const realm = openRealm({ ...config, realm: REALM, audience: AUDIENCE })
  const data = await openIdentityData(config.dataFile)
  const checkPassword = openPasswordCheck({ people: data.people, now: Date.now })
  const provider = openProvider(realm, data, { checkPassword, logger })
  const listener = realmListener(realm, data, { provider, checkPassword, logger })
  const server = await listen({ port: config.port, listener })
  logger.info({ issuer: realm.issuer, port: server.port }, 'identity provider for development is listening')
  return { ports: { IDP_PORT: server.port }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

interface ListenOptions {
  /** `0` uses any free port. */
  readonly port: number
  readonly listener: RequestListener
}

/** An HTTP server with limits; disposing it gives requests in flight `DRAIN_MS` to finish. */
async function listen(options: ListenOptions): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: 16 * 1024 },
    options.listener,
  )
  server.maxConnections = 1_000
  server.listen(options.port, HOST)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw portProblem(error, options)
  }
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      await closed
      clearTimeout(timer)
    },
  }
}

function portProblem(error: unknown, { port }: ListenOptions): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new OperatorError(`IDP_PORT: port ${port} is in use on ${HOST}; set IDP_PORT to a free port`)
  }
  if (code === 'EACCES') return new OperatorError(`IDP_PORT: not allowed to listen on port ${port}`)
  return error
}
