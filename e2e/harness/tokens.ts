import {
  allowInsecureRequests,
  type Configuration,
  clientCredentialsGrant,
  discovery,
  genericGrantRequest,
} from 'openid-client'
import type { NodeAccess } from './shared-node.ts'

export type Role = 'observer' | 'compliance-officer' | 'administrator' | 'integration'

/** Discovers the node's identity provider with openid-client. */
export function discoverProvider({ baseUrl, realm, clientId, clientSecret }: NodeAccess): Promise<Configuration> {
  const issuer = new URL(`${baseUrl}/auth/realms/${realm}`)
  return discovery(issuer, clientId, clientSecret, undefined, { execute: [allowInsecureRequests] })
}

/** An access token of the node's client, which has no role assigned. */
export async function clientToken(node: NodeAccess): Promise<string> {
  const { access_token } = await clientCredentialsGrant(await discoverProvider(node), { scope: 'openid' })
  return access_token
}

/** An access token of the person with this role. */
export async function personToken(node: NodeAccess, role: Role): Promise<string> {
  const person = node.people.find((candidate) => candidate.role === role)
  if (person === undefined) throw new Error(`no person has the role ${role}`)
  const { username, password } = person
  const form = { username, password, scope: 'openid' }
  const { access_token } = await genericGrantRequest(await discoverProvider(node), 'password', form)
  return access_token
}
