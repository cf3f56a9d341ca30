import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processesOn } from '@travel-rule/embedded-postgres/testing/processes-on'
import { childrenOf } from '@travel-rule/service/testing/child-processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowOf, signInAt } from '../dashboard/dashboard-page.ts'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { curlGraphql } from '../harness/curl.ts'
import { eventually } from '../harness/eventually.ts'
import { openLiveClient } from '../harness/live-client.ts'
import { pidOf } from '../harness/node-processes.ts'
import { ROOT, type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { follow, signIn } from '../harness/signed-in.ts'
import { probeTransfers } from '../harness/transfers.ts'
import { CLIENTS, openLoad } from './load.ts'

interface Changed {
  readonly trpdTransactions: { readonly id: string }
}

const FOLLOW = { query: 'subscription { trpdTransactions { id } }' }
const DESCRIPTION = 'Queries about VASPs, travel addresses and transactions.'
const CHANGED = 'Changed while it is served.'
const idOf = ({ trpdTransactions }: Changed) => trpdTransactions.id

describe('a node whose gateway has two processes', () => {
  const stack = new AsyncDisposableStack()
  let supergraph: string
  let node: RunningNode
  let api: Api

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'processes-'))
    stack.defer(() => rm(folder, { recursive: true }))
    supergraph = join(folder, 'supergraph.graphql')
    await writeFile(supergraph, await readFile(join(ROOT, 'apps/gateway/supergraph.graphql'), 'utf8'))
    const env = { GATEWAY_PROCESSES: '2', GATEWAY_SUPERGRAPH: supergraph }
    node = stack.use(await startNode({ env, args: ['--no-demo'], clusterTemplate: true }))
    api = await openApi(accessTo(node))
  })
  afterAll(() => stack.disposeAsync())

  test('clients of one process are not affected while the other is killed under load and replaced', async () => {
    const clients = Array.from({ length: CLIENTS }, () =>
      stack.use(openLiveClient(api.node, 'graphql-transport-ws', { bearer_token: api.token })),
    )
    const logs = clients.map((client) => client.follow<Changed>(FOLLOW))
    await Promise.all(logs.map((log) => log.untilLive(() => probeTransfers(api), idOf)))
    const load = openLoad(api.node.baseUrl, api.token)
    await load.next()
    await killAndReplace(0)
    await load.next()
    // Clients of the killed process lose a request if one is pending, and so do clients that connect before its end
    // is detected. Its live connections, below, end in any case.
    expect((await load.stop()).map((outcome) => outcome.failures.length)).toContain(0)
    const id = await probeAgain()
    const received = await Promise.allSettled(logs.map((log) => log.next((event) => idOf(event) === id)))
    expect(new Set(received.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
    const again = openLiveClient(api.node, 'graphql-transport-ws', { bearer_token: api.token })
    stack.use(again)
    await again.follow<Changed>(FOLLOW).untilLive(() => probeTransfers(api), idOf)
  })

  test('a sign-out closes the WebSockets of the session in both processes, and both refuse its token', async () => {
    const [mine, other] = [await signIn(api.node), await signIn(api.node)]
    const sockets = Array.from({ length: CLIENTS }, () => follow(api.node, mine.token))
    const untouched = openLiveClient(api.node, 'graphql-transport-ws', { bearer_token: other.token })
    stack.use(untouched)
    const log = untouched.follow<Changed>(FOLLOW)
    await Promise.all(sockets.map(({ connected }) => connected))
    await log.untilLive(() => probeTransfers(api), idOf)
    await mine.signOut()
    for (const { closed } of sockets) expect(await closed).toMatchObject({ code: 4403, reason: 'Token revoked' })
    const ended = openLoad(api.node.baseUrl, mine.token)
    const going = openLoad(api.node.baseUrl, other.token)
    await going.next()
    for (const { failures } of await going.stop()) expect(failures).toEqual([])
    for (const { served, failures } of await ended.stop()) {
      expect(served).toBe(0)
      expect(new Set(failures.map((failure) => failure.slice(0, 3)))).toEqual(new Set(['401']))
    }
    const id = await probeTransfers(api)
    await log.next((event) => idOf(event) === id)
  })

  test('a new supergraph is served by both processes without a failed request', async () => {
    const load = openLoad(api.node.baseUrl, api.token)
    await load.next()
    const sdl = await readFile(supergraph, 'utf8')
    await writeFile(supergraph, sdl.replace(DESCRIPTION, CHANGED))
    await eventually(
      () => Promise.all(Array.from({ length: CLIENTS }, describedInNewConnection)),
      (descriptions) => descriptions.every((description) => description === CHANGED),
    )
    await load.next()
    for (const { failures } of await load.stop()) expect(failures).toEqual([])
  })

  test.skipIf(CHROMIUM === undefined)('the dashboard is live again after its process was killed', async () => {
    const browser = await sharedBrowser()
    await using tab = await openTab(browser, api.node.baseUrl)
    const { page } = tab
    await signInAt(page, api.node, 'compliance-officer')
    await page.getByText('Live', { exact: true }).waitFor()
    const arrivals = page.getByRole('button', { name: /^Show .* new transaction/ })
    // One of the two processes has its WebSocket.
    for (const index of [0, 1]) {
      await killAndReplace(index)
      const id = await probeAgain()
      await eventually(
        async () => {
          if (await arrivals.isVisible()) await arrivals.click()
          return rowOf(page, id).count()
        },
        (count) => count > 0,
      )
      await page.getByText('Live', { exact: true }).waitFor()
    }
  })

  test('a gateway with two processes stops in order, and leaves no process running', async () => {
    expect(await node.stop()).toBe(0)
    await eventually(
      () => processesOn(node.dataDir),
      ({ length }) => length === 0,
    )
  })

  /** Causes an event, even if a connection to the API belonged to a killed process. */
  function probeAgain(): Promise<string> {
    return eventually(
      () => probeTransfers(api),
      () => true,
    )
  }

  async function describedInNewConnection(): Promise<unknown> {
    const { json } = await curlGraphql<{ readonly __type: { readonly description: string } }>(api.node, {
      token: api.token,
      body: { query: '{ __type(name: "TrpdQuery") { description } }' },
    })
    return json.data.__type.description
  }

  /** Kills a process of the gateway, and waits until there are two processes again. */
  async function killAndReplace(index: number): Promise<void> {
    const primary = pidOf(node, 'gateway')
    const killed = childrenOf(primary)[index] ?? 0
    process.kill(killed, 'SIGKILL')
    await eventually(
      () => childrenOf(primary),
      (pids) => pids.length === 2 && !pids.includes(killed),
    )
  }
})
