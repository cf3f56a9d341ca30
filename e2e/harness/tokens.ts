import {
  allowInsecureRequests,
  type Configuration,
  clientCredentialsGrant,
  discovery,
  genericGrantRequest,
} from 'openid-client'
import type { SharedNode } from './shared-node.ts'

export type Role = 'observer' | 'compliance-officer' | 'administrator' | 'integration'

/** The node's identity provider as openid-client discovers it. */
export function discoverProvider({ baseUrl, realm, clientId, clientSecret }: SharedNode): Promise<Configuration> {
  const issuer = new URL(`${baseUrl}/auth/realms/${realm}`)
  return discovery(issuer, clientId, clientSecret, undefined, { execute: [allowInsecureRequests] })
}

/** An access token of the node's client, to which no role is assigned. */
export async function clientToken(node: SharedNode): Promise<string> {
  const { access_token } = await clientCredentialsGrant(await discoverProvider(node), { scope: 'openid' })
  return access_token
}

/** An access token of the node's person with this role. */
export async function personToken(node: SharedNode, role: Role): Promise<string> {
  const person = node.people.find((candidate) => candidate.role === role)
  if (person === undefined) throw new Error(`nobody has the role ${role}`)
  const { username, password } = person
  const form = { username, password, scope: 'openid' }
  const { access_token } = await genericGrantRequest(await discoverProvider(node), 'password', form)
  return access_token
}
