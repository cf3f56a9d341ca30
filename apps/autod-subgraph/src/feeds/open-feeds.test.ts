import { runFeedsCommand } from '@travel-rule/database/feeds-command'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OwnedStores, openOwnedStores } from '../testing/open-owned-store.ts'
import { openTestAutod } from '../testing/open-test-autod.ts'
import { openTestSource, transferEvent } from '../testing/open-test-source.ts'

const QUERY = `{ autod {
  auditLogsCount
  auditFeeds { source position epoch stop { at reason epoch acceptedBy } }
  auditLogs(first: 1) { nodes { source type subjectType subjectId actor { type name } detail { name value } } }
  verifyAuditLog { isIntact }
} }`

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

async function openWithEntries() {
  const trpd = stack.use(await openTestSource())
  const autod = stack.use(await openTestAutod({ feeds: `trpd=${trpd.url}` }))
  trpd.trust(`${autod.url}/.well-known/jwks.json`)
  await trpd.append(...Array.from({ length: 6 }, () => transferEvent()))
  await autod.until(QUERY, (data) => data.autod.auditLogsCount === 6)
  const env = { AUTOD_DATABASE_URL: autod.databaseUrl, TRPD_DATABASE_URL: trpd.databaseUrl }
  const readiness = async () => {
    const response = await fetch(`${autod.url}/readyz`)
    const { checks } = (await response.json()) as { checks: { feeds: string } }
    return [response.status, checks.feeds]
  }
  return { trpd, autod, readiness, feeds: (...args: string[]) => runFeedsCommand(args, env) }
}

describe('a service whose database was restored from a backup', () => {
  it('a service restored from a backup is no longer read until the gap is accepted, and readiness, metrics, data and the command say so', async () => {
    const { trpd, autod, readiness, feeds } = await openWithEntries()
    expect(await readiness()).toEqual([200, 'ok'])
    await trpd.restore(4)
    await trpd.append(...Array.from({ length: 5 }, () => transferEvent({ type: 'transfer.canceled' })))
    const stopped = await autod.until(QUERY, (data) => data.autod.auditFeeds[0].stop !== null)
    const [feed] = stopped.autod.auditFeeds
    expect(stopped.autod.auditLogsCount).toBe(6)
    expect(feed).toMatchObject({ source: 'trpd', position: '6', stop: { acceptedBy: null } })
    expect(feed.stop.epoch).not.toBe(feed.epoch)
    expect(await readiness()).toEqual([200, expect.stringContaining('restored from a backup: trpd')])
    const metrics = async () => (await fetch(`${autod.url}/metrics`)).text()
    await expect.poll(metrics).toMatch(/^feed_state\{source="trpd",state="STOPPED".*\} 1$/m)
    expect(await feeds('list')).toMatch(/^trpd: position 6, epoch .*, stopped since .*\n$/)

    expect(await feeds('accept', 'trpd')).toContain('autod recorded the gap in the audit log')
    const recorded = await autod.graphql('{ autod { auditLogsCount(filter: { types: ["feed.gap-accepted"] }) } }')
    expect(recorded.data.autod.auditLogsCount).toBe(1)
    const continued = await autod.until(QUERY, (data) => data.autod.auditLogsCount === 12)
    expect(continued.autod.auditFeeds).toEqual([{ source: 'trpd', position: '9', epoch: feed.stop.epoch, stop: null }])
    expect(continued.autod.verifyAuditLog.isIntact).toBe(true)
    const { data } = await autod.graphql(`{ autod { auditLogs(filter: { types: ["feed.gap-accepted"] }) { nodes {
      source sequence subjectType subjectId actor { type name } detail { name value } } } } }`)
    const [gap] = data.autod.auditLogs.nodes
    expect(gap).toMatchObject({ source: 'autod', sequence: '7', subjectType: 'feed', subjectId: 'trpd' })
    const detail = gap.detail.map(({ name, value }: { name: string; value: string }) => [name, value])
    expect(Object.fromEntries(detail)).toMatchObject({
      lostAfter: '4',
      lostUntil: '6',
      epoch: feed.stop.epoch,
      previousEpoch: feed.epoch,
      acceptedBy: gap.actor.name,
    })
    expect(await readiness()).toEqual([200, 'ok'])
    await expect(feeds('accept', 'trpd')).rejects.toThrow('is not stopped')
  })

  it('a service restored from a backup is no longer read even if an operator announces the restore before anything else reveals it', async () => {
    const { trpd, autod, feeds } = await openWithEntries()
    expect(await feeds('new-epoch', 'trpd')).toContain('new epoch')
    await trpd.append(transferEvent())
    const { autod: stopped } = await autod.until(QUERY, (data) => data.autod.auditFeeds[0].stop !== null)
    expect(stopped.auditFeeds[0].stop.reason).toBe('EPOCH_CHANGED')
    expect(stopped.auditLogsCount).toBe(6)
    await feeds('accept', 'trpd')
    await autod.until(QUERY, (data) => data.autod.auditLogsCount === 8)
  })
})

