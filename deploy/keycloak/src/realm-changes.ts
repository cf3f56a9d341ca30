import { randomUUID } from 'node:crypto'

type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json | undefined
}

interface Named extends JsonObject {
  readonly id?: string
  readonly name: string
}

interface ClientScope extends Named {
  readonly protocolMappers?: readonly Named[]
}

interface Client extends JsonObject {
  readonly id?: string
  readonly clientId: string
  readonly defaultClientScopes?: readonly string[]
}

/** A realm in the format of Keycloak's import: what a file says, or what Keycloak has. */
export interface RealmState extends JsonObject {
  readonly realm: string
  readonly roles?: { readonly realm?: readonly Named[] }
  readonly clientScopes?: readonly ClientScope[]
  readonly defaultDefaultClientScopes?: readonly string[]
  readonly clients?: readonly Client[]
}

/** One request to the admin API, and what it changes, for people. */
export interface RealmChange {
  readonly title: string
  /** One line for each value that differs; secrets are not shown. */
  readonly details: readonly string[]
  readonly method: 'POST' | 'PUT'
  /** Below `/admin/realms`. */
  readonly path: string
  readonly body?: JsonObject
}

/**
 * What makes `actual` (`undefined` when the realm is missing) like `wanted`.
 *
 * Values that `wanted` does not mention are left alone, and nothing is deleted; a list of values is
 * replaced as a whole, but client scopes are only added.
 */
export function realmChanges(wanted: RealmState, actual: RealmState | undefined): RealmChange[] {
  if (actual === undefined) {
    return [{ title: `realm ${wanted.realm}`, details: ['missing'], method: 'POST', path: '', body: wanted }]
  }
  const { roles, clientScopes = [], defaultDefaultClientScopes = [], clients = [], ...settings } = wanted
  const path = `/${encodeURIComponent(wanted.realm)}`
  const scopeIds = new Map(actual.clientScopes?.map(({ name, id = '' }) => [name, id]))
  for (const { name } of clientScopes) if (!scopeIds.has(name)) scopeIds.set(name, randomUUID())
  return [
    ...update(`realm ${wanted.realm}`, path, settings, actual),
    ...(roles?.realm ?? []).flatMap((role) => {
      const known = find(actual.roles?.realm, 'name', role.name)
      const title = `role ${role.name}`
      if (known === undefined) return create(title, `${path}/roles`, role)
      return update(title, `${path}/roles/${encodeURIComponent(role.name)}`, role, known)
    }),
    ...clientScopes.flatMap((scope) => scopeChanges(path, scope, actual, scopeIds.get(scope.name))),
    ...defaultDefaultClientScopes
      .filter((name) => !actual.defaultDefaultClientScopes?.includes(name))
      .map((name) => ({
        title: `default client scope ${name} of new clients`,
        details: ['missing'],
        method: 'PUT' as const,
        path: `${path}/default-default-client-scopes/${scopeIds.get(name)}`,
      })),
    ...clients.flatMap((client) => clientChanges(path, client, actual, scopeIds)),
  ]
}

function scopeChanges(realm: string, wanted: ClientScope, actual: RealmState, id: string | undefined): RealmChange[] {
  const known = find(actual.clientScopes, 'name', wanted.name)
  const title = `client scope ${wanted.name}`
  if (known === undefined) return create(title, `${realm}/client-scopes`, { ...wanted, ...(id && { id }) })
  const { protocolMappers = [], ...rest } = wanted
  const path = `${realm}/client-scopes/${known.id}`
  return [
    ...update(title, path, rest, known),
    ...protocolMappers.flatMap((mapper) => {
      const mappers = `${path}/protocol-mappers/models`
      const present = find(known.protocolMappers, 'name', mapper.name)
      if (present === undefined) return create(`${title}, mapper ${mapper.name}`, mappers, mapper)
      return update(`${title}, mapper ${mapper.name}`, `${mappers}/${present.id}`, mapper, present)
    }),
  ]
}

function clientChanges(
  realm: string,
  wanted: Client,
  actual: RealmState,
  scopeIds: ReadonlyMap<string, string>,
): RealmChange[] {
  const known = find(actual.clients, 'clientId', wanted.clientId)
  const title = `client ${wanted.clientId}`
  if (known === undefined) return create(title, `${realm}/clients`, wanted)
  const { defaultClientScopes = [], ...rest } = wanted
  const path = `${realm}/clients/${known.id}`
  return [
    ...update(title, path, rest, known),
    ...defaultClientScopes
      .filter((name) => !known.defaultClientScopes?.includes(name))
      .map((name) => ({
        title: `${title}, default client scope ${name}`,
        details: ['missing'],
        method: 'PUT' as const,
        path: `${path}/default-client-scopes/${scopeIds.get(name)}`,
      })),
  ]
}

function find<Item extends JsonObject>(items: readonly Item[] | undefined, key: string, value: Json): Item | undefined {
  return items?.find((item) => item[key] === value)
}

function create(title: string, path: string, body: JsonObject): RealmChange[] {
  return [{ title, details: ['missing'], method: 'POST', path, body }]
}

/** Sends the known object with the changes: Keycloak resets some values that a PUT leaves out. */
function update(title: string, path: string, wanted: JsonObject, known: JsonObject): RealmChange[] {
  const details = differences(wanted, known)
  if (details.length === 0) return []
  return [{ title, details, method: 'PUT', path, body: merge(wanted, known) }]
}

function differences(wanted: JsonObject, known: JsonObject, prefix = ''): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const present = known[name]
    if (isObject(value)) return differences(value, isObject(present) ? present : {}, `${prefix}${name}.`)
    if (same(value, present)) return []
    if (name === 'secret') return [`${prefix}${name}: differs`]
    return [`${prefix}${name}: ${JSON.stringify(present) ?? 'not set'} → ${JSON.stringify(value)}`]
  })
}

function merge(wanted: JsonObject, known: JsonObject): JsonObject {
  const merged: Record<string, Json | undefined> = { ...known }
  for (const [name, value] of Object.entries(wanted)) {
    const present = known[name]
    merged[name] = isObject(value) ? merge(value, isObject(present) ? present : {}) : value
  }
  return merged
}

/** The order of a list has no meaning in a realm. */
function same(wanted: Json | undefined, present: Json | undefined): boolean {
  if (Array.isArray(wanted) && Array.isArray(present)) {
    return JSON.stringify(wanted.toSorted()) === JSON.stringify(present.toSorted())
  }
  return JSON.stringify(wanted) === JSON.stringify(present)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
