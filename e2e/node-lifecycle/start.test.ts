import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { openTestIssuer } from '@travel-rule/auth/testing/test-issuer'
import {
  openReachableCheckout,
  type ReachableCheckout,
} from '@travel-rule/embedded-postgres/testing/reachable-checkout'
import { readConfig } from '@travel-rule/node/config'
import { portProblems, portsInUse } from '@travel-rule/node/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { crash, isAlive } from '../harness/node-processes.ts'
import { nodeEnvironment, ROOT, type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { newDataFolder } from './data-folder.ts'
import { openForeignSubgraph } from './foreign-subgraph.ts'
import { launch } from './launch.ts'
import { registerVasp, vaspNames, vaspNamesSeenBy } from './registered-vasps.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65534

describe('a node that starts', () => {
  /** Shared by several tests, because a start takes seconds of CPU time. */
  let first: RunningNode
  let withoutDemo: RunningNode
  const stack = new AsyncDisposableStack()
  beforeAll(async () => {
    const { path } = stack.use(newDataFolder())
    first = stack.use(await startNode({ dataDir: path }))
    const parent = stack.use(newDataFolder())
    const dataDir = [parent.path, ...Array.from({ length: 4 }, () => 'long path '.repeat(14).trim())].join('/')
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const foreign = stack.use(await openForeignSubgraph())
    const env = { JOINED_SUBGRAPHS: `rates=${foreign.url}` }
    withoutDemo = stack.use(await startNode({ dataDir, args: ['--no-demo'], env }))
  })
  afterAll(() => stack.disposeAsync())

  test("a node includes another team's subgraph, configured by one variable, and checks its responses", async () => {
    const api = await openApi(accessTo(withoutDemo))
    const query = 'query ($asset: String!) { rate(asset: $asset) trpd { vaspsCount } }'
    expect(await api.request(query, { asset: 'BTC' })).toEqual({ rate: 'BTC 7', trpd: { vaspsCount: 0 } })
    expect(await api.execute('{ broken }')).toEqual({ data: { broken: null }, errors: [expect.anything()] })
    expect(await api.request('{ rate(asset: "ETH") }')).not.toHaveProperty('secret')
  })

  test('a node that starts writes credentials and addresses to a private node.json, and prints them', async () => {
    const node = first
    const file = `${node.dataDir}/node.json`
    const nodeFile = node.read()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(nodeFile).toMatchObject({
      baseUrl: `http://localhost:${node.ports.GATEWAY_PORT}`,
      realm: 'travel-rule',
      clientId: expect.stringMatching(/./),
      clientSecret: expect.stringMatching(/^.{20,}$/),
      pid: node.process.pid,
      counterparty: {
        url: `http://localhost:${node.ports.COUNTERPARTY_PORT}`,
        travelAddresses: {
          approve: expect.stringMatching(/^ta/),
          callback: expect.stringMatching(/^ta/),
          reject: expect.stringMatching(/^ta/),
        },
      },
    })
    expect(Object.keys(nodeFile.parts).toSorted()).toEqual(
      ['aopd', 'autod', 'counterparty', 'gateway', 'identity-provider', 'postgres', 'trpd'].toSorted(),
    )
    expect(nodeFile.people?.map(({ role }) => role).toSorted()).toEqual(
      ['administrator', 'compliance-officer', 'integration', 'observer'].toSorted(),
    )
    for (const { pid, ports } of Object.values(nodeFile.parts)) {
      expect(isAlive(pid ?? 0)).toBe(true)
      for (const [variable, port] of Object.entries(ports)) {
        expect(String(port)).toBe(node.ports[variable])
        await expectListening(port)
      }
    }
    const printed = node.output()
    expect(printed).toMatch(/Ready in \d+\.\d s/)
    const { clientId, clientSecret, baseUrl, counterparty, people = [] } = nodeFile
    const shown = [
      clientId,
      clientSecret,
      `${baseUrl}/graphql`,
      'Explorer',
      counterparty?.travelAddresses.approve,
      'curl -s',
    ]
    for (const value of [...shown, ...people.map(({ password }) => password)]) expect(printed).toContain(value)
    expect(await vaspNames(node)).toEqual([])
  })

  test('a node with --no-demo starts no counterparty, and works in a folder that only its own account can enter', async () => {
    const node = withoutDemo
    expect(statSync(node.dataDir).mode & 0o777).toBe(0o700)
    expect(node.read()).not.toHaveProperty('counterparty')
    expect(node.read().parts).not.toHaveProperty('counterparty')
    await expect(expectListening(Number(node.ports.COUNTERPARTY_PORT))).rejects.toThrow()
    const api = await openApi(accessTo(node))
    expect(await vaspNamesSeenBy(api)).toEqual([])
  })

  test('a node works in a very long path, even after PostgreSQL has crashed', async () => {
    const node = withoutDemo
    await registerVasp(node, 'Long Path VASP')
    await crash(node, 'postgres')()
    expect(
      await eventually(
        () => vaspNames(node),
        () => true,
      ),
    ).toEqual(['Long Path VASP'])
  })

  test('a node runs beside another with only PORT_BASE set, and each accepts only its own tokens', async () => {
    const one = first
    const portBase = await freePortBase()
    await using two = await startNodeAt(portBase)
    expect(two.read()).toMatchObject({
      baseUrl: `http://localhost:${portBase}`,
      counterparty: { url: `http://localhost:${portBase + 201}` },
      parts: { trpd: { ports: { TRPD_PORT: portBase + 1, TRPD_TRP_PORT: portBase + 101 } } },
    })
    await expect.poll(() => two.output()).toContain(`PORT_BASE=${portBase} npm run demo`)
    await registerVasp(one, 'VASP of the first')
    expect(await vaspNames(two)).toEqual([])
    expect(await vaspNames(one)).toEqual(['VASP of the first'])
    expect(two.read().clientSecret).not.toBe(one.read().clientSecret)
    const { token } = await openApi(accessTo(one))
    expect(await statusFor(two, token)).toBe(401)
    const env = nodeEnvironment('', { PORT_BASE: String(portBase) })
    const demo = launch(process.execPath, [`${ROOT}/tools/node/src/demo/main.ts`], { cwd: ROOT, env })
    expect(await demo.exited).toMatchObject({ code: 0, output: expect.stringContaining(`localhost:${portBase}`) })
  })

  test('a node keeps its keys, people, addresses and data when it restarts', async () => {
    const nodeFile = first.read()
    await registerVasp(first, 'Kept VASP')
    const names = await vaspNames(first)
    expect(names).toContain('Kept VASP')
    const { token } = await openApi(accessTo(first))
    await first.stop()

    await using second = await startNode({ dataDir: first.dataDir, ports: first.ports })
    const again = second.read()
    expect({ ...again, pid: 0, parts: {} }).toEqual({ ...nodeFile, pid: 0, parts: {} })
    expect(await vaspNames(second)).toEqual(names)
    expect(await vaspNamesSeenBy({ ...(await openApi(accessTo(second))), token })).toEqual(names)
    const log = readFileSync(`${first.dataDir}/postgres/postgres.log`, 'utf8')
    expect(log).not.toMatch(/not properly shut down|interrupted/)
  })

  test('a node reports that it waits for the identity provider, and accepts its tokens once it is available', async () => {
    await using issuer = await openTestIssuer()
    issuer.respondWith((_request, response) => response.writeHead(503).end())
    const env = { GATEWAY_OIDC_ISSUER: issuer.issuer }
    await using node = await startNode({ args: ['--no-demo'], env, clusterTemplate: true })
    await expect.poll(() => node.output()).toMatch(/gateway +waiting: identityProvider: its keys have not been fetched/)
    const token = await issuer.token()
    expect(await statusFor(node, token)).toBe(503)
    issuer.respondWith(undefined)
    await eventually(
      () => statusFor(node, token),
      (status) => status === 200,
    )
  })

  describe.skipIf(!isRoot)('as root (skipped for other accounts)', () => {
    let checkout: ReachableCheckout
    beforeAll(() => {
      checkout = openReachableCheckout()
    })
    afterAll(() => checkout[Symbol.dispose]())

    test('as root, a node runs PostgreSQL as nobody if nobody can enter the data folder', async () => {
      using folder = newDataFolder({ open: true })
      await using node = await startNode({ checkout, dataDir: folder.path, args: ['--no-demo'] })
      expect(uidOf(node.read().parts.postgres?.pid)).toBe(NOBODY)
      expect(await vaspNames(node)).toEqual([])
    })

    test('as root, a node runs every part under the account for which it is started', async () => {
      using folder = newDataFolder({ uid: NOBODY })
      const env = { HOME: '/nonexistent' }
      await using node = await startNode({ checkout, dataDir: folder.path, uid: NOBODY, env })
      const uids = Object.values(node.read().parts).map(({ pid }) => uidOf(pid))
      expect(new Set(uids)).toEqual(new Set([NOBODY]))
      expect(await vaspNames(node)).toEqual([])
    })
  })
})

/** A node in the default data folder for its `PORT_BASE`. Disposing removes the folder. */
async function startNodeAt(portBase: number): Promise<RunningNode> {
  const dataDir = `${ROOT}/.data-${portBase}`
  const node = await startNode({ dataDir, ports: { PORT_BASE: String(portBase) }, env: { DATA_DIR: '' } })
  return {
    ...node,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/**
 * A `PORT_BASE` with all its ports free. Bases are far enough apart never to share a port. The ports are below those of
 * `freePort`, which another process could take in the meantime.
 */
async function freePortBase(): Promise<number> {
  for (;;) {
    const portBase = 9_000 + 300 * randomInt(10)
    const config = readConfig({ PORT_BASE: String(portBase) })
    const problems = await portProblems(portsInUse(config, { demo: true, externalIssuer: false }))
    if (problems.length === 0) return portBase
  }
}

async function statusFor(node: RunningNode, token: string): Promise<number> {
  const { status } = await fetch(`${node.read().baseUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"query":"{ trpd { vaspsCount } }"}',
  })
  return status
}

function uidOf(pid: number | undefined): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function expectListening(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', reject).once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}
