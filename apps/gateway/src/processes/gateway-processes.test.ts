import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { LOGOUT_EVENT } from '@travel-rule/auth/testing/test-issuer'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type GatewayProcesses, openGatewayProcesses, type ProcessClient } from './testing/gateway-processes.ts'

const ORDERS = '{ orders { list { id } } }'
const FOLLOW = 'subscription { orderChanged { id } }'

/** An authenticated WebSocket that follows orders: the received results, and how it closes. */
async function openFollower({ wsUrl }: GatewayProcesses, token: string) {
  const socket = new WebSocket(wsUrl, 'graphql-transport-ws')
  const messages: { type: string; payload?: unknown }[] = []
  const closed = once(socket, 'close').then(([code]) => Number(code))
  socket.on('message', (text) => messages.push(JSON.parse(String(text))))
  socket.on('error', () => undefined)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { bearer_token: token } }))
  await expect.poll(() => messages.length).toBe(1)
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: FOLLOW } }))
  return { socket, messages, closed, isOpen: () => socket.readyState === WebSocket.OPEN }
}

/** How the upgrade of a WebSocket ends: it opens, or is refused with a status. */
async function upgrade({ wsUrl }: GatewayProcesses): Promise<WebSocket | number> {
  const socket = new WebSocket(wsUrl, 'graphql-transport-ws')
  socket.on('error', () => undefined)
  const refused = once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode))
  return Promise.race([once(socket, 'open').then(() => socket), refused])
}

/** Two clients connected to different processes, since processes get connections in turn. */
async function clientsOfBoth(
  gateway: GatewayProcesses,
  token: string,
): Promise<readonly [ProcessClient, ProcessClient]> {
  const clients = [gateway.client(token), gateway.client(token)] as const
  for (const client of clients) expect(await client.query(ORDERS)).toMatchObject({ status: 200 })
  return clients
}

test('two processes serve requests and WebSockets, share metrics and readiness, and drain together', async () => {
  await using gateway = await openGatewayProcesses()
  await expect.poll(() => [...gateway.pids().keys()].sort()).toEqual([1, 2])
  const token = await gateway.token()
  const clients = await clientsOfBoth(gateway, token)
  for (let round = 0; round < 20; round += 1) {
    for (const client of clients) expect(await client.query(ORDERS)).toMatchObject({ status: 200 })
  }
  const followers = [await openFollower(gateway, token), await openFollower(gateway, token)]
  // Each process follows the subgraph once, for all of its clients.
  await gateway.journal.subscribed(2)
  gateway.journal.publish({ id: '7', item: 'tea' })
  for (const { messages } of followers) await expect.poll(() => messages.at(-1)?.type).toBe('next')
  expect(await gateway.metric('http_request_duration_seconds_count')).toBe(42)
  expect(await gateway.metric('gateway_processes')).toBe(2)
  expect(await gateway.metric('live_operations')).toBe(2)
  const metrics = await (await fetch(`${gateway.internalUrl}/metrics`)).text()
  for (const process of ['primary', '1', '2']) expect(metrics).toContain(`process="${process}"`)
  const ready = await fetch(`${gateway.internalUrl}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { checks: { api: 'ok', processes: 'ok', supergraph: 'ok' } },
  ])
  gateway.terminate()
  expect(await Promise.all(followers.map(({ closed }) => closed))).toEqual([1012, 1012])
  expect(await gateway.exited).toBe(0)
  expect(gateway.logged().filter(({ msg, process }) => msg === 'stopped' && process !== undefined)).toHaveLength(2)
})

test('the rate limit of a client and the limit of connections per address hold across all processes', async () => {
  await using gateway = await openGatewayProcesses({
    env: {
      GATEWAY_CLIENT_LIMITS: 'rate=1,burst=300',
      GATEWAY_SOCKETS_MAX: 'address=3',
    },
  })
  // Planning costs tokens as well: another client pays for it.
  const other = await gateway.token({ sub: 'bob' })
  await clientsOfBoth(gateway, other)
  const startedMs = performance.now()
  const clients = await clientsOfBoth(gateway, await gateway.token())
  const statusesOf = async (client: ProcessClient) => {
    const statuses: (number | undefined)[] = []
    for (let count = 0; count < 400; count += 1) statuses.push((await client.query(ORDERS)).status)
    return statuses
  }
  const statuses = await Promise.all(clients.map(statusesOf))
  const served = 2 + statuses.flat().filter((status) => status === 200).length
  expect(served).toBeLessThanOrEqual(300 + Math.ceil((performance.now() - startedMs) / 1_000))
  for (const each of statuses) expect(new Set(each)).toEqual(new Set([200, 429]))
  const first = await openFollower(gateway, other)
  for (let count = 0; count < 2; count += 1) await openFollower(gateway, other)
  expect(await upgrade(gateway)).toBe(429)
  first.socket.close()
  // The next may get to the other process.
  await expect.poll(() => upgrade(gateway)).toBeInstanceOf(WebSocket)
})

test('a back-channel logout ends sessions in all processes, including one that starts later', async () => {
  await using gateway = await openGatewayProcesses()
  const token = await gateway.token({ sub: 'ada', sid: 'session-1' })
  const followers = [await openFollower(gateway, token), await openFollower(gateway, token)]
  const other = await openFollower(gateway, await gateway.token({ sub: 'ada', sid: 'session-2' }))
  const logout = await gateway.issuer.logoutToken({ sub: 'ada', sid: 'session-1', events: { [LOGOUT_EVENT]: {} } })
  const response = await fetch(`${gateway.url}/oidc/backchannel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: logout }),
  })
  expect(response.status).toBe(200)
  await Promise.all(followers.map(({ closed }) => closed))
  expect(other.isOpen()).toBe(true)
  for (const number of [1, 2]) {
    process.kill(gateway.pids().get(number) ?? 0, 'SIGKILL')
    await expect.poll(() => gateway.metric('gateway_processes_ended_total')).toBe(number)
    await expect.poll(() => gateway.metric('gateway_processes')).toBe(2)
  }
  const clients = [gateway.client(token), gateway.client(token)]
  expect(await Promise.all(clients.map(async (client) => (await client.query(ORDERS)).status))).toEqual([401, 401])
})

