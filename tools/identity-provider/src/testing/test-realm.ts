import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogger } from '@travel-rule/service/logger'
import { readSettings } from '@travel-rule/service/settings'
import { type Config, settings } from '../config.ts'
import { type IdentityData, openIdentityData } from '../identity-data.ts'
import { start } from '../start.ts'

export interface TestRealm extends AsyncDisposable {
  readonly baseUrl: string
  readonly issuer: string
  readonly data: IdentityData
  readonly dataFile: string
  /** Logout tokens that the provider sent to the gateway. */
  readonly logoutTokens: string[]
  /** Port of the provider itself, behind the forwarding server. */
  port(): number
  /** Stops the provider and restarts it with the same data file. */
  restart(): Promise<void>
}

/** The real provider behind a proxy in place of the gateway: its port is not the issuer's. */
export async function openTestRealm(): Promise<TestRealm> {
  const stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'identity provider '))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  let port = 0
  const logoutTokens: string[] = []
  const gateway = createServer(async (request, response) => {
    if (request.url === '/oidc/backchannel-logout') {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      logoutTokens.push(form.get('logout_token') ?? '')
      response.writeHead(200).end()
      return
    }
    const headers = { ...request.headers, host: `127.0.0.1:${port}`, 'x-forwarded-host': String(request.headers.host) }
    const onward = forward({ port, path: request.url, method: request.method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  gateway.keepAliveTimeout = 75_000
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  stack.defer(async () => {
    gateway.closeAllConnections()
    gateway.close()
    await once(gateway, 'close')
  })
  const baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const dataFile = join(folder, 'not yet there', 'identity.json')
  const env = {
    IDP_PORT: '0',
    GATEWAY_BASE_URL: baseUrl,
    IDP_DATA_FILE: dataFile,
    IDP_REDIRECT_URIS: 'http://localhost:5173/signed-in',
  }
  const config: Config = readSettings(settings, env)
  const logger = openLogger({ name: 'test', level: 'silent' })

  let service = await start(config, logger)
  stack.defer(() => service[Symbol.asyncDispose]())
  port = service.ports.IDP_PORT ?? 0

  return {
    baseUrl,
    issuer: `${baseUrl}/auth/realms/travel-rule`,
    data: await openIdentityData(dataFile),
    dataFile,
    logoutTokens,
    port: () => port,
    async restart() {
      await service[Symbol.asyncDispose]()
      service = await start(config, logger)
      port = service.ports.IDP_PORT ?? 0
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
