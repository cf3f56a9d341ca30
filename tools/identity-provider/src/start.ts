import type { Logger } from '@travel-rule/service/logger'
import type { RunningService } from '@travel-rule/service/run-service'
import type { Config } from './config.ts'
import { listen } from './listen.ts'
import { openIdentityData } from './open-identity-data.ts'
import { openProvider } from './open-provider.ts'
import { openRealm } from './realm.ts'
import { realmListener } from './realm-listener.ts'

/** Starts the embedded identity provider. Throws `OperatorError` for what the person who starts it can repair. */
export async function start(config: Config, logger: Logger): Promise<RunningService> {
  const realm = openRealm(config)
  const data = await openIdentityData(config.dataFile)
  const provider = openProvider(realm, data, logger)
  const listener = realmListener(realm, data, provider, logger)
  const server = await listen({ host: config.host, port: config.port, portVariable: 'IDP_PORT', listener })
  logger.info({ issuer: realm.issuer, port: server.port }, 'identity provider for development is listening')
  return { ports: { IDP_PORT: server.port }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