test('a process that is killed under load is replaced, and clients of the others do not notice', async () => {
  await using gateway = await openGatewayProcesses({ env: { GATEWAY_SOCKETS_MAX: 'address=2' } })
  const token = await gateway.token()
  const clients = await clientsOfBoth(gateway, token)
  const followers = [await openFollower(gateway, token), await openFollower(gateway, token)]
  await gateway.journal.subscribed(2)
  expect(await upgrade(gateway)).toBe(429)
  let isOver = false
  const load = clients.map(async (client) => {
    let served = 0
    for (; !isOver; served += 1) if ((await client.query(ORDERS)).status !== 200) throw new Error('a request failed')
    return served
  })
  const outcomes = Promise.allSettled(load)
  const counted = await gateway.metric('http_request_duration_seconds_count')
  const killed = gateway.pids().get(1)
  process.kill(killed ?? 0, 'SIGKILL')
  await expect.poll(() => gateway.pids().get(1)).not.toBe(killed)
  await expect.poll(() => gateway.metric('gateway_processes')).toBe(2)
  // Counters do not decrease when a process ends.
  expect(await gateway.metric('http_request_duration_seconds_count')).toBeGreaterThanOrEqual(counted)
  isOver = true
  expect((await outcomes).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(followers.filter(({ isOpen }) => isOpen())).toHaveLength(1)
  gateway.journal.publish({ id: '8', item: 'tea' })
  const alive = followers.find(({ isOpen }) => isOpen())
  await expect.poll(() => alive?.messages.at(-1)?.type).toBe('next')
  // The sockets of the killed process are no longer counted.
  expect(await upgrade(gateway)).toBeInstanceOf(WebSocket)
  const ended = gateway.logged().find(({ msg }) => msg === 'a process has ended')
  expect(ended).toMatchObject({ process: 1, signal: 'SIGKILL' })
})

test('a process that hangs is killed and replaced', async () => {
  await using gateway = await openGatewayProcesses({ env: { GATEWAY_PROCESS_HANG_SECONDS: '1' } })
  const token = await gateway.token()
  const clients = await clientsOfBoth(gateway, token)
  const hung = gateway.pids().get(1)
  process.kill(hung ?? 0, 'SIGSTOP')
  const outcomes = Promise.allSettled(clients.map((client) => client.query(ORDERS)))
  await expect.poll(() => gateway.pids().get(1)).not.toBe(hung)
  await expect.poll(() => gateway.metric('gateway_processes')).toBe(2)
  expect((await outcomes).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await gateway.metric('gateway_processes_hung_total')).toBe(1)
  expect(gateway.logged()).toContainEqual(
    expect.objectContaining({ msg: 'a process does not respond: it is ended', process: 1 }),
  )
})

test('a connection in transit to a process that ends is closed', async () => {
  await using gateway = await openGatewayProcesses()
  const token = await gateway.token()
  await clientsOfBoth(gateway, token)
  const hung = gateway.pids().get(1) ?? 0
  process.kill(hung, 'SIGSTOP')
  // Each process is given one connection at a time, so the second and third go to the other process.
  const requests = [1, 2, 3].map(() => gateway.client(token).query(ORDERS))
  const outcomes = Promise.allSettled(requests)
  await Promise.any(requests)
  process.kill(hung, 'SIGKILL')
  expect((await outcomes).map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

test('a process that hangs does not keep the gateway from stopping', async () => {
  await using gateway = await openGatewayProcesses({ env: { GATEWAY_PROCESS_HANG_SECONDS: '1' } })
  await expect.poll(() => [...gateway.pids().keys()].sort()).toEqual([1, 2])
  process.kill(gateway.pids().get(1) ?? 0, 'SIGSTOP')
  gateway.terminate()
  expect(await gateway.exited).toBe(0)
})

test('the port is open again after all processes were killed at once', async () => {
  await using gateway = await openGatewayProcesses({ env: { GATEWAY_PORT: String(await freePort()) } })
  const token = await gateway.token()
  await clientsOfBoth(gateway, token)
  for (const pid of gateway.pids().values()) process.kill(pid, 'SIGKILL')
  const respond = async () => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: ORDERS }),
      signal: AbortSignal.timeout(1_000),
    })
    return response.status
  }
  await expect.poll(() => respond().catch(() => undefined)).toBe(200)
  await expect.poll(() => gateway.metric('gateway_processes')).toBe(2)
})

