import { terminateConnections } from '@travel-rule/database/testing/terminate-connections'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import { createClient } from 'graphql-ws'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openGatewayProcesses } from '../processes/testing/gateway-processes.ts'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let stack: AsyncDisposableStack
let databaseUrl: string
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  databaseUrl = await createTestDatabase(stack)
})
afterEach(() => stack.disposeAsync())

type Replica = Pick<TestGateway, 'url' | 'wsUrl' | 'internalUrl' | 'issuer'>

/** A replica that trusts the issuer of `first`. */
async function openReplica(first?: Replica): Promise<TestGateway> {
  const env = {
    GATEWAY_DATABASE_URL: databaseUrl,
    ...(first && { GATEWAY_OIDC_ISSUER: first.issuer.issuer }),
  }
  return stack.use(await openTestGateway({ env }))
}

const tokenOf = ({ issuer }: Replica, sid: string) =>
  issuer.token({ sub: 'ada', sid, realm_access: { roles: ['clerk'] } })

async function statusOf({ url }: Replica, token: string): Promise<number> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"query":"{ __typename }"}',
  })
  return response.status
}

async function logOut(at: Replica, from: Replica, claims: Record<string, unknown> = {}): Promise<number> {
  const body = new URLSearchParams({ logout_token: await from.issuer.logoutToken(claims) })
  return (await fetch(`${at.url}/oidc/backchannel-logout`, { method: 'POST', body })).status
}

/** A subscription: resolves once its socket is connected. */
async function follow({ wsUrl }: Replica, token: string) {
  const connected = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<unknown>()
  const client = createClient({
    url: wsUrl,
    webSocketImpl: WebSocket,
    lazy: false,
    retryAttempts: 0,
    connectionParams: { bearer_token: token },
    onNonLazyError: () => undefined,
    on: { connected: () => connected.resolve(), closed: closed.resolve },
  })
  stack.defer(async () => client.dispose())
  const ended = new Promise<unknown>((resolve) => {
    client.subscribe(
      { query: 'subscription { orderChanged { id } }' },
      { next: () => undefined, error: resolve, complete: () => resolve('complete') },
    )
  })
  await connected.promise
  return { ended, closed: closed.promise }
}

async function readiness({ internalUrl }: Replica) {
  const response = await fetch(`${internalUrl}/readyz`)
  return { ...((await response.json()) as { checks: Record<string, string> }), status: response.status }
}

async function query(statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

/** Ends all connections to the database and refuses new ones until the returned function is called. */
async function takeDatabaseAway(): Promise<() => Promise<void>> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/tests'
  const allow = async (value: boolean) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(`alter database ${name} allow_connections ${value}`)
    await client.end()
  }
  // Listed first: once connections are refused, no new one could end the others.
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await allow(false)
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  )
  await admin.end()
  return () => allow(true)
}

test('a logout at one replica ends requests and WebSockets of the session at another', async () => {
  const first = await openReplica()
  const second = await openReplica(first)
  const [mine, other] = [await tokenOf(first, 'session-1'), await tokenOf(first, 'session-2')]
  const [ending, staying] = [await follow(second, mine), await follow(second, other)]
  expect(await statusOf(second, mine)).toBe(200)

  expect(await logOut(first, first)).toBe(200)
  expect(await ending.closed).toMatchObject({ code: 4403 })
  expect(await ending.ended).toMatchObject([{ extensions: { code: 'TOKEN_REVOKED' } }])
  expect(await statusOf(second, mine)).toBe(401)
  expect(await statusOf(second, other)).toBe(200)
  expect(await Promise.race([staying.closed, 'open'])).toBe('open')
})

test('a replica that starts after a logout refuses the tokens of the session, and is ready', async () => {
  const first = await openReplica()
  const [mine, other] = [await tokenOf(first, 'session-1'), await tokenOf(first, 'session-2')]
  expect(await logOut(first, first)).toBe(200)
  const later = await openReplica(first)
  expect(await statusOf(later, mine)).toBe(401)
  expect(await statusOf(later, other)).toBe(200)
  expect((await readiness(later)).checks.endedSessions).toBe('ok')
})

test('a logout of all sessions of a person reaches another replica', async () => {
  const first = await openReplica()
  const second = await openReplica(first)
  const token = await tokenOf(first, 'session-7')
  const socket = await follow(second, token)
  expect(await logOut(first, first, { sid: undefined })).toBe(200)
  expect(await socket.closed).toMatchObject({ code: 4403 })
  expect(await statusOf(second, token)).toBe(401)
})

