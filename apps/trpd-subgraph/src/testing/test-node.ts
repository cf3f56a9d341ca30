import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import { type Logger, openLogger } from '@travel-rule/service/logger'
import type { RunningService } from '@travel-rule/service/run-service'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { openTestSigners } from '@travel-rule/subgraph/testing/test-signers'
import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { BUILT_IN_ASSETS } from '../assets/domain/built-in-assets.ts'
import type { Config } from '../config.ts'
import { migrations } from '../foundation/store/migrations.ts'
import { BUILT_IN_JURISDICTIONS } from '../jurisdictions/domain/jurisdiction.ts'
import { start } from '../start.ts'
import type { Tuning } from '../tuning.ts'

/** An officer with every scope of trpd. */
export const officer: Identity = {
  subject: 'officer-1',
  clientId: 'tests',
  actsFor: 'PERSON',
  name: 'Olivia Officer',
  roles: ['compliance-officer'],
  scopes: ['trpd:read', 'trpd:write', 'pii:read'],
}

/** The response to a GraphQL operation. */
export interface GraphqlResponse {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that its operation selects
  readonly data: any
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[]
}

/** Runs a GraphQL operation, by default as `officer`. */
type Query = (query: string, variables?: object, identity?: Identity) => Promise<GraphqlResponse>

/** A complete trpd with its own database. */
export interface TestNode extends AsyncDisposable {
  readonly trpUrl: string
  readonly graphqlUrl: string
  readonly databaseUrl: string
  readonly query: Query
  /** `query` for another process of this node, on the given port. */
  queryAt(port: number): Query
  /** The environment of another process of this node. */
  readonly env: Readonly<Record<string, string>> & { readonly TRPD_SEALING_KEYS: string }
  /** The results of a subscription. */
  subscribe(query: string, variables?: Record<string, unknown>): AsyncIterableIterator<GraphqlResponse>
  /** Signers of assertions, for any audience. */
  readonly signers: { readonly gateway: AssertionSigner; readonly autod: AssertionSigner }
  /** Stops the service; the database remains. */
  stop(): Promise<void>
  /** Starts the service again on the same ports, with other settings if they are given. */
  restart(changed?: Partial<TestConfig>): Promise<void>
}

type TestConfig = Config & Tuning

/** Delivery with retries that a test can wait for, in seconds. */
export const QUICK_DELIVERY = { timeout: 20, concurrent: 24, delay: 0.2, delayMax: 1, tries: 5, ttl: 3_600 }
/** Deadlines of an hour, in seconds. */
export const HOUR_DEADLINES = { inquiry: 3_600, confirmation: 3_600, proposal: 3_600, case: 3_600 }
/** Limits that no test reaches by accident. */
export const MANY_UNVERIFIED = { address: 1_000, travelAddress: 1_000, vasp: 1_000, total: 1_000 }

