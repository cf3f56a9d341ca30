import { once } from 'node:events'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import { readSettings } from '@travel-rule/service/settings'
import { openTestSigners } from '@travel-rule/subgraph/testing/test-signers'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { settings } from '../config.ts'
import { start } from '../start.ts'
import { migrations } from '../store/migrations.ts'

export const ALL_SCOPES = ['aopd:read', 'aopd:write', 'pii:read']

export interface GraphqlResponse<Data> {
  readonly status: number
  readonly data: Data
  readonly errors: readonly { message: string; path?: readonly (string | number)[]; extensions: { code: string } }[]
}

/** Starts aopd on free ports with a new database, and creates the signing keys of a gateway, an autod and a trpd. */
export async function openTestNode(
  env: Readonly<Record<string, string>> = {},
  logger = openLogger({ name: 'test', level: 'silent' }),
) {
  await using stack = new AsyncDisposableStack()
  const { url: keysUrl, signers } = stack.use(await openTestSigners('gateway', 'autod', 'trpd'))
  const databaseUrl = await createTestDatabase(stack, { name: 'aopd', migrations })
  const config = readSettings(settings, {
    AOPD_PORT: '0',
    AOPD_AOPP_PORT: '0',
    AOPD_PUBLIC_URL: 'https://proofs.example',
    AOPD_VASP_NAME: 'Test VASP',
    AOPD_DATABASE_URL: databaseUrl,
    AOPD_SEALING_KEYS: generateSealingKeys(),
    ASSERTION_JWKS_URL: `${keysUrl}/gateway`,
    FEED_JWKS_URL: `${keysUrl}/autod`,
    AOPD_PROOF_FEED_JWKS_URL: `${keysUrl}/trpd`,
    LOG_LEVEL: 'silent',
    ...env,
  })
  const running = stack.use(await start(config, logger))
  const url = `http://127.0.0.1:${running.ports.AOPD_PORT}`
  const identityOf = (scopes: readonly string[], subject = 'alice') => ({
    subject,
    clientId: 'test',
    actsFor: 'PERSON' as const,
    name: 'Alice',
    roles: [],
    scopes,
  })
  const assertion = (scopes: readonly string[] = ALL_SCOPES, audience = 'aopd', subject?: string) =>
    signers.gateway.mint(identityOf(scopes, subject), audience)
  const readerAssertion = (audience = 'events') => signers.autod.mint(identityOf([]), audience)
  const trpdAssertion = (audience = 'proof-events') => signers.trpd.mint(identityOf([]), audience)
  const owned = stack.move()

  return {
    url,
    databaseUrl,
    aoppUrl: `http://127.0.0.1:${running.ports.AOPD_AOPP_PORT}`,
    assertion,
    readerAssertion,
    trpdAssertion,
    async query<Data>(
      query: string,
      variables: object = {},
      scopes: readonly string[] = ALL_SCOPES,
      subject?: string,
    ): Promise<GraphqlResponse<Data>> {
      const identityAssertion = await assertion(scopes, 'aopd', subject)
      const headers = { 'content-type': 'application/json', 'x-identity-assertion': identityAssertion }
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors = [] } = (await response.json()) as GraphqlResponse<Data>
      return { status: response.status, data, errors }
    },
    async subscribe<Data extends object>(query: string, variables: Record<string, unknown> = {}, scopes = ALL_SCOPES) {
      const client = createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        retryAttempts: 0,
      })
      const extensions = { identityAssertion: await assertion(scopes) }
      const results = client.iterate<Data>({ query, variables, extensions })
      return { results, [Symbol.asyncDispose]: async () => void (await client.dispose()) }
    },
    /** An open WebSocket to the subgraph, without a GraphQL client. */
    async socket(): Promise<WebSocket> {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
      await once(socket, 'open')
      return socket
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
