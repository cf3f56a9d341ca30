import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@travel-rule/database/database'
import { migrations } from '@travel-rule/trpd-subgraph/foundation/store/migrations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { openEventLog } from '../harness/event-log.ts'
import { eventually } from '../harness/eventually.ts'
import { freePorts, type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { clientToken } from '../harness/tokens.ts'
import { inquire, probeTransfers, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { followTransactions } from '../subscription-clients/graphql-ws.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import { contractingMigrations } from './newer-migrations.ts'
import { openReplica, type Replica } from './replica.ts'

const WRITERS = 3
/** Between two writes of a writer. */
const PAUSE_MS = 50
const OLDER = 'apps/trpd-subgraph/src/main.ts'
const NEWER = 'e2e/upgrade/newer-trpd.ts'

describe('replicas of trpd that are upgraded and downgraded under load', () => {
  const stack = new AsyncDisposableStack()
  let node: RunningNode
  let balancer: Balancer
  let api: Api
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    balancer = stack.use(await openBalancer())
    const ports = await freePorts()
    balancer.use(Number(ports.TRPD_PORT))
    const behind = `http://127.0.0.1:${balancer.port}`
    const others = (name: string, path: string) =>
      `${name}=http://127.0.0.1:${ports[`${name.toUpperCase()}_PORT`]}/${path}`
    node = stack.use(
      await startNode({
        ports,
        args: ['--no-demo'],
        env: {
          GATEWAY_SUBGRAPH_URLS: `trpd=${behind}/graphql,${others('aopd', 'graphql')},${others('autod', 'graphql')}`,
          AUTOD_FEEDS: `trpd=${behind}/events,${others('aopd', 'events')}`,
        },
      }),
    )
    api = await openApi(accessTo(node))
    env = replicaEnvironment(node)
  })
  afterAll(() => stack.disposeAsync())

  const open = async (program: string) => stack.use(await openReplica(program, env))
  /** Starts the new replica before the old one stops, like an orchestrator. */
  async function replace(old: Replica, other: Replica, program: string): Promise<Replica> {
    const added = await open(program)
    balancer.use(other.port, added.port)
    expect(await old.stop()).toBe(0)
    return added
  }

  test('every write succeeds once and a live client misses none, during the upgrade and the downgrade', async () => {
    let one = await open(OLDER)
    let two = await open(OLDER)
    balancer.use(one.port, two.port)
    const log = openEventLog<{ id: string }>()
    const token = () => clientToken(api.node)
    stack.defer(followTransactions(api.node.baseUrl, token, log.add, log.fail))
    const idOf = ({ id }: { id: string }) => id
    await log.untilLive(() => probeTransfers(api), idOf)
    const load = openLoad(api)

    for (const program of [NEWER, OLDER]) {
      one = await replace(one, two, program)
      await load.next()
      two = await replace(two, one, program)
      await load.next()
    }
    const { written, failures } = await load.stop()
    expect(failures).toEqual([])
    expect(written.length).toBeGreaterThan(20)
    for (const id of written) await log.next((event) => idOf(event) === id)
    await expectAuditedOnce(written)
    expect(one.output()).not.toContain('"level":"error"')
  })

  test('an older replica continues beside a contracted schema, but no other one can start', async () => {
    const older = await open(OLDER)
    balancer.use(older.port)
    const options = { migrations: { ...migrations, ...contractingMigrations }, applicationName: 'newer' }
    await using _newer = await openDatabase({ url: env.TRPD_DATABASE_URL ?? '', ...options })
    expect(await probeTransfers(api)).toEqual(expect.any(String))
    await expect(openReplica(OLDER, env)).rejects.toThrow(
      'migration 9999-contract of a newer version does not allow this version to run beside it',
    )
  })

  async function expectAuditedOnce(ids: readonly string[]): Promise<void> {
    const query = `query ($from: String) { autod {
      auditLogs(first: 500, after: $from) { nodes { id subjectId } pageInfo { hasNextPage endCursor } }
      verifyAuditLog { isIntact isComplete } } }`
    const read = async () => {
      const nodes: Audit['autod']['auditLogs']['nodes'][number][] = []
      for (let from: string | null = null; ; ) {
        const { autod }: Audit = await api.request<Audit>(query, { from })
        expect(autod.verifyAuditLog).toEqual({ isIntact: true, isComplete: true })
        nodes.push(...autod.auditLogs.nodes)
        if (!autod.auditLogs.pageInfo.hasNextPage) return nodes
        from = autod.auditLogs.pageInfo.endCursor
      }
    }
    const nodes = await eventually(read, (all) => {
      const subjects = new Set(all.map(({ subjectId }) => subjectId))
      return ids.every((id) => subjects.has(id))
    })
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length)
  }
})

interface Audit {
  readonly autod: {
    readonly auditLogs: {
      readonly nodes: readonly { readonly id: string; readonly subjectId: string }[]
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
    }
    readonly verifyAuditLog: { readonly isIntact: boolean; readonly isComplete: boolean }
  }
}

/** Clients that write one transaction after another, none of them twice. */
function openLoad(api: Api) {
  const written: string[] = []
  const failures: unknown[] = []
  let stopping = false
  const write = async () => {
    while (!stopping) {
      await inquire(api, UNKNOWN_VASP_ADDRESS).then(
        ({ id }) => written.push(id),
        (error: unknown) => failures.push(String(error)),
      )
      await delay(PAUSE_MS)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  return {
    /** Resolves after several more writes. */
    async next() {
      const until = written.length + 2 * WRITERS
      await eventually(
        () => written.length + failures.length,
        (count) => count >= until,
      )
    },
    async stop() {
      stopping = true
      await Promise.all(writers)
      return { written, failures }
    },
  }
}

/** The settings of an additional replica of the node's trpd. */
function replicaEnvironment(node: RunningNode): NodeJS.ProcessEnv {
  const { trpdSealingKeys } = JSON.parse(readFileSync(`${node.dataDir}/secrets.json`, 'utf8')) as Record<string, string>
  const { GATEWAY_INTERNAL_PORT, AUTOD_PORT, TRPD_TRP_PORT } = node.ports
  return {
    TRPD_PORT: '0',
    TRPD_TRP_PORT: '0',
    TRPD_PUBLIC_URL: `http://localhost:${TRPD_TRP_PORT}`,
    TRPD_PRIVATE_HOSTS: 'http',
    TRPD_VASP_NAME: 'Example VASP',
    TRPD_VASP_LEI: '529900EXAMPLEVASP027',
    TRPD_DATABASE_URL: node.read().databaseUrls?.trpd,
    TRPD_SEALING_KEYS: trpdSealingKeys,
    ASSERTION_JWKS_URL: `http://127.0.0.1:${GATEWAY_INTERNAL_PORT}/.well-known/jwks.json`,
    FEED_JWKS_URL: `http://127.0.0.1:${AUTOD_PORT}/.well-known/jwks.json`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  }
}