test('another supergraph is read once and served by all processes', async () => {
  await using gateway = await openGatewayProcesses()
  const clients = await clientsOfBoth(gateway, await gateway.token())
  const { file, sdl } = gateway.supergraph
  await writeFile(file, sdl.replace('crash: String', 'crash: String\n  crashed: String'))
  for (const client of clients) {
    await expect
      .poll(async () => (await client.query('{ __type(name: "OrdersQuery") { fields { name } } }')).data)
      .toMatchObject({ __type: { fields: expect.arrayContaining([{ name: 'crashed' }]) } })
  }
  const serving = gateway.logged().filter(({ msg }) => msg === 'serving a supergraph')
  expect(serving.map(({ process }) => process).sort()).toEqual([1, 1, 2, 2])
  await writeFile(file, 'not a supergraph')
  await expect
    .poll(async () => (await fetch(`${gateway.internalUrl}/readyz`)).text())
    .toContain('the last good supergraph')
  for (const client of clients) expect(await client.query(ORDERS)).toMatchObject({ status: 200 })
})

test('a gateway whose processes fail to start five times in a row logs the error and exits', async () => {
  await using gateway = await openGatewayProcesses({
    env: { GATEWAY_SUPERGRAPH: '/nowhere/supergraph.graphql' },
    started: false,
  })
  expect(await gateway.exited).toBe(1)
  expect(gateway.output()).toContain('gateway: GATEWAY_PROCESSES: process 1 ended 5 times before it served')
  expect(gateway.output().match(/GATEWAY_SUPERGRAPH: \/nowhere/g)).toHaveLength(5)
})