/** Starts trpd on free ports, with short retry delays and otherwise as in production. */
export async function openTestNode(
  name: string,
  settings: Partial<TestConfig> = {},
  logger: Logger = openLogger({ name, level: 'silent' }),
): Promise<TestNode> {
  await using stack = new AsyncDisposableStack()
  const databaseUrl = await createTestDatabase(stack, { name: 'trpd', migrations })
  const { url: keysUrl, signers } = stack.use(await openTestSigners('gateway', 'autod'))
  const trpPort = settings.trpPort ?? (await freePort())
  let config: Config & Partial<Tuning> = {
    port: 0,
    host: '127.0.0.1',
    databaseUrl,
    databaseConnections: 12,
    logLevel: 'silent',
    federatedTracing: false,
    drainSeconds: 0,
    assertionJwksUrl: `${keysUrl}/gateway`,
    feedJwksUrl: `${keysUrl}/autod`,
    sealingKeys: generateSealingKeys(),
    dataKeys: true,
    retentionErases: false,
    trpPort,
    trpHost: '127.0.0.1',
    trustedProxies: undefined,
    tlsFolder: undefined,
    tlsReloadSeconds: 1,
    tlsTermination: 'listener',
    unverifiedMax: MANY_UNVERIFIED,
    publicUrl: `http://localhost:${trpPort}`,
    privateHosts: 'http',
    travelAddressPorts: true,
    vaspName: name,
    vaspLei: undefined,
    assets: BUILT_IN_ASSETS,
    jurisdiction: undefined,
    jurisdictions: BUILT_IN_JURISDICTIONS,
    requiredChecks: new Set(),
    releasePolicy: [],
    agesMax: { rate: 3_600, list: 3_600, duplicate: 86_400 },
    proofFeedUrl: undefined,
    signingKeys: undefined,
    proofFeedAgeMaxSeconds: 3_600,
    customerLookup: undefined,
    gleifUrl: undefined,
    deadlines: HOUR_DEADLINES,
    discoveryTtlSeconds: 3_600,
    mail: undefined,
    screeningLists: [],
    screeningVendor: undefined,
    attributionVendor: undefined,
    fourEyes: new Map(),
    reviewedReasonsOnly: false,
    delivery: QUICK_DELIVERY,
    ...settings,
  }
  let running: RunningService | undefined = await start(config, logger)
  stack.defer(async () => running?.[Symbol.asyncDispose]())
  const sockets: Client[] = []
  stack.defer(async () => {
    for (const socket of sockets) await socket.dispose()
  })
  const graphqlUrl = () => `http://127.0.0.1:${running?.ports.TRPD_PORT}/graphql`
  const request = async (url: string, query: string, variables: object = {}, identity = officer) => {
    const assertion = await signers.gateway.mint(identity, 'trpd')
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-identity-assertion': assertion },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as GraphqlResponse
  }
  const owned = stack.move()
  return {
    trpUrl: `http://127.0.0.1:${trpPort}`,
    get graphqlUrl() {
      return graphqlUrl()
    },
    databaseUrl,
    signers,
    query: (query, variables, identity) => request(graphqlUrl(), query, variables, identity),
    queryAt: (port) => (query, variables, identity) =>
      request(`http://127.0.0.1:${port}/graphql`, query, variables, identity),
    env: {
      TRPD_PORT: '0',
      TRPD_DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      ASSERTION_JWKS_URL: config.assertionJwksUrl,
      FEED_JWKS_URL: config.feedJwksUrl,
      TRPD_SEALING_KEYS: config.sealingKeys,
      TRPD_TRP_PORT: String(trpPort),
      TRPD_PUBLIC_URL: config.publicUrl,
      TRPD_PRIVATE_HOSTS: config.privateHosts,
      TRPD_VASP_NAME: name,
    },
    async *subscribe(query, variables = {}) {
      const client = createClient({
        url: graphqlUrl().replace('http', 'ws'),
        webSocketImpl: WebSocket,
        retryAttempts: 0,
      })
      sockets.push(client)
      const identityAssertion = await signers.gateway.mint(officer, 'trpd')
      yield* client.iterate({
        query,
        variables,
        extensions: { identityAssertion },
      }) as AsyncIterableIterator<GraphqlResponse>
    },
    async stop() {
      await running?.[Symbol.asyncDispose]()
      running = undefined
    },
    async restart(changed = {}) {
      config = { ...config, ...changed }
      running = await start(config, logger)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** A node whose second attempts become due only when a test or an officer triggers them. */
export function openPatientNode(): Promise<TestNode> {
  const years = 100_000_000
  return openTestNode('Patient VASP', {
    delivery: { ...QUICK_DELIVERY, delay: years, delayMax: years, ttl: 2 * years },
  })
}

/** Polls until `accept` returns true. Throws after `timeoutMs`. */
export async function until<Value>(
  poll: () => Promise<Value>,
  accept: (value: Value) => boolean,
  timeoutMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await poll()
    if (accept(value)) return value
    if (Date.now() > deadline) throw new Error(`not reached: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
