import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeServices } from '@apollo/composition'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { openTestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { type Database, openDatabase } from '@travel-rule/database/database'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { removeLeftOverClusters, TEST_CLUSTER_PREFIX } from '@travel-rule/embedded-postgres/testing/left-over-clusters'
import { parse } from 'graphql'
import { openCuttableProxy } from './cuttable-proxy.ts'
import { type ItemTables, itemMigrations } from './item-store.ts'
import { type KeptProcess, openKeptProcess } from './kept-process.ts'
import type { Targets } from './kills.ts'
import { ITEMS_SCHEMA, NOTES_SCHEMA } from './schemas.ts'

const TOKEN_SECONDS = 3_600

/** A gateway over two subgraphs, in three processes, with a database and with ways in between that can be cut. */
export interface Stage extends AsyncDisposable {
  readonly url: string
  readonly wsUrl: string
  /** Of somebody who may read everything. */
  token(subject: string): Promise<string>
  /** The pool of whoever stores items. */
  readonly database: Database<ItemTables>
  readonly targets: Targets
  /** The end of what the gateway and the subgraphs wrote. */
  output(): string
}

export async function openStage(): Promise<Stage> {
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
  const [itemsProxy, notesProxy] = [stack.use(await openCuttableProxy()), stack.use(await openCuttableProxy())]
  const gateway = stack.use(
    await openGateway(folder, {
      GATEWAY_OIDC_ISSUER: issuer.issuer,
      GATEWAY_SUBGRAPH_URLS: `items=http://127.0.0.1:${itemsProxy.port}/graphql,notes=http://127.0.0.1:${notesProxy.port}/graphql`,
    }),
  )
  const { http, internal } = gateway.ports
  const openPart = (name: 'items' | 'notes') =>
    openKeptProcess({
      name,
      program: `e2e/live-kills/${name}-subgraph.ts`,
      environment: (ports) => ({
        PART_PORT: String(ports?.http ?? 0),
        PART_JWKS_URL: `http://127.0.0.1:${internal}/.well-known/jwks.json`,
        PART_DATABASE_URL: databaseUrl,
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      }),
    })
  const [items, notes] = [stack.use(await openPart('items')), stack.use(await openPart('notes'))]
  itemsProxy.leadTo(items.ports.http ?? 0)
  notesProxy.leadTo(notes.ports.http ?? 0)
  const opened = stack.move()
  return {
    url: `http://127.0.0.1:${http}/graphql`,
    wsUrl: `ws://127.0.0.1:${http}/graphql-ws`,
    // On a busy machine the story takes longer than the life of an ordinary token.
    token: (subject) => issuer.token({ sub: subject, exp: Math.floor(Date.now() / 1_000) + TOKEN_SECONDS }),
    database,
    targets: { items, notes, itemsProxy, notesProxy, databaseUrl },
    output: () => [gateway, items, notes].map((process) => process.output()).join('\n'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Named like those of other tests with clusters, so that whoever comes next removes what a killed run left behind. */
async function openFolder(stack: AsyncDisposableStack): Promise<string> {
  await removeLeftOverClusters(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), `${TEST_CLUSTER_PREFIX}${process.pid}-`))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  // For root, the server runs as another user, who has to pass.
  await chmod(folder, 0o711)
  return folder
}

async function openGateway(folder: string, env: Readonly<Record<string, string>>): Promise<KeptProcess> {
  const file = join(folder, 'supergraph.graphql')
  await writeFile(file, composed())
  const keys = JSON.stringify(await generateAssertionKeys())
  return openKeptProcess({
    name: 'gateway',
    program: 'apps/gateway/src/main.ts',
    environment: () => ({
      GATEWAY_PORT: '0',
      GATEWAY_INTERNAL_PORT: '0',
      GATEWAY_SUPERGRAPH: file,
      GATEWAY_ASSERTION_KEYS: keys,
      GATEWAY_CLIENT_BURST: '1000000',
      GATEWAY_LOG_LEVEL: 'warn',
      // As an operator sets it who wants every event, and whose clients come back after a while.
      GATEWAY_SLOW_CONSUMER_POLICIES: 'itemChanged=disconnect',
      GATEWAY_WAITING_EVENTS_MAX: '20000',
      GATEWAY_WAITING_BYTES_MAX: '64 MB',
      GATEWAY_RESUBSCRIBE_ATTEMPTS_MAX: '50',
      ...env,
    }),
  })
}

function composed(): string {
  const { errors, supergraphSdl = '' } = composeServices([
    { name: 'items', typeDefs: parse(ITEMS_SCHEMA), url: 'http://items' },
    { name: 'notes', typeDefs: parse(NOTES_SCHEMA), url: 'http://notes' },
  ])
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'))
  return supergraphSdl
}
