import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { readSettings } from '@travel-rule/service/settings'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { expect, test } from 'vitest'
import { applyRealms } from './apply.ts'
import { settings } from './config.ts'

test('a Keycloak that does not respond is an error that names the setting', async () => {
  const url = `http://127.0.0.1:${await freePort()}/auth`
  const env = { KEYCLOAK_URL: url, KEYCLOAK_ADMIN_PASSWORD: 'password', CLIENT_SECRET: 'secret' }
  const files = [readFileSync(new URL('../realm.json', import.meta.url), 'utf8')]
  const applied = applyRealms({ config: readSettings(settings, env), files, apply: false, print: () => {} })
  await expect(applied).rejects.toThrow(`KEYCLOAK_URL: Keycloak does not respond at ${new URL(url).origin}`)
})

test('an access token that expires while a realm is applied is replaced', async () => {
  let tokens = 0
  const accepted = new Set<string>()
  await using keycloak = await listen((request, response) => {
    const { authorization = '' } = request.headers
    if (request.url?.endsWith('/token')) {
      tokens += 1
      accepted.add(`Bearer ${tokens}`)
      response.end(JSON.stringify({ access_token: String(tokens) }))
    } else if (accepted.delete(authorization)) {
      response.statusCode = request.method === 'GET' ? 404 : 201
      response.end()
    } else {
      response.writeHead(401).end()
    }
  })
  const env = { KEYCLOAK_URL: keycloak.url, KEYCLOAK_ADMIN_PASSWORD: 'password', CLIENT_SECRET: 'secret' }
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const files = [readFileSync(new URL('../realm.json', import.meta.url), 'utf8')]
  await applyRealms({ config: readSettings(settings, env), files, apply: true, print })
  expect(printed).toContain('realm travel-rule')
  expect(tokens).toBe(2)
})

async function listen(handler: RequestListener): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/auth`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await promisify(server.close.bind(server))()
    },
  }
}
