import type { NodeAccess } from '../harness/shared-node.ts'
import type { ClientOfRealm } from './admin.ts'

export interface TokenResponse {
  readonly access_token: string
  readonly refresh_token: string
}

/** A request to the token endpoint, through the gateway, by a client of the realm. */
export async function grant(
  { baseUrl, realm }: NodeAccess,
  { clientId, clientSecret }: Omit<ClientOfRealm, 'id'>,
  form: Readonly<Record<string, string>>,
): Promise<TokenResponse & { readonly status: number }> {
  const response = await fetch(`${baseUrl}/auth/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ scope: 'openid', client_id: clientId, client_secret: clientSecret, ...form }),
  })
  return { status: response.status, ...((await response.json()) as TokenResponse) }
}

/** A client's own token. */
export async function ownToken(node: NodeAccess, client: Omit<ClientOfRealm, 'id'>): Promise<string> {
  return (await grant(node, client, { grant_type: 'client_credentials' })).access_token
}
