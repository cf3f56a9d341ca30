import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSettings } from '@travel-rule/service/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyRealms } from './apply.ts'
import { settings } from './config.ts'
import { findKeycloak } from './testing/find-keycloak.ts'

const START_TIMEOUT_MS = 600_000
const keycloakHome = await findKeycloak()
const password = 'first-administrator'
const files = ['realm.json', 'master.json'].map((name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

async function run(url: string, options: { apply?: boolean; env?: Record<string, string> } = {}) {
  const env = {
    KEYCLOAK_URL: url,
    KEYCLOAK_ADMIN_URL: url,
    KEYCLOAK_ADMIN_PASSWORD: password,
    CLIENT_SECRET: 'secret-of-the-back-end',
    ...options.env,
  }
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  await applyRealms({ config: readSettings(settings, env), files, apply: options.apply ?? false, print })
  return printed
}

test('a Keycloak that does not respond is an error that names the setting', async () => {
  const port = await freePort()
  await expect(run(`http://127.0.0.1:${port}/auth`)).rejects.toThrow(
    `KEYCLOAK_URL: Keycloak does not respond at http://127.0.0.1:${port}`,
  )
})

// Keycloak needs Java and some 500 MB.
describe.skipIf(keycloakHome === undefined)('with a real Keycloak (KEYCLOAK_HOME)', () => {
  let keycloak: ChildProcess
  let url = ''
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/auth`
    const flags = [`--http-port=${port}`, '--http-host=127.0.0.1', '--http-relative-path=/auth', '--db=dev-mem']
    keycloak = spawn(
      'sh',
      [`${keycloakHome}/bin/kc.sh`, 'start-dev', '--hostname=http://localhost:4000/auth', ...flags],
      {
        env: { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: password },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      },
    )
    for await (const chunk of keycloak.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
      if (String(chunk).includes('Listening on:')) break
    }
    keycloak.stdout?.resume()
  }, START_TIMEOUT_MS)
  afterAll(() => {
    // The script's Java process too.
    if (keycloak.pid !== undefined) process.kill(-keycloak.pid, 'SIGKILL')
  })

  test('a realm is compared, created, changed and then like its file', async () => {
    expect(await run(url)).toContain('realm travel-rule')
    expect((await run(url, { apply: true })).at(-1)).toBe('changed: 2')
    expect(await run(url)).toEqual(['no differences'])
    const env = { BASE_URL: 'https://vasp.example', CLIENT_SECRET: 'the-next-secret' }
    const printed = await run(url, { apply: true, env })
    const next = '["https://vasp.example/","https://vasp.example/graphql"]'
    expect(printed).toContainEqual(expect.stringMatching(/redirectUris: \["http:\/\/localhost:4000\//))
    expect(printed).toContainEqual(expect.stringContaining(` → ${next}`))
    expect(printed).toContain('    secret: differs')
    expect(printed.join()).not.toContain('the-next-secret')
    expect(await run(url, { env })).toEqual(['no differences'])
  })

  test('the client of the back end gets a token for the service with the secret that was applied', async () => {
    await run(url, { apply: true })
    const token = `${url}/realms/travel-rule/protocol/openid-connect/token`
    const body = (secret: string) =>
      new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'travel-rule-client',
        client_secret: secret,
      })
    const wrong = await fetch(token, { method: 'POST', body: body('another-secret') })
    expect(wrong.status).toBe(401)
    const right = await fetch(token, { method: 'POST', body: body('secret-of-the-back-end') })
    const { access_token: accessToken } = (await right.json()) as { access_token: string }
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ aud: 'travel-rule', azp: 'travel-rule-client' })
  })

  test('the admin console signs in at the port of operators, not through the gateway', async () => {
    await run(url, { apply: true })
    const console = await (await fetch(`${url}/admin/master/console/`)).text()
    expect(console).toContain(`"authServerUrl": "${url}"`)
  })

  test('a wrong password of the administrator is refused', async () => {
    await expect(run(url, { env: { KEYCLOAK_ADMIN_PASSWORD: 'wrong' } })).rejects.toThrow(
      /^Keycloak refused sign-in: .*Invalid user credentials/,
    )
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
