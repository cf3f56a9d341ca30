import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type GraphqlResponse, openApi } from '../harness/api.ts'
import { counterpartyAt } from '../harness/counterparty.ts'
import { eventually } from '../harness/eventually.ts'
import { loggedSecrets, logsOf } from '../harness/logged-secrets.ts'
import { crash, isAlive, pidOf } from '../harness/node-processes.ts'
import { type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { clientToken } from '../harness/tokens.ts'
import { inquire, trustVaspAt } from '../harness/transfers.ts'
import { leaksIn } from './leaks.ts'

const SUBGRAPHS = ['trpd', 'aopd', 'autod'] as const
type Subgraph = (typeof SUBGRAPHS)[number]

const EVERYTHING = '{ trpd { vaspsCount } aopd { proofsCount } autod { usersCount } }'
type Everything = Record<Subgraph, object | null>

describe('a part of the node that misbehaves', () => {
  let node: RunningNode
  let api: Api
  const answers: GraphqlResponse<unknown>[] = []

  beforeAll(async () => {
    node = await startNode({ env: { GATEWAY_FETCH_TIMEOUT_SECONDS: '3' } })
    api = await openApi(accessTo(node))
    await trustVaspAt(api, accessTo(node).counterparty.url)
  })
  afterAll(async () => {
    await node?.[Symbol.asyncDispose]()
  })

  test.each(SUBGRAPHS)(
    '%s does not answer: its field is null with SUBGRAPH_TIMEOUT, the others answer',
    async (part) => {
      using _stopped = stopped(part)
      expectOnlyMissing(await ask<Everything>(EVERYTHING), part, 'SUBGRAPH_TIMEOUT')
    },
  )

  test.each(SUBGRAPHS)('%s is down: its field is null with SUBGRAPH_UNAVAILABLE, the others answer', async (part) => {
    const pid = pidOf(node, part)
    const restarted = crash(node, part)
    await eventually(
      () => isAlive(pid),
      (alive) => !alive,
    )
    expectOnlyMissing(await ask<Everything>(EVERYTHING), part, 'SUBGRAPH_UNAVAILABLE')
    await restarted()
    await eventually(
      () => ask<Everything>(EVERYTHING),
      ({ errors }) => errors.length === 0,
    )
  })

  test.each([
    { part: 'autod', field: 'auditTrail { id }', name: 'auditTrail' },
    { part: 'aopd', field: 'ownershipProofs { id }', name: 'ownershipProofs' },
  ] as const)('$part does not answer: transactions are shown without $name', async ({ part, field, name }) => {
    const { id } = await inquire(api, accessTo(node).counterparty.travelAddresses.approve)
    using _stopped = stopped(part)
    const query = `query ($id: ID!) { trpd { transaction(id: $id) { id amount ${field} } } }`
    const { data, errors } = await ask<{ trpd: { transaction: object | null } }>(query, { id })
    expect(errors).toMatchObject([{ path: ['trpd', 'transaction', name], extensions: { code: 'SUBGRAPH_TIMEOUT' } }])
    expect(data.trpd.transaction).toEqual({ id, amount: '0.25', [name]: null })
  })

  test('PostgreSQL crashes: what fails is masked, and everything answers again', async () => {
    const restarted = crash(node, 'postgres')
    await eventually(
      () => ask<Everything>(EVERYTHING),
      ({ errors }) => errors.length > 0,
    )
    await restarted()
    const { data } = await eventually(
      () => ask<Everything>(EVERYTHING),
      ({ errors }) => errors.length === 0,
    )
    expect(data).toMatchObject({ trpd: { vaspsCount: 1 } })
  })

  test('the identity provider does not answer: tokens that were seen and tokens that were not go on working', async () => {
    const fresh = await clientToken(accessTo(node))
    using _stopped = stopped('identity-provider')
    expect((await ask(EVERYTHING)).errors).toEqual([])
    const response = await post(fresh)
    expect({ status: response.status, answer: await response.json() }).toMatchObject({
      status: 200,
      answer: { errors: [] },
    })
  })

  test('a gateway that starts without the identity provider refuses with 503 until it has its keys', async () => {
    {
      using _stopped = stopped('identity-provider')
      await crash(node, 'gateway')()
      const response = await post(api.token)
      const answer = (await response.json()) as GraphqlResponse<unknown>
      answers.push(answer)
      expect({ status: response.status, data: answer.data ?? null, errors: answer.errors.length }).toEqual({
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

  test('no answer that this story got shows the inside of the service', () => {
    expect(answers.flatMap(({ errors }) => errors).length).toBeGreaterThan(8)
    expect(answers.flatMap(({ errors }) => errors).flatMap((error) => leaksIn(JSON.stringify(error)))).toEqual([])
  })

  test('no log holds personal data, a token or a secret', async () => {
    await inquireBothWays()
    expect(logsOf(node).length).toBeGreaterThan(6)
    expect(loggedSecrets(node)).toEqual([])
  })

  async function ask<Data>(query: string, variables?: object): Promise<GraphqlResponse<Data>> {
    const answer = await api.execute<Data>(query, variables)
    answers.push(answer)
    return answer
  }

  function post(token: string): Promise<Response> {
    return fetch(`${accessTo(node).baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: EVERYTHING }),
    })
  }

  /** Personal data comes in both ways, the wrong way too. */
  async function inquireBothWays(): Promise<void> {
    const { counterparty } = accessTo(node)
    const { trpd } = await api.request<{ trpd: { createTravelAddress: { travelAddress: string } } }>(
      'mutation { trpd { createTravelAddress(input: { asset: "btc", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", customerReference: "customer-4711" }) { travelAddress } } }',
    )
    const { travelAddress } = trpd.createTravelAddress
    const peer = counterpartyAt(counterparty.url)
    const { id } = await peer.inquire({ travelAddress, amount: '0.25', asset: 'BTC' })
    await eventually(
      () => peer.inquiry(id),
      ({ status }) => status === 'PENDING',
    )
    await inquire(api, counterparty.travelAddresses.callback)
    const { errors } = await ask(`mutation { trpd { inquire(input: { travelAddress: "ta", asset: "btc", amount: "1",
      originator: { originatorPersons: [{ naturalPerson: { countryOfResidence: "Moreau" } }] },
      beneficiary: { beneficiaryPersons: [] } }) { id } } }`)
    expect(errors).not.toEqual([])
    await fetch(`${accessTo(node).baseUrl}/graphql?access_token=${api.token}`, {
      headers: { authorization: `Bearer ${api.token}x` },
    })
  }

  /** Holds a part still: it takes connections, but does nothing until this is disposed. */
  function stopped(part: string): Disposable {
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