describe('a cursor that the role of the service moves', () => {
  let stores: OwnedStores
  beforeAll(async () => {
    stores = await openOwnedStores()
  })
  afterAll(() => stores?.[Symbol.asyncDispose]())

  it.each([
    'position = 4',
    'position = 4, event_position = 4',
    `position = 4, event_position = 4, event_id = gen_random_uuid()::text`,
    'position = 0',
  ])(
    'a cursor moved by the role of the service does not skip any event, while the reader runs or before it starts: %s',
    async (change) => {
      const store = stack.use(await stores.open())
      const pool = store.database.pool
      const trpd = stack.use(await openTestSource())
      const append = () => trpd.append(...Array.from({ length: 3 }, () => transferEvent()))
      const open = async () => {
        const autod = await openTestAutod({ feeds: `trpd=${trpd.url}`, databaseUrl: store.database.url })
        trpd.trust(`${autod.url}/.well-known/jwks.json`)
        return autod
      }
      await append()
      {
        await using autod = await open()
        await autod.until(QUERY, (data) => data.autod.auditLogsCount === 3)
      }
      await append()
      await pool.query(`update feed_cursor set ${change}`)
      await using autod = await open()
      await autod.until(QUERY, (data) => data.autod.auditLogsCount === 6)
      await pool.query(`update feed_cursor set ${change.replace('position = 4', 'position = 8')}`)
      await append()
      const { autod: read } = await autod.until(QUERY, (data) => data.autod.auditFeeds[0].position === '9')
      expect(read).toMatchObject({ auditLogsCount: 9, verifyAuditLog: { isIntact: true } })
      const { rows } = await pool.query('select source_position from audit_log order by sequence')
      expect(rows.map((row) => Number(row.source_position))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    },
  )
})

describe('an audit feed', () => {
  it('an audit feed reports when an event was last read, and nothing before the first', async () => {
    const times = '{ autod { auditFeeds { position changedAt } } }'
    const trpd = stack.use(await openTestSource())
    const autod = stack.use(await openTestAutod({ feeds: `trpd=${trpd.url}` }))
    trpd.trust(`${autod.url}/.well-known/jwks.json`)
    expect((await autod.graphql(times)).data.autod.auditFeeds).toEqual([{ position: '0', changedAt: null }])
    await trpd.append(transferEvent())
    const { autod: read } = await autod.until(times, (data) => data.autod.auditFeeds[0].position === '1')
    expect(Date.parse(read.auditFeeds[0].changedAt)).not.toBeNaN()
  })
})

describe('the command of feeds', () => {
  it.each([[[]], [['accept']], [['restore', 'trpd']], [['accept', 'aopd', 'trpd', 'x']], [['list', 'trpd', 'x']]])(
    'the feeds command shows its usage for %j',
    async (args) => {
      await expect(runFeedsCommand(args, {})).rejects.toThrow('npm run feeds -- list')
    },
  )

  it('the feeds command names the setting of a database that is missing or unreachable', async () => {
    await expect(runFeedsCommand(['list'], {})).rejects.toThrow('AUTOD_DATABASE_URL')
    const env = { TRPD_DATABASE_URL: 'postgres://trpd@127.0.0.1:1/trpd' }
    await expect(runFeedsCommand(['new-epoch', 'trpd'], env)).rejects.toThrow('TRPD_DATABASE_URL: ')
  })
})