test('a logout elsewhere reaches every process of a replica, and a logout at the replica reaches the others', async () => {
  const several = stack.use(await openGatewayProcesses({ env: { GATEWAY_DATABASE_URL: databaseUrl } }))
  const single = await openReplica(several)
  const tokens = [await tokenOf(several, 'session-1'), await tokenOf(several, 'session-2')]
  const [mine = '', other = ''] = tokens
  const sockets = await Promise.all([1, 2, 3, 4].map(() => follow(several, mine)))
  expect(await logOut(single, several)).toBe(200)
  for (const { closed } of sockets) expect(await closed).toMatchObject({ code: 4403 })

  const socket = await follow(single, other)
  expect(await logOut(several, several, { sid: 'session-2' })).toBe(200)
  expect(await socket.closed).toMatchObject({ code: 4403 })
  expect((await readiness(several)).checks.endedSessions).toBe('ok')
})

test('while the database is down, a logout ends the session where it arrives, and elsewhere once the database is back', async () => {
  const first = await openReplica()
  const second = await openReplica(first)
  const token = await tokenOf(first, 'session-1')
  const socket = await follow(second, token)
  const bringBack = await takeDatabaseAway()
  expect(await logOut(first, first)).toBe(200)
  expect(await statusOf(first, token)).toBe(401)
  expect(await statusOf(second, token)).toBe(200)
  expect(await readiness(first)).toMatchObject({
    status: 200,
    checks: { endedSessions: 'ended sessions are not shared with other replicas' },
  })
  const warnings = first.logged.filter((line) => line.includes('ended sessions cannot be shared'))
  expect(warnings).toHaveLength(1)
  const { password } = new URL(databaseUrl)
  expect(password.length).toBeGreaterThan(8)
  expect(first.logged.join()).not.toContain(password)

  await bringBack()
  expect(await socket.closed).toMatchObject({ code: 4403 })
  expect(await statusOf(second, token)).toBe(401)
  await expect.poll(async () => (await readiness(first)).checks.endedSessions).toBe('ok')
})

test('readiness notes a read-only database before a logout needs to write', async () => {
  const replica = await openReplica()
  expect((await readiness(replica)).checks.endedSessions).toBe('ok')
  const name = new URL(databaseUrl).pathname.slice(1)
  await query(`alter database ${name} set default_transaction_read_only = on`)
  await terminateConnections(databaseUrl)
  const note = 'ended sessions are not shared with other replicas'
  await expect.poll(async () => (await readiness(replica)).checks.endedSessions).toBe(note)
  await query(`set transaction read write; alter database ${name} reset default_transaction_read_only`)
  await terminateConnections(databaseUrl)
  await expect.poll(async () => (await readiness(replica)).checks.endedSessions).toBe('ok')
})

test('a replica that starts while the database is down is not ready until it has read the ended sessions', async () => {
  const first = await openReplica()
  const token = await tokenOf(first, 'session-1')
  expect(await logOut(first, first)).toBe(200)
  const bringBack = await takeDatabaseAway()
  const later = await openReplica(first)
  expect(await readiness(later)).toMatchObject({
    status: 503,
    checks: { endedSessions: 'ended sessions have not been read from the database' },
  })
  await bringBack()
  await expect.poll(async () => (await readiness(later)).checks.endedSessions).toBe('ok')
  expect(await statusOf(later, token)).toBe(401)
})

test('a logout whose notification is lost ends the session after the connection is restored', async () => {
  const first = await openReplica()
  const second = await openReplica(first)
  const token = await tokenOf(first, 'session-1')
  const socket = await follow(second, token)
  await terminateConnections(databaseUrl)
  expect(await logOut(first, first)).toBe(200)
  expect(await socket.closed).toMatchObject({ code: 4403 })
})

test('rows of sessions whose tokens have expired are deleted, and a replica that starts later does not read them', async () => {
  const first = await openReplica()
  const token = await tokenOf(first, 'session-1')
  expect(await logOut(first, first)).toBe(200)
  await query("update ended_session set expires_at = now() - interval '1 second'")
  const later = await openReplica(first)
  expect(await statusOf(later, token)).toBe(200)
  expect(await logOut(first, first, { sid: 'session-2' })).toBe(200)
  expect(await query('select session_id from ended_session')).toEqual([{ session_id: 'session-2' }])
})

test('a logout reaches other replicas after the database was restored from a backup', async () => {
  const first = await openReplica()
  const second = await openReplica(first)
  const [earlier, later] = [await tokenOf(first, 'session-1'), await tokenOf(first, 'session-2')]
  expect(await logOut(first, first)).toBe(200)
  await expect.poll(() => statusOf(second, earlier)).toBe(401)
  const socket = await follow(second, later)
  await query('truncate ended_session restart identity')
  expect(await logOut(first, first, { sid: 'session-2' })).toBe(200)
  expect(await socket.closed).toMatchObject({ code: 4403 })
})

test('a logout reaches other replicas after the database was recreated without its table', async () => {
  const first = await openReplica()
  const second = await openReplica(first)
  const socket = await follow(second, await tokenOf(first, 'session-1'))
  await query('drop schema public cascade')
  await query('create schema public')
  expect(await logOut(first, first)).toBe(200)
  expect(await socket.closed).toMatchObject({ code: 4403 })
})
