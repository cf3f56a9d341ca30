import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import type { Identity } from '@travel-rule/auth/identity'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import { readSettings } from '@travel-rule/service/settings'
import { openTestSigners } from '@travel-rule/subgraph/testing/test-signers'
import { settings } from '../config.ts'
import { start, type Tuning } from '../start.ts'
import { migrations } from '../store/migrations.ts'

export interface GraphqlResponse {
  // biome-ignore lint/suspicious/noExplicitAny: every test knows the shape that it selected
  readonly data: any
  readonly errors?: readonly { message: string; extensions: { code: string } }[]
}

/** The real service on a free port, with the signing key of its gateway. */
export interface TestAutod extends AsyncDisposable {
  readonly url: string
  readonly databaseUrl: string
  graphql(query: string, variables?: Record<string, unknown>, caller?: Identity): Promise<GraphqlResponse>
  /** Repeats a query until `isDone`, then once more: the fields of one response may be read at different times. */
  until(query: string, isDone: (data: GraphqlResponse['data']) => boolean): Promise<GraphqlResponse['data']>
  assertion(caller: Identity, audience?: string): Promise<string>
}

export const officer: Identity = {
  subject: 'officer-1',
  clientId: 'dashboard',
  actsFor: 'PERSON',
  name: 'Olga Officer',
  roles: ['compliance-officer'],
  scopes: ['trpd:read', 'aopd:read', 'autod:read', 'autod:write'],
}

/** The same after a restart of the service. */
const checkpointKeys = JSON.stringify(await generateAssertionKeys())
export const sealingKeys = generateSealingKeys()

interface TestAutodOptions {
  /** As in `AUTOD_FEEDS`. */
  readonly feeds?: string
  /** This database is not dropped. */
  readonly databaseUrl?: string
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>
  readonly tuning?: Partial<Tuning>
}

/** Signs a checkpoint after each entry, and otherwise runs as in production. */
export async function openTestAutod(options: TestAutodOptions = {}): Promise<TestAutod> {
  await using stack = new AsyncDisposableStack()
  const logger = openLogger({ name: 'test-autod', level: 'silent' })
  const { url: keysUrl, signers } = stack.use(await openTestSigners('gateway'))
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase(stack, { name: 'autod', migrations }))
  const config = readSettings(settings, {
    AUTOD_PORT: '0',
    AUTOD_DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    ASSERTION_JWKS_URL: `${keysUrl}/gateway`,
    AUTOD_FEEDS: options.feeds ?? 'trpd=http://127.0.0.1:1/events',
    AUTOD_SIGNING_KEYS: JSON.stringify(await generateAssertionKeys()),
    AUTOD_CHECKPOINT_KEYS: checkpointKeys,
    AUTOD_SEALING_KEYS: sealingKeys,
    AUTOD_CHECKPOINT_ENTRIES: '1',
    ...options.env,
  })
  const service = stack.use(await start({ ...config, ...options.tuning }, logger))
  const url = `http://127.0.0.1:${service.ports.AUTOD_PORT}`
  const open = stack.move()
  const graphql: TestAutod['graphql'] = async (query, variables = {}, caller = officer) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-identity-assertion': await signers.gateway.mint(caller, 'autod'),
      },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as GraphqlResponse
  }
  return {
    url,
    databaseUrl,
    graphql,
    async until(query, isDone) {
      for (;;) {
        const { data } = await graphql(query)
        if (isDone(data)) return (await graphql(query)).data
      }
    },
    assertion: (caller, audience = 'autod') => signers.gateway.mint(caller, audience),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
