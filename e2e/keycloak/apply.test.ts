import { readFile } from 'node:fs/promises'
import { readSettings } from '@travel-rule/service/settings'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyRealms } from '../../deploy/keycloak/src/apply.ts'
import { settings } from '../../deploy/keycloak/src/config.ts'
import { sharedKeycloak, skipWithout } from '../real-parts/shared-keycloak.ts'

const keycloak = await sharedKeycloak()
const { adminUrl: url, adminPassword } = 'access' in keycloak ? keycloak.access : { adminUrl: '', adminPassword: '' }
const TOKEN = 'protocol/openid-connect/token'
const secret = 'secret-of-the-applied-client'
/** A separate realm, since other stories use the imported one. */
const REALM = 'applied-realm'
const [realm, master] = await Promise.all(['realm.json', 'master.json'].map(readRealm))

async function readRealm(name: string): Promise<string> {
  const file = await readFile(new URL(`../../deploy/keycloak/${name}`, import.meta.url), 'utf8')
  return file.replace('"realm": "travel-rule"', `"realm": "${REALM}"`)
}

interface Run {
  readonly apply?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
}

/** Runs `keycloak:apply`. Resolves with the printed lines. */
async function run({ apply = false, env = {}, files = [realm ?? '', master ?? ''] }: Run = {}): Promise<string[]> {
  const environment = {
    KEYCLOAK_URL: url,
    KEYCLOAK_ADMIN_URL: url,
    KEYCLOAK_ADMIN_PASSWORD: adminPassword,
    CLIENT_SECRET: secret,
    ...env,
  }
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  await applyRealms({ config: readSettings(settings, environment), files, apply, print })
  return printed
}

function requestToken(clientSecret: string): Promise<Response> {
  const form = { grant_type: 'client_credentials', client_id: 'travel-rule-client', client_secret: clientSecret }
  return fetch(`${url}/realms/${REALM}/${TOKEN}`, { method: 'POST', body: new URLSearchParams(form) })
}

async function ownClaims() {
  const { access_token: token } = (await (await requestToken(secret)).json()) as { readonly access_token: string }
  return decodeJwt(token)
}

describe('keycloak:apply with a real Keycloak', () => {
  beforeEach((context) => skipWithout(keycloak, context))

  test('an imported realm without the scope of service accounts gets it, and so does its client', async () => {
    const earlier = JSON.parse(realm ?? '')
    earlier.clientScopes = earlier.clientScopes.filter(({ name }: { name: string }) => name !== 'service_account')
    for (const client of earlier.clients) {
      client.defaultClientScopes = client.defaultClientScopes.filter((name: string) => name !== 'service_account')
    }
    await run({ apply: true, files: [JSON.stringify(earlier)] })
    expect(await ownClaims()).not.toHaveProperty('client_id')
    const printed = await run({ apply: true })
    expect(printed).toContain('client scope service_account')
    expect(printed).toContain('client travel-rule-client, default client scope service_account')
    expect(await ownClaims()).toMatchObject({ client_id: 'travel-rule-client', aud: 'travel-rule' })
    expect(await run()).toEqual(['no differences'])
  })

  test('a realm is changed until it matches its file, and secrets are not printed', async () => {
    await run({ apply: true })
    const env = { BASE_URL: 'https://vasp.example', CLIENT_SECRET: 'the-next-secret' }
    const printed = await run({ apply: true, env })
    const next = '["https://vasp.example/","https://vasp.example/graphql"]'
    expect(printed).toContainEqual(expect.stringMatching(/redirectUris: \["http:\/\/localhost:4000\//))
    expect(printed).toContainEqual(expect.stringContaining(` → ${next}`))
    expect(printed).toContain('    secret: differs')
    expect(printed.join()).not.toContain('the-next-secret')
    expect(await run({ env })).toEqual(['no differences'])
  })

  test('the back-end client gets a token only with the secret that was applied', async () => {
    await run({ apply: true })
    expect((await requestToken('another-secret')).status).toBe(401)
    expect(await ownClaims()).toMatchObject({ aud: 'travel-rule', azp: 'travel-rule-client' })
  })

  test("the admin console signs in at the operators' port, but not through the gateway", async () => {
    await run({ apply: true })
    const page = await (await fetch(`${url}/admin/master/console/`)).text()
    expect(page).toContain(`"authServerUrl": "${url}"`)
  })

  test('a wrong password of the administrator is refused', async () => {
    await expect(run({ env: { KEYCLOAK_ADMIN_PASSWORD: 'wrong' } })).rejects.toThrow(
      /^Keycloak refused sign-in: .*Invalid user credentials/,
    )
  })
})
