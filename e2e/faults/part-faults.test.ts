import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type GraphqlResponse, openApi } from '../harness/api.ts'
import { counterpartyAt } from '../harness/counterparty.ts'
import { eventually } from '../harness/eventually.ts'
import { loggedSecrets, logsOf } from '../harness/logged-secrets.ts'
import { crash, isAlive, pidOf } from '../harness/node-processes.ts'
import { type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { clientToken } from '../harness/tokens.ts'
import { inquire, issueAddress, trustVaspAt } from '../harness/transfers.ts'
import { leaksIn } from './leaks.ts'

const SUBGRAPHS = ['trpd', 'aopd', 'autod'] as const
type Subgraph = (typeof SUBGRAPHS)[number]

const EVERYTHING = '{ trpd { vaspsCount } aopd { proofsCount } autod { usersCount } }'
type Everything = Record<Subgraph, object | null>

describe('faults of one part of the node', () => {
  let node: RunningNode
  let api: Api
  const responses: GraphqlResponse<unknown>[] = []

  beforeAll(async () => {
    node = await startNode({ env: { GATEWAY_TIMEOUTS: 'subgraph=3' }, clusterTemplate: true, databaseDistanceMs: 10 })
    api = await openApi(accessTo(node))
    await trustVaspAt(api, accessTo(node).counterparty.url)
  })
  afterAll(async () => {
    await node?.[Symbol.asyncDispose]()
  })

  test.each(SUBGRAPHS)('while %s hangs, only its field is null, with SUBGRAPH_TIMEOUT', async (part) => {
    using _suspended = suspended(part)
    expectOnlyMissing(await execute<Everything>(EVERYTHING), part, 'SUBGRAPH_TIMEOUT')
  })

  test.each(SUBGRAPHS)('while %s is down, only its field is null, with SUBGRAPH_UNAVAILABLE', async (part) => {
    const pid = pidOf(node, part)
    const restarted = crash(node, part)
    await eventually(
      () => isAlive(pid),
      (alive) => !alive,
    )
    expectOnlyMissing(await execute<Everything>(EVERYTHING), part, 'SUBGRAPH_UNAVAILABLE')
    await restarted()
    await eventually(
      () => execute<Everything>(EVERYTHING),
      ({ errors }) => errors.length === 0,
    )
  })

  test.each([
    { part: 'autod', field: 'auditTrail { id }', name: 'auditTrail' },
    { part: 'aopd', field: 'ownershipProofs { id }', name: 'ownershipProofs' },
  ] as const)('while $part hangs, transactions are returned without $name', async ({ part, field, name }) => {
    const { id } = await inquire(api, accessTo(node).counterparty.travelAddresses.approve)
    using _suspended = suspended(part)
    const query = `query ($id: ID!) { trpd { transaction(id: $id) { id amount ${field} } } }`
    const { data, errors } = await execute<{ trpd: { transaction: object | null } }>(query, { id })
    expect(errors).toMatchObject([{ path: ['trpd', 'transaction', name], extensions: { code: 'SUBGRAPH_TIMEOUT' } }])
    expect(data.trpd.transaction).toEqual({ id, amount: '0.25', [name]: null })
  })

  test('after a crash of PostgreSQL, errors are masked and every subgraph recovers', async () => {
    const restarted = crash(node, 'postgres')
    await eventually(
      () => execute<Everything>(EVERYTHING),
      ({ errors }) => errors.length > 0,
    )
    await restarted()
    const { data } = await eventually(
      () => execute<Everything>(EVERYTHING),
      ({ errors }) => errors.length === 0,
    )
    expect(data).toMatchObject({ trpd: { vaspsCount: 1 } })
  })

  test('while the identity provider hangs, known and new tokens are accepted', async () => {
    const fresh = await clientToken(accessTo(node))
    using _suspended = suspended('identity-provider')
    expect((await execute(EVERYTHING)).errors).toEqual([])
    const response = await post(fresh)
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 200,
      body: { errors: [] },
    })
  })

  test('a gateway that starts without the identity provider accepts tokens with its stored keys', async () => {
    using _suspended = suspended('identity-provider')
    await crash(node, 'gateway')()
    expect((await post(api.token)).status).toBe(200)
  })

  test('a gateway that starts without the identity provider and without keys responds with 503 until it has keys', async () => {
    {
      using _suspended = suspended('identity-provider')
      rmSync(`${node.dataDir}/gateway/oidc-keys.json`)
      await crash(node, 'gateway')()
      const response = await post(api.token)
      const body = (await response.json()) as GraphqlResponse<unknown>
      responses.push(body)
      expect({ status: response.status, data: body.data ?? null, errors: body.errors.length }).toEqual({
        status: 503,
        data: null,
        errors: 1,
      })
    }
    await eventually(
      async () => (await post(api.token)).status,
      (status) => status === 200,
    )
  })

  test('no error of these tests reveals internals of the service', () => {
    expect(responses.flatMap(({ errors }) => errors).length).toBeGreaterThan(8)
    expect(responses.flatMap(({ errors }) => errors).flatMap((error) => leaksIn(JSON.stringify(error)))).toEqual([])
  })

  test('no log contains personal data, a token or a secret after these faults', async () => {
    await inquireBothWays()
    expect(logsOf(node).length).toBeGreaterThan(6)
    expect(loggedSecrets(node)).toEqual([])
  })

  async function execute<Data>(query: string, variables?: object): Promise<GraphqlResponse<Data>> {
    const response = await api.execute<Data>(query, variables)
    responses.push(response)
    return response
  }

  function post(token: string): Promise<Response> {
    return fetch(`${accessTo(node).baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: EVERYTHING }),
    })
  }

  /** Sends personal data in both directions, once in an invalid inquiry. */
  async function inquireBothWays(): Promise<void> {
    const { counterparty } = accessTo(node)
    const entry = { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', customerReference: 'customer-4711' }
    const { travelAddress } = await issueAddress(api, entry)
    const peer = counterpartyAt(counterparty.url)
    const { id } = await peer.inquire({ travelAddress, amount: '0.25', asset: 'BTC' })
    await eventually(
      () => peer.inquiry(id),
      ({ status }) => status === 'PENDING',
    )
    await inquire(api, counterparty.travelAddresses.callback)
    const { errors } = await execute(`mutation { trpd { inquire(input: { travelAddress: "ta", asset: "btc", amount: "1",
      originator: { originatorPersons: [{ naturalPerson: { countryOfResidence: "Moreau" } }] },
      beneficiary: { beneficiaryPersons: [] } }) { id } } }`)
    expect(errors).not.toEqual([])
    await fetch(`${accessTo(node).baseUrl}/graphql?access_token=${api.token}`, {
      headers: { authorization: `Bearer ${api.token}x` },
    })
  }

  /** Suspends a part until disposed: it accepts connections, but does not respond. */
  function suspended(part: string): Disposable {
    const pid = pidOf(node, part)
    process.kill(pid, 'SIGSTOP')
    return { [Symbol.dispose]: () => process.kill(pid, 'SIGCONT') }
  }
})

function expectOnlyMissing({ data, errors }: GraphqlResponse<Everything>, part: Subgraph, code: string): void {
  expect(errors).toMatchObject([{ path: [part], extensions: { code } }])
  const missing = SUBGRAPHS.filter((name) => data[name] === null)
  expect(missing).toEqual([part])
}
