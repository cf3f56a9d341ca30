import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeServices } from '@apollo/composition'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { openTestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { type Database, openDatabase } from '@travel-rule/database/database'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { removeLeftOverClusters, TEST_CLUSTER_PREFIX } from '@travel-rule/embedded-postgres/testing/left-over-clusters'
import { openTcpProxy } from '@travel-rule/service/testing/tcp-proxy'
import { parse } from 'graphql'
import { storySettings } from '../harness/story-settings.ts'
import { type ItemTables, itemMigrations } from './item-store.ts'
import type { Targets } from './kill-at-random.ts'
import { openRestartingProcess, type RestartingProcess } from './restarting-process.ts'
import { ITEMS_SCHEMA, NOTES_SCHEMA } from './schemas.ts'

const TOKEN_SECONDS = 3_600

/** A gateway and two subgraphs in three processes, with a database and connections that can be cut. */
export interface TestBed extends AsyncDisposable {
  readonly url: string
  readonly wsUrl: string
  /** A token of a person who may read everything. */
  token(subject: string): Promise<string>
  /** The connection pool of the writer. */
  readonly database: Database<ItemTables>
  readonly targets: Targets
  /** The last output of the gateway and the subgraphs. */
  output(): string
}

export async function openTestBed(): Promise<TestBed> {
  await using stack = new AsyncDisposableStack()
  const folder = await openFolder(stack)
  const cluster = stack.use(await openEmbeddedCluster({ dataDir: join(folder, 'cluster'), durable: false }))
  const databaseUrl = await cluster.ensureDatabase('items')
  const database = stack.use(
    await openDatabase<ItemTables>({
      url: databaseUrl,
      migrations: itemMigrations,
      applicationName: 'writer',
      poolMax: 5,
    }),
  )
  const issuer = stack.use(await openTestIssuer())
  const [itemsProxy, notesProxy] = [stack.use(await openTcpProxy()), stack.use(await openTcpProxy())]
  const gateway = stack.use(
    await openGateway(folder, {
      GATEWAY_OIDC_ISSUER: issuer.issuer,
      GATEWAY_SUBGRAPH_URLS: `items=http://127.0.0.1:${itemsProxy.port}/graphql,notes=http://127.0.0.1:${notesProxy.port}/graphql`,
    }),
  )
  const { http, internal } = gateway.ports
  const openSubgraph = (name: 'items' | 'notes') =>
    openRestartingProcess({
      name,
      program: `e2e/live-kills/${name}-subgraph.ts`,
      environment: (ports) => ({
        SUBGRAPH_PORT: String(ports?.http ?? 0),
        SUBGRAPH_JWKS_URL: `http://127.0.0.1:${internal}/.well-known/jwks.json`,
        SUBGRAPH_DATABASE_URL: databaseUrl,
      }),
    })
  const [items, notes] = [stack.use(await openSubgraph('items')), stack.use(await openSubgraph('notes'))]
  itemsProxy.connectTo(items.ports.http ?? 0)
  notesProxy.connectTo(notes.ports.http ?? 0)
  const opened = stack.move()
  return {
    url: `http://127.0.0.1:${http}/graphql`,
    wsUrl: `ws://127.0.0.1:${http}/graphql-ws`,
    // On a busy machine, the test takes longer than an ordinary token is valid.
    token: (subject) => issuer.token({ sub: subject, exp: Math.floor(Date.now() / 1_000) + TOKEN_SECONDS }),
    database,
    targets: { items, notes, itemsProxy, notesProxy, databaseUrl },
    output: () => [gateway, items, notes].map((process) => process.output()).join('\n'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Because of this name, the next test with a cluster can remove the folder if this run is killed. */
async function openFolder(stack: AsyncDisposableStack): Promise<string> {
  await removeLeftOverClusters(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), `${TEST_CLUSTER_PREFIX}${process.pid}-`))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  // For root, the server runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o711)
  return folder
}

async function openGateway(folder: string, env: Readonly<Record<string, string>>): Promise<RestartingProcess> {
  const file = join(folder, 'supergraph.graphql')
  await writeFile(file, composeSupergraph())
  const keys = JSON.stringify(await generateAssertionKeys())
  return openRestartingProcess({
    name: 'gateway',
    program: 'apps/gateway/src/main.ts',
    environment: () => ({
      GATEWAY_PORT: '0',
      GATEWAY_INTERNAL_PORT: '0',
      GATEWAY_SUPERGRAPH: file,
      GATEWAY_ASSERTION_KEYS: keys,
      GATEWAY_CLIENT_LIMITS: 'burst=1000000',
      LOG_LEVEL: 'warn',
      // Settings for clients that need every event and may be disconnected for a while.
      GATEWAY_SLOW_CONSUMER_POLICIES: 'itemChanged=disconnect',
      GATEWAY_BYTES_MAX: 'waiting=80 MB',
      GATEWAY_TIMEOUTS: 'resubscribe=600',
      ...storySettings(),
      ...env,
    }),
  })
}

function composeSupergraph(): string {
  const { errors, supergraphSdl = '' } = composeServices([
    { name: 'items', typeDefs: parse(ITEMS_SCHEMA), url: 'http://items' },
    { name: 'notes', typeDefs: parse(NOTES_SCHEMA), url: 'http://notes' },
  ])
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'))
  return supergraphSdl
}
