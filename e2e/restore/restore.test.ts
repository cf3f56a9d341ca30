import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EmbeddedCluster, openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Api, openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { ROOT, type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { probeTransfers } from '../harness/transfers.ts'
import { backUpDatabase } from './database-backup.ts'

const AUDIT = `{ autod {
  auditFeeds { source position epoch stop { reason epoch } }
  auditLogs(first: 500) { nodes { type subjectId detail { name value } } }
  verifyAuditLog { isIntact isComplete }
} }`

interface Audit {
  readonly autod: {
    readonly auditFeeds: readonly {
      readonly source: string
      readonly epoch: string
      readonly stop: { readonly reason: string; readonly epoch: string } | null
    }[]
    readonly auditLogs: {
      readonly nodes: readonly {
        readonly type: string
        readonly subjectId: string
        readonly detail: readonly { readonly name: string; readonly value: string }[]
      }[]
    }
    readonly verifyAuditLog: { readonly isIntact: boolean; readonly isComplete: boolean }
  }
}

describe('trpd is restored from a backup while the service runs', () => {
  let folder: string
  let cluster: EmbeddedCluster
  let node: RunningNode
  let env: Record<string, string>
  let api: Api

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'restore-'))
    cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
    env = {
      TRPD_DATABASE_URL: await cluster.ensureDatabase('trpd'),
      AOPD_DATABASE_URL: await cluster.ensureDatabase('aopd'),
      AUTOD_DATABASE_URL: await cluster.ensureDatabase('autod'),
    }
    node = await startNode({ env, args: ['--no-demo'] })
    api = await openApi(accessTo(node))
  })
  afterAll(async () => {
    await node?.[Symbol.asyncDispose]()
    await cluster?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const feeds = (...args: string[]) =>
    promisify(execFile)(process.execPath, [`${ROOT}/packages/database/src/feeds/main.ts`, ...args], { env })
  const announce = async () => {
    const { stdout } = await feeds('new-epoch', 'trpd')
    return /^trpd has the new epoch (\S+)\./.exec(stdout)?.[1] ?? stdout
  }
  const trpdFeed = ({ autod }: Audit) => autod.auditFeeds.find(({ source }) => source === 'trpd')
  const subjects = ({ autod }: Audit) => autod.auditLogs.nodes.map(({ subjectId }) => subjectId)
  const untilAudited = (ids: readonly string[]) =>
    eventually(
      () => api.request<Audit>(AUDIT),
      (audit) => ids.every((id) => subjects(audit).includes(id)),
    )
  const untilStopped = (epoch?: string) =>
    eventually(
      () => api.request<Audit>(AUDIT),
      (audit) => {
        const stop = trpdFeed(audit)?.stop
        return stop != null && (epoch === undefined || stop.epoch === epoch)
      },
    )
  const transfer = () =>
    eventually(
      () => probeTransfers(api),
      () => true,
    )
  const transfers = async (count: number) => {
    const ids: string[] = []
    while (ids.length < count) ids.push(await transfer())
    return ids
  }

  /** Follows all transactions. `ended` resolves with the code of the error that ends the subscription. */
  function openClient(resumeAfter?: string) {
    const client = createClient({
      url: `${accessTo(node).baseUrl.replace(/^http/, 'ws')}/graphql-ws`,
      connectionParams: { bearer_token: api.token },
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    })
    const seen: string[] = []
    const ended = Promise.withResolvers<unknown>()
    let position = resumeAfter
    const extensions = { announce: true, ...(resumeAfter !== undefined && { resumeAfter }) }
    client.subscribe<{ trpdTransactions: { id: string } }, { position?: string }>(
      { query: 'subscription { trpdTransactions { id } }', extensions },
      {
        next({ data, extensions }) {
          position = extensions?.position ?? position
          if (data) seen.push(data.trpdTransactions.id)
        },
        error: (error) => ended.resolve(Array.isArray(error) ? error[0]?.extensions?.code : error),
        complete: () => ended.resolve('completed'),
      },
    )
    return {
      seen,
      ended: ended.promise,
      position: () => position,
      until: (ids: readonly string[]) =>
        eventually(
          () => seen,
          (all) => ids.every((id) => all.includes(id)),
        ),
      [Symbol.asyncDispose]: async () => void (await client.dispose()),
    }
  }

  test.each([
    ['and writes past what was audited, unannounced', false],
    ['and the operator announces it', true],
  ])('%s: reading stops, clients read again, and the accepted gap is in the audit log', async (_, announced) => {
    api = await openApi(accessTo(node))
    await using client = openClient()
    await eventually(client.position, (position) => position !== undefined)
    const kept = await transfers(2)
    await untilAudited(kept)
    const backup = await backUpDatabase(cluster.superuserUrl, 'trpd')
    const lost = await transfers(3)
    const before = await untilAudited(lost)
    expect(trpdFeed(before)?.stop).toBeNull()
    await client.until([...kept, ...lost])

    await backup.restore()
    // trpd may already have detected the restore and begun an epoch that differs from the announced one.
    const epoch = announced ? await announce() : undefined
    const written = await transfers(announced ? 1 : 8)
    const stopped = await untilStopped(epoch)
    expect(subjects(stopped)).not.toEqual(expect.arrayContaining(written))
    expect((await feeds('list')).stdout).toMatch(/trpd: .* stopped since/)
    const readyz = await fetch(`http://127.0.0.1:${node.ports.AUTOD_PORT}/readyz`)
    expect([readyz.status, await readyz.text()]).toEqual([200, expect.stringContaining('restored from a backup: trpd')])

    expect(await client.ended).toBe('RESUME_IMPOSSIBLE')
    expect(client.seen).not.toEqual(expect.arrayContaining(written))
    await using resumed = openClient(client.position())
    expect(await resumed.ended).toBe('RESUME_IMPOSSIBLE')
    await using fresh = openClient()
    await eventually(fresh.position, (position) => position !== undefined)

    await feeds('accept', 'trpd')
    const after = await untilAudited(written)
    expect(after.autod.verifyAuditLog).toEqual({ isIntact: true, isComplete: true })
    expect(trpdFeed(after)?.stop).toBeNull()
    expect(trpdFeed(after)?.epoch).not.toBe(trpdFeed(before)?.epoch)
    expect(subjects(after)).toEqual(expect.arrayContaining([...kept, ...lost]))
    const types = after.autod.auditLogs.nodes.map(({ type }) => type)
    const gap = after.autod.auditLogs.nodes[types.indexOf('feed.gap-accepted')]
    const facts = Object.fromEntries(gap?.detail.map(({ name, value }) => [name, value]) ?? [])
    expect(facts).toMatchObject({ epoch: trpdFeed(after)?.epoch, previousEpoch: trpdFeed(before)?.epoch })
    expect(BigInt(facts.lostUntil ?? 0) - BigInt(facts.lostAfter ?? 0)).toBe(3n)
    const last = await transfer()
    await fresh.until([last])

    // The backup is older than the announced and the detected epoch.
    await untilAudited([last])
    await backup.restore()
    const again = await transfers(4)
    const stoppedAgain = await untilStopped()
    expect(stoppedAgain.autod.verifyAuditLog).toEqual({ isIntact: true, isComplete: false })
    await feeds('accept', 'trpd')
    const all = await untilAudited(again)
    expect(all.autod.verifyAuditLog).toEqual({ isIntact: true, isComplete: true })
    expect(trpdFeed(all)?.epoch).not.toBe(trpdFeed(after)?.epoch)
  })
})
