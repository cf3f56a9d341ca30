import { type NodeAccess, portOf, readJson } from './shared-node.ts'

/**
 * The settings of an additional gateway in front of a node's subgraphs.
 *
 * It verifies tokens of `provider`, an identity provider that serves `<baseUrl>/auth`; by default the node's own.
 */
export async function gatewayEnvironment(
  node: NodeAccess,
  provider = loopback(node, 'identity-provider', 'IDP_PORT'),
): Promise<NodeJS.ProcessEnv> {
  const { gatewayAssertionKeys } = await readJson<Record<string, string>>(`${node.dataDir}/secrets.json`)
  const subgraphs = ['trpd', 'aopd', 'autod'].map(
    (name) => `${name}=${loopback(node, name, `${name.toUpperCase()}_PORT`)}/graphql`,
  )
  const realm = `/auth/realms/${node.realm}`
  return {
    GATEWAY_PORT: '0',
    GATEWAY_INTERNAL_PORT: '0',
    GATEWAY_BASE_URL: node.baseUrl,
    GATEWAY_SUBGRAPH_URLS: subgraphs.join(','),
    GATEWAY_ASSERTION_KEYS: gatewayAssertionKeys,
    GATEWAY_OIDC_ISSUER: `${node.baseUrl}${realm}`,
    GATEWAY_OIDC_JWKS_URL: `${provider}${realm}/protocol/openid-connect/certs`,
    GATEWAY_IDENTITY_PROVIDER_URL: provider,
    GATEWAY_CLIENT_LIMITS: 'burst=1000000',
    // On a busy machine, restarting a part takes minutes.
    GATEWAY_TIMEOUTS: 'resubscribe=600',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  }
}

function loopback(node: NodeAccess, part: string, variable: string): string {
  return `http://127.0.0.1:${portOf(node, part, variable)}`
}
