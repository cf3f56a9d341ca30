import { createClient } from 'graphql-ws'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { curl } from '../harness/curl.ts'
import { portOf, sharedNode } from '../harness/shared-node.ts'
import { clientToken } from '../harness/tokens.ts'
import { openAssertionMint } from './assertion-mint.ts'

const node = await sharedNode()
const mint = await openAssertionMint(node)
const accessToken = await clientToken(node)
const nowSeconds = Math.floor(Date.now() / 1000)

const SUBGRAPHS = [
  {
    name: 'trpd',
    port: portOf(node, 'trpd', 'TRPD_PORT'),
    other: 'aopd',
    entity: 'Transaction',
    field: 'vasps { name }',
    live: 'trpdTransactions { id }',
  },
  {
    name: 'aopd',
    port: portOf(node, 'aopd', 'AOPD_PORT'),
    other: 'autod',
    entity: 'Transaction',
    field: 'proofs { id }',
    live: 'aopdProofs { id }',
  },
  {
    name: 'autod',
    port: portOf(node, 'autod', 'AUTOD_PORT'),
    other: 'trpd',
    entity: 'User',
    field: 'users { id }',
    live: undefined,
  },
]

describe.each(SUBGRAPHS)('the port of $name', ({ name, port, other, entity, field, live }) => {
  const QUERIES = {
    _service: '{ _service { sdl } }',
    _entities: `{ _entities(representations: [{ __typename: "${entity}", id: "x" }]) { __typename } }`,
    'a query': `{ ${name} { ${field} } }`,
    __typename: '{ __typename }',
    introspection: '{ __schema { queryType { name } } }',
  }
  const refused: Record<string, () => string | undefined | Promise<string>> = {
    missing: () => undefined,
    empty: () => '',
    'not a JWT': () => 'letmein',
    forged: () => mint.forged(name),
    unsigned: () => mint.unsigned(name),
    'for another subgraph': () => mint.genuine(other),
    'for the event feed': () => mint.genuine('events'),
    expired: () => mint.genuine(name, { iat: nowSeconds - 600, exp: nowSeconds - 540 }),
    'from another issuer': () => mint.genuine(name, { iss: 'autod' }),
    "a client's access token": () => accessToken,
  }
  const post = (query: string, assertion?: string) =>
    curl(
      [
        `http://127.0.0.1:${port}/graphql`,
        '--header',
        'content-type: application/json',
        '--header',
        `authorization: Bearer ${accessToken}`,
        ...(assertion === undefined ? [] : ['--header', `x-identity-assertion: ${assertion}`]),
        '--data-binary',
        '@-',
      ],
      JSON.stringify({ query }),
    )

  it('a subgraph accepts the assertion of the gateway over HTTP and WebSocket', async () => {
    const assertion = await mint.genuine(name)
    for (const query of Object.values(QUERIES)) {
      const { status, body } = await post(query, assertion)
      expect([query, status]).toEqual([query, 200])
      expect(JSON.parse(body).errors).toBeUndefined()
    }
    expect(await executeOverSocket(port, '{ __typename }', assertion)).toMatchObject({ data: { __typename: 'Query' } })
  })

  it.each(Object.entries(refused))(
    'a subgraph responds over HTTP with 401 when the assertion is %s, even for _entities and _service',
    async (_, make) => {
      const assertion = await make()
      for (const query of Object.values(QUERIES)) {
        const { status, body, headers } = await post(query, assertion)
        expect([query, status]).toEqual([query, 401])
        expect(headers).toHaveProperty('www-authenticate')
        expect(JSON.parse(body)).not.toHaveProperty('data.__typename')
        expect(JSON.parse(body).data ?? null).toBeNull()
        expect(JSON.parse(body).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
      }
    },
  )

  it.each(Object.entries(refused))(
    'a subgraph responds over WebSocket with UNAUTHENTICATED when the assertion is %s, even for _entities and _service',
    async (_, make) => {
      const assertion = await make()
      for (const query of [...Object.values(QUERIES), ...(live === undefined ? [] : [`subscription { ${live} }`])]) {
        await expect(executeOverSocket(port, query, assertion)).rejects.toMatchObject([
          { extensions: { code: 'UNAUTHENTICATED' } },
        ])
      }
    },
  )

  it('a subgraph refuses a mutation that the scopes of the assertion do not allow', async () => {
    const assertion = await mint.genuine(name, { scopes: [`${name}:read`] })
    const mutation = {
      trpd: 'trustVasp(id: "x") { id }',
      aopd: 'cancelProof(id: "x") { id }',
      autod: 'updateSettings(input: {}) { version }',
    }[name]
    const { body } = await post(`mutation { ${name} { ${mutation} } }`, assertion)
    // In autod each mutation has its own scope; in the other subgraphs all mutations have the same.
    const [data, path] = name === 'autod' ? [{ updateSettings: null }, [name, 'updateSettings']] : [null, [name]]
    expect(JSON.parse(body)).toMatchObject({
      data: { [name]: data },
      errors: [{ path, extensions: { code: 'FORBIDDEN' } }],
    })
  })

  it('a subgraph serves livez and readyz without authentication', async () => {
    for (const path of ['livez', 'readyz']) expect((await curl([`http://127.0.0.1:${port}/${path}`])).status).toBe(200)
  })
})

describe.each(SUBGRAPHS.filter(({ name }) => name !== 'autod'))('the event feed of $name', ({ name, port }) => {
  it("the event feed responds with 401 unless the assertion is autod's, even to one of the gateway", async () => {
    const url = `http://127.0.0.1:${port}/events?after=0&limit=1`
    const assertions = [
      undefined,
      'letmein',
      await mint.genuine(name),
      await mint.genuine('events'),
      await mint.genuine('events', { iss: 'autod' }),
    ]
    for (const assertion of assertions) {
      const { status, body } = await curl([
        url,
        ...(assertion === undefined
          ? []
          : ['--header', `x-identity-assertion: ${assertion}`, '--header', `authorization: Bearer ${assertion}`]),
      ])
      expect(status).toBe(401)
      expect(body).not.toMatch(/"events"/)
    }
  })
})

/** Executes an operation over the subgraph's WebSocket. Rejects with the error of graphql-ws. */
function executeOverSocket(port: number, query: string, identityAssertion?: string): Promise<unknown> {
  const client = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { bearer_token: accessToken },
  })
  const response = Promise.withResolvers<unknown>()
  client.subscribe(
    { query, extensions: identityAssertion === undefined ? {} : { identityAssertion } },
    {
      next: response.resolve,
      error: response.reject,
      complete: () => response.reject(new Error('the operation completed without a result')),
    },
  )
  return response.promise.finally(() => client.dispose())
}
