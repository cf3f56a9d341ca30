import type { KeycloakAccess } from '../real-parts/keycloak-server.ts'

/** Keycloak's admin API, as the admin console calls it. */
export interface Admin {
  /** Resolves with the JSON response; rejects with Keycloak's message when it refuses. */
  call<Content = unknown>(method: string, path: string, body?: unknown): Promise<Content>
  /** Creates an object. Resolves with its id. */
  create(path: string, body: unknown): Promise<string>
}

const REALM = 'travel-rule'
/** A token of the admin client is valid for a minute. */
const TOKEN_MS = 20_000

/** Signs in as the first administrator. Paths are below `/admin/realms/travel-rule`. */
export async function openAdmin({ adminUrl, adminPassword }: KeycloakAccess): Promise<Admin> {
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${await adminToken()}`, 'content-type': 'application/json' }
    const response = await fetch(`${adminUrl}/admin/realms/${REALM}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  let current: { readonly token: Promise<string>; readonly untilMs: number } | undefined
  function adminToken(): Promise<string> {
    if (current === undefined || performance.now() > current.untilMs) {
      current = { token: requestToken(), untilMs: performance.now() + TOKEN_MS }
    }
    return current.token
  }
  async function requestToken(): Promise<string> {
    const form = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: adminPassword }
    const url = `${adminUrl}/realms/master/protocol/openid-connect/token`
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
    if (!response.ok) throw new Error(`the administrator was refused: ${await response.text()}`)
    return ((await response.json()) as { access_token: string }).access_token
  }
  return {
    async call<Content>(method: string, path: string, body?: unknown) {
      const text = await (await send(method, path, body)).text()
      return (text === '' ? undefined : JSON.parse(text)) as Content
    },
    async create(path, body) {
      const response = await send('POST', path, body)
      await response.body?.cancel()
      return response.headers.get('location')?.split('/').at(-1) ?? ''
    },
  }
}

/** A client of the realm. */
export interface ClientOfRealm {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Creates a client as described in the published guide, up to and including step 3: type OpenID Connect, Client
 * authentication and Authorization on, flows "Direct access grants" and "Service accounts roles". `settings` are
 * additional ones.
 */
export async function createClient(admin: Admin, clientId: string, settings: object = {}): Promise<ClientOfRealm> {
  const id = await admin.create('/clients', {
    clientId,
    protocol: 'openid-connect',
    publicClient: false,
    authorizationServicesEnabled: true,
    serviceAccountsEnabled: true,
    directAccessGrantsEnabled: true,
    standardFlowEnabled: false,
    ...settings,
  })
  const { value } = await admin.call<{ value: string }>('GET', `/clients/${id}/client-secret`)
  return { id, clientId, clientSecret: value }
}

/** Step 4 of the guide: adds the audience scope as a default client scope of the client. */
export async function addAudience(admin: Admin, { id }: ClientOfRealm): Promise<void> {
  const scopes = await admin.call<{ id: string; name: string }[]>('GET', '/client-scopes')
  const audience = scopes.find(({ name }) => name === 'travel-rule-audience')
  await admin.call('PUT', `/clients/${id}/default-client-scopes/${audience?.id}`)
}

/** Removes all default client scopes except the audience, as an operator may. */
export async function removeScopes(admin: Admin, { id }: ClientOfRealm): Promise<void> {
  const path = `/clients/${id}/default-client-scopes`
  for (const scope of await admin.call<{ id: string; name: string }[]>('GET', path)) {
    if (scope.name !== 'travel-rule-audience') await admin.call('DELETE', `${path}/${scope.id}`)
  }
}

export const PASSWORD = 'correct-horse-battery'

/** Creates a person who can sign in immediately, optionally with a role of the realm. Resolves with the id. */
export async function createPerson(admin: Admin, username: string, role?: string): Promise<string> {
  const id = await admin.create('/users', {
    username,
    enabled: true,
    email: `${username}@vasp.example`,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Officer',
    credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
  })
  if (role !== undefined) {
    const found = await admin.call<object>('GET', `/roles/${role}`)
    await admin.call('POST', `/users/${id}/role-mappings/realm`, [found])
  }
  return id
}
