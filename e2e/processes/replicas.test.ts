import { childrenOf } from '@travel-rule/service/testing/child-processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { gatewayEnvironment } from '../harness/gateway-environment.ts'
import { openLiveClient } from '../harness/live-client.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { personToken } from '../harness/tokens.ts'
import { probeTransfers } from '../harness/transfers.ts'
import { openBalancer } from '../upgrade/balancer.ts'
import { openReplica, type Replica } from '../upgrade/replica.ts'
import { type Outcome, openLoad } from './load.ts'

interface Changed {
  readonly trpdTransactions: { readonly id: string }
}

const FOLLOW = { query: 'subscription { trpdTransactions { id } }' }
const idOf = ({ trpdTransactions }: Changed) => trpdTransactions.id
const GATEWAY = 'apps/gateway/src/main.ts'

describe('gateways of two processes each in front of a node', () => {
  const stack = new AsyncDisposableStack()
  let node: NodeAccess
  let api: Api
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    node = await sharedNode()
    api = await openApi(node)
    env = { ...(await gatewayEnvironment(node)), GATEWAY_PROCESSES: '2' }
  })
  afterAll(() => stack.disposeAsync())

  async function open(own: NodeJS.ProcessEnv = {}): Promise<Replica> {
    const replica = stack.use(await openReplica(GATEWAY, { ...env, ...own }, 'http'))
    expect(childrenOf(replica.pid)).toHaveLength(2)
    return replica
  }

  test('the rate of a client applies to both processes together, and delays no other client', async () => {
    const burst = 300
    const gateway = await open({ GATEWAY_CLIENT_LIMITS: `rate=20,burst=${burst}` })
    const url = `http://127.0.0.1:${gateway.port}`
    const startedAtMs = performance.now()
    const load = openLoad(url, api.token)
    // The connections are handed out to both processes, which begin to limit at different times.
    const isServedAndLimited = ({ served, limited }: Outcome) => served > 0 && limited > 30
    await expect.poll(() => load.outcomes.every(isServedAndLimited)).toBe(true)
    const other = openLoad(url, await personToken(node, 'observer'))
    await other.next()
    for (const { limited, failures } of await other.stop())
      expect({ limited, failures }).toEqual({ limited: 0, failures: [] })
    const outcomes = await load.stop()
    const seconds = (performance.now() - startedAtMs) / 1_000
    const served = outcomes.reduce((sum, outcome) => sum + outcome.served, 0)
    expect(served).toBeLessThanOrEqual(burst + 20 * seconds)
    for (const { failures } of outcomes) expect(failures).toEqual([])
  })

  test('no request fails while each of two gateways is replaced under load, and WebSockets close with 1012', async () => {
    // Of its own, since this takes minutes on a busy machine.
    const token = await personToken(node, 'compliance-officer')
    const balancer = stack.use(await openBalancer())
    const url = `http://127.0.0.1:${balancer.port}`
    const replicas = [await open(), await open()]
    const balance = () => balancer.use(...replicas.map(({ port }) => port))
    balance()
    const clients = Array.from({ length: 4 }, () =>
      stack.use(openLiveClient({ ...node, baseUrl: url }, 'graphql-transport-ws', { bearer_token: token })),
    )
    const logs = clients.map((client) => client.follow<Changed>(FOLLOW))
    await Promise.all(logs.map((log) => log.untilLive(() => probeTransfers(api), idOf)))
    const load = openLoad(url, token)
    await load.next()
    for (const index of [0, 1]) {
      const [old] = replicas.splice(index, 1, await open())
      balance()
      expect(await old?.stop()).toBe(0)
      await load.next()
    }
    for (const { failures } of await load.stop()) expect(failures).toEqual([])
    for (const log of logs) await expect(log.next(() => false)).rejects.toMatchObject({ code: 1012 })
    const again = openLiveClient({ ...node, baseUrl: url }, 'graphql-transport-ws', { bearer_token: token })
    stack.use(again)
    await again.follow<Changed>(FOLLOW).untilLive(() => probeTransfers(api), idOf)
  })
})
