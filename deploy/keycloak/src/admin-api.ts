import { OperatorError } from '@travel-rule/service/operator-error'
import type { JsonObject, RealmChange, RealmState } from './realm-changes.ts'

/** A new realm, with its keys, is one request: a minute on a busy machine. */
const TIMEOUT_MS = 300_000

export interface AdminApi {
  /** What Keycloak has; `undefined` when the realm is missing. */
  load(realm: string): Promise<RealmState | undefined>
  send(change: RealmChange): Promise<void>
}

export interface AdminCredentials {
  readonly user: string
  readonly password?: string | undefined
  readonly clientId: string
  /** With it the client's own service account is used, not the user. */
  readonly clientSecret?: string | undefined
}

/**
 * Keycloak's admin REST API at `url`, which includes Keycloak's relative path. Throws
 * `OperatorError` when Keycloak does not respond or refuses.
 */
export async function openAdminApi(url: string, credentials: AdminCredentials): Promise<AdminApi> {
  let token = await requestToken(url, credentials)
  const callOnce = (method: string, path: string, body?: JsonObject): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return request(`${url}/admin/realms${path}`, init)
  }
  /** Keycloak's tokens for administrators are valid for a minute, in which not every realm is applied. */
  const call = async (method: string, path: string, body?: JsonObject): Promise<Response> => {
    const response = await callOnce(method, path, body)
    if (response.status !== 401) return response
    await response.body?.cancel()
    token = await requestToken(url, credentials)
    return callOnce(method, path, body)
  }
  async function get<T>(path: string): Promise<T> {
    const response = await call('GET', path)
    if (!response.ok) throw await refused(response, `GET ${path}`)
    return (await response.json()) as T
  }
  return {
    async load(realm) {
      const path = `/${encodeURIComponent(realm)}`
      const response = await call('GET', path)
      if (response.status === 404) return undefined
      if (!response.ok) throw await refused(response, `GET ${path}`)
      const settings = (await response.json()) as RealmState
      const defaults = await get<{ name: string }[]>(`${path}/default-default-client-scopes`)
      return {
        ...settings,
        roles: { realm: await get(`${path}/roles?max=1000`) },
        clientScopes: await get(`${path}/client-scopes`),
        defaultDefaultClientScopes: defaults.map(({ name }) => name),
        clients: await get(`${path}/clients?max=1000`),
      }
    },
    async send({ method, path, body }) {
      const response = await call(method, path, body)
      if (!response.ok) throw await refused(response, `${method} ${path}`)
      await response.body?.cancel()
    },
  }
}

async function requestToken(url: string, credentials: AdminCredentials): Promise<string> {
  const { user, password, clientId, clientSecret } = credentials
  const grant: Record<string, string> =
    clientSecret === undefined
      ? { grant_type: 'password', username: user, password: password ?? '' }
      : { grant_type: 'client_credentials', client_secret: clientSecret }
  const body = new URLSearchParams({ ...grant, client_id: clientId })
  const response = await request(`${url}/realms/master/protocol/openid-connect/token`, { method: 'POST', body })
  if (!response.ok) throw await refused(response, 'sign-in')
  return ((await response.json()) as { access_token: string }).access_token
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    throw new OperatorError(`KEYCLOAK_URL: Keycloak does not respond at ${new URL(url).origin}`, { cause: error })
  }
}

async function refused(response: Response, what: string): Promise<OperatorError> {
  const reason = (await response.text()).slice(0, 500)
  return new OperatorError(`Keycloak refused ${what}: ${response.status} ${reason}`)
}
