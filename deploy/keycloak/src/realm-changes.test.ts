import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type RealmState, realmChanges } from './realm-changes.ts'

const realm = JSON.parse(readFileSync(new URL('../realm.json', import.meta.url), 'utf8')) as RealmState

/** The realm as Keycloak returns it: with ids, with more values, and in another order. */
const running: RealmState = {
  ...realm,
  registrationAllowed: false,
  roles: { realm: realm.roles?.realm?.map((role) => ({ ...role, id: `id of ${role.name}` })).toReversed() ?? [] },
  clientScopes: realm.clientScopes?.map((scope) => ({ ...scope, id: `id-${scope.name}` })) ?? [],
  clients:
    realm.clients?.map((client) => ({
      ...client,
      id: `id-${client.clientId}`,
      defaultClientScopes: client.defaultClientScopes?.toReversed() ?? [],
    })) ?? [],
}

test('the imported realm records events, protects passwords and rotates refresh tokens', () => {
  expect(realm).toMatchObject({
    eventsEnabled: true,
    adminEventsEnabled: true,
    passwordPolicy: expect.stringContaining('length(12)'),
    bruteForceProtected: true,
    failureFactor: 10,
    permanentLockout: false,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
  })
  for (const expiration of [realm.eventsExpiration, Number(Object(realm.attributes).adminEventsExpiration)]) {
    expect(expiration).toBe(90 * 24 * 3600)
  }
})

test('the imported realm has a complete policy for second factors: Keycloak does not import a part of one', () => {
  const names = ['Type', 'Algorithm', 'InitialCounter', 'Digits', 'LookAheadWindow', 'Period', 'CodeReusable']
  expect(Object.keys(realm)).toEqual(expect.arrayContaining(names.map((name) => `otpPolicy${name}`)))
})

test('a realm like its file has no changes, with anything else that Keycloak stores, in any order', () => {
  expect(realmChanges(realm, running)).toEqual([])
})

test('a missing realm is created from the file', () => {
  expect(realmChanges(realm, undefined)).toEqual([
    { title: 'realm travel-rule', details: ['missing'], method: 'POST', path: '', body: realm },
  ])
})

test('a change of a setting keeps what the file does not mention', () => {
  const attributes = { frontendUrl: 'https://x.example', adminEventsExpiration: '1' }
  const [change, ...others] = realmChanges(realm, { ...running, eventsEnabled: false, attributes })
  expect(others).toEqual([])
  expect(change).toMatchObject({
    title: 'realm travel-rule',
    details: ['eventsEnabled: false → true', 'attributes.adminEventsExpiration: "1" → "7776000"'],
    method: 'PUT',
    path: '/travel-rule',
    body: {
      registrationAllowed: false,
      attributes: { frontendUrl: 'https://x.example', adminEventsExpiration: '7776000' },
    },
  })
})

test('a different secret is reported without either value', () => {
  const clients =
    running.clients?.map((client) => ({ ...client, ...(client.secret && { secret: 'old-secret' }) })) ?? []
  const changes = realmChanges(realm, { ...running, clients })
  expect(changes.map(({ title, details }) => [title, ...details])).toEqual([
    ['client travel-rule-client', 'secret: differs'],
  ])
})

test('what is missing is created, and a new client scope is added to clients by its id', () => {
  const without = (name: string) => running.clientScopes?.filter((scope) => scope.name !== name) ?? []
  const clients =
    running.clients
      ?.filter(({ clientId }) => clientId === 'dashboard')
      .map((client) => ({
        ...client,
        defaultClientScopes: ['basic', 'profile', 'email', 'roles', 'web-origins', 'own'],
      })) ?? []
  const changes = realmChanges(realm, {
    ...running,
    roles: { realm: running.roles?.realm?.filter(({ name }) => name !== 'observer') ?? [] },
    clientScopes: without('travel-rule-audience'),
    clients,
  })
  expect(changes.map(({ title, method }) => `${method} ${title}`)).toEqual([
    'POST role observer',
    'POST client scope travel-rule-audience',
    'PUT client dashboard, default client scope travel-rule-audience',
    'POST client travel-rule-client',
  ])
  expect(changes[2]?.path).toBe(`/travel-rule/clients/id-dashboard/default-client-scopes/${changes[1]?.body?.id}`)
})
