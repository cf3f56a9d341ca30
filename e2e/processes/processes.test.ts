import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { openLiveClient } from '../harness/live-client.ts'
import { pidOf, processesOn } from '../harness/node-processes.ts'
import { type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { probeTransfers } from '../harness/transfers.ts'

interface Changed {
  readonly trpdTransactions: { readonly id: string }
}

const FOLLOW = { query: 'subscription { trpdTransactions { id } }' }
const idOf = ({ trpdTransactions }: Changed) => trpdTransactions.id
/** Enough that each process gets some: connections are handed out in turn. */
const CLIENTS = 6

describe('a node whose gateway has two processes', () => {
  const stack = new AsyncDisposableStack()
  let node: RunningNode
  let api: Api

  beforeAll(async () => {
    node = stack.use(await startNode({ env: { GATEWAY_PROCESSES: '2' }, args: ['--no-demo'], clusterTemplate: true }))
    api = await openApi(accessTo(node))
  })
  afterAll(() => stack.disposeAsync())

  test('clients of one process receive each change while the other is killed and replaced', async () => {
    const clients = Array.from({ length: CLIENTS }, () =>
      stack.use(openLiveClient(api.node, 'graphql-transport-ws', { bearer_token: api.token })),
    )
    const logs = clients.map((client) => client.follow<Changed>(FOLLOW))
    await Promise.all(logs.map((log) => log.untilLive(() => probeTransfers(api), idOf)))
    const [killed = 0] = gatewayProcesses()
    process.kill(killed, 'SIGKILL')
    // A request may have been on its way to that process.
    const id = await eventually(
      () => probeTransfers(api).catch(() => undefined),
      (probed) => probed !== undefined,
    )
    const received = await Promise.allSettled(logs.map((log) => log.next((event) => idOf(event) === id)))
    expect(new Set(received.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
    const replaced = await eventually(gatewayProcesses, (pids) => pids.length === 2 && !pids.includes(killed))
    expect(replaced).toHaveLength(2)
    const again = openLiveClient(api.node, 'graphql-transport-ws', { bearer_token: api.token })
    stack.use(again)
    await again.follow<Changed>(FOLLOW).untilLive(() => probeTransfers(api), idOf)
  })

  test('it stops in order, and leaves no process', async () => {
    expect(await node.stop()).toBe(0)
    await eventually(
      () => processesOn(node.dataDir),
      ({ length }) => length === 0,
    )
  })

  /** The children of the primary process. */
  function gatewayProcesses(): readonly number[] {
    const primary = pidOf(node, 'gateway')
    const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8')
    return children
      .split(' ')
      .filter((pid) => pid !== '')
      .map(Number)
  }
})
