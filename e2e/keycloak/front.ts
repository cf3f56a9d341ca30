import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { gatewayEnvironment } from '../harness/gateway-environment.ts'
import type { NodeAccess } from '../harness/shared-node.ts'
import type { KeycloakAccess } from '../real-parts/keycloak-server.ts'
import { openBalancer } from '../upgrade/balancer.ts'
import { openReplica, type Replica } from '../upgrade/replica.ts'

const GATEWAY = 'apps/gateway/src/main.ts'

/** Two gateways behind a balancer at the URL for which the realm was imported. */
export interface Front extends AsyncDisposable {
  /** The node as Keycloak's clients see it: its URL, realm and client. */
  readonly node: NodeAccess
  /** URLs of the individual gateways, bypassing the balancer. */
  readonly gateways: readonly string[]
}

/**
 * Opens two gateways in front of a node's subgraphs, with Keycloak instead of the node's identity provider, and one
 * shared database as in compose.
 */
export async function openFront(shared: NodeAccess, keycloak: KeycloakAccess): Promise<Front> {
  await using stack = new AsyncDisposableStack()
  const { baseUrl, doorPort, clientSecret } = keycloak
  const node = { ...shared, baseUrl, realm: 'travel-rule', clientId: 'travel-rule-client', clientSecret }
  const dataDir = await mkdtemp(join(tmpdir(), 'gateways-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = stack.use(await openEmbeddedCluster({ dataDir: join(dataDir, 'cluster'), durable: false }))
  const settings = {
    ...(await gatewayEnvironment(node, new URL(keycloak.adminUrl).origin)),
    GATEWAY_DATABASE_URL: await cluster.ensureDatabase('gateway'),
  }
  const replicas: Replica[] = []
  for (let count = 0; count < 2; count += 1) replicas.push(stack.use(await openReplica(GATEWAY, settings, 'http')))
  const balancer = stack.use(await openBalancer(doorPort))
  balancer.use(...replicas.map(({ port }) => port))
  const owned = stack.move()
  return {
    node,
    gateways: replicas.map(({ port }) => `http://localhost:${port}`),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
