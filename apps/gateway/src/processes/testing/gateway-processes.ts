import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestIssuer, type TestIssuer } from '@travel-rule/auth/testing/test-issuer'
import type { FormattedExecutionResult } from 'graphql'
import { openPublishedKeys } from '../../testing/published-keys.ts'
import { ROLE_SCOPES } from '../../testing/test-gateway.ts'
import { type Journal, testSubgraphs } from '../../testing/test-subgraphs.ts'

export type QueryResult = FormattedExecutionResult & { readonly status: number | undefined }

/** A client with one connection, which stays with the process that received it. */
export interface ProcessClient extends Disposable {
  /** Sends a query; rejects if the connection breaks. */
  query(query: string): Promise<QueryResult>
}

/** A gateway with several real processes, real subgraphs and a real issuer. */
export interface GatewayProcesses extends AsyncDisposable {
  readonly url: string
  readonly wsUrl: string
  readonly internalUrl: string
  readonly issuer: TestIssuer
  readonly journal: Journal
  readonly supergraph: { readonly file: string; readonly sdl: string }
  token(claims?: Record<string, unknown>): Promise<string>
  client(token: string): ProcessClient
  /** The log lines of all processes. */
  logged(): readonly Readonly<Record<string, unknown>>[]
  /** The output of all processes. */
  output(): string
  /** Operating-system ids of the running processes, by process number. */
  pids(): ReadonlyMap<number, number>
  /** The sum of a metric's series. */
  metric(name: string): Promise<number>
  /** Sends SIGTERM to the primary process. */
  terminate(): void
  /** The exit code of the primary process, once it has exited. */
  readonly exited: Promise<number | null>
}

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** `env`: settings of the gateway. `started`: if true, waits until the gateway serves. */
export async function openGatewayProcesses({
  env = {},
  nodeArguments = [],
  started = true,
}: {
  readonly env?: Record<string, string>
  readonly nodeArguments?: readonly string[]
  readonly started?: boolean
} = {}): Promise<GatewayProcesses> {
  await using stack = new AsyncDisposableStack()
  const issuer = stack.use(await openTestIssuer())
  const keys = stack.use(await openPublishedKeys())
  const subgraphs = testSubgraphs()
  const urls: string[] = []
  for (const subgraph of [subgraphs.orders, subgraphs.people]) {
    const host = stack.use(await subgraph.serve(keys.verifierOf(subgraph.name)))
    urls.push(`${subgraph.name}=http://127.0.0.1:${host.port}/graphql`)
  }
  const folder = await mkdtemp(join(tmpdir(), 'processes-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const file = join(folder, 'supergraph.graphql')
  await writeFile(file, subgraphs.supergraph)
  const child = spawn(process.execPath, [...nodeArguments, MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      APOLLO_TELEMETRY_DISABLED: 'true',
      GATEWAY_PROCESSES: '2',
      GATEWAY_PORT: '0',
      GATEWAY_INTERNAL_PORT: '0',
      GATEWAY_SUPERGRAPH: file,
      GATEWAY_SUBGRAPH_URLS: urls.join(','),
      GATEWAY_OIDC_ISSUER: issuer.issuer,
      GATEWAY_ASSERTION_KEYS: keys.keys,
      GATEWAY_ROLE_SCOPES: ROLE_SCOPES,
      GATEWAY_DEFAULT_ROLE: 'visitor',
      GATEWAY_CLIENT_LIMITS: 'burst=1000000',
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)))
  const closed = once(child, 'close').then(([code]) => code as number | null)
  stack.defer(async () => {
    child.kill('SIGTERM')
    await closed
  })
  const ports = await (started ? readyPorts(once(child, 'message'), closed, () => output) : { http: 0, internal: 0 })
  const url = `http://127.0.0.1:${ports.http}`
  const internalUrl = `http://127.0.0.1:${ports.internal}`
  const opened = stack.move()
  const logged = () => output.split('\n').flatMap(parseLine)
  return {
    url,
    wsUrl: `${url.replace('http', 'ws')}/graphql-ws`,
    internalUrl,
    issuer,
    journal: subgraphs.journal,
    supergraph: { file, sdl: subgraphs.supergraph },
    token: (claims = {}) => issuer.token({ realm_access: { roles: ['clerk'] }, ...claims }),
    client: (token) => openClient(ports.http, token),
    logged,
    output: () => output,
    pids() {
      const pids = new Map<number, number>()
      for (const { msg, process, pid } of logged()) {
        if (msg === 'started' && typeof process === 'number') pids.set(process, Number(pid))
      }
      return pids
    },
    async metric(name) {
      const text = await (await fetch(`${internalUrl}/metrics`)).text()
      const series = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))
      return [...series].reduce((sum, [, value]) => sum + Number(value), 0)
    },
    terminate: () => void child.kill('SIGTERM'),
    exited: closed,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function readyPorts(
  message: Promise<unknown[]>,
  closed: Promise<unknown>,
  output: () => string,
): Promise<{ http: number; internal: number }> {
  const first = await Promise.race([message, closed])
  const ready = Array.isArray(first) ? (first[0] as { ports?: { http: number; internal: number } }) : undefined
  if (ready?.ports === undefined) throw new Error(output())
  return ready.ports
}

function parseLine(line: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

function openClient(port: number, token: string): ProcessClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    query(query) {
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const sent = request(
        { port, host: '127.0.0.1', path: '/graphql', method: 'POST', agent, headers },
        (response) => {
          let text = ''
          response.on('data', (chunk) => (text += String(chunk)))
          response.on('error', reject)
          response.on('end', () => resolve({ ...JSON.parse(text), status: response.statusCode }))
        },
      )
      sent.on('error', reject)
      sent.end(JSON.stringify({ query }))
      return promise
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
