import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { NodeFile } from '@travel-rule/node/node-file'
import { processesCpuMs } from './process-cpu.ts'

const SUPERVISOR = fileURLToPath(new URL('../tools/node/src/main.ts', import.meta.url))
const START_MS = 600_000
const MEASURED = ['gateway', 'trpd', 'aopd', 'autod', 'postgres']

/** A person whose token is used instead of the client's. */
export type Role = 'administrator'

interface QueryOptions {
  readonly role?: Role | undefined
  readonly errorsExpected?: boolean
}

/** A complete node, as run by `npm start`, but without a rate limit on its clients. */
export interface BenchNode extends AsyncDisposable {
  /** Resolves with the data; rejects when the response has errors, unless they are expected. */
  query<Data>(query: string, variables?: object, options?: QueryOptions): Promise<Data>
  /** The client's access token, and the URL of its live updates. */
  readonly live: { readonly url: string; readonly token: string }
  readonly file: NodeFile
  /** CPU time so far of the gateway, the subgraphs and PostgreSQL. Linux only. */
  cpuMs(): number
}

export interface BenchNodeOptions {
  /** Settings of the node. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder of a stopped node, which is kept; a new one by default. */
  readonly dataDir?: string
}

/** Starts a node. `PORT_BASE` moves its ports. */
export async function openBenchNode(options: BenchNodeOptions = {}): Promise<BenchNode> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'bench node '))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT_BASE: process.env.PORT_BASE ?? '17000',
    DATA_DIR: dataDir,
    GATEWAY_CLIENT_LIMITS: 'rate=1000000,burst=1000000',
    GATEWAY_OPERATION_COST_MAX: '1000000',
    ...options.settings,
  }
  const supervisor = spawn(process.execPath, [SUPERVISOR, '--no-demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await using stack = new AsyncDisposableStack()
  if (options.dataDir === undefined) stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  stack.defer(() => stop(supervisor))
  const path = `${dataDir}/node.json`
  for (const until = Date.now() + START_MS; !existsSync(path); await delay(100)) {
    if (supervisor.exitCode !== null || Date.now() > until) throw new Error('the node did not start')
  }
  const file = JSON.parse(readFileSync(path, 'utf8')) as NodeFile
  const { baseUrl, realm, clientId = '', clientSecret = '', people = [], parts } = file
  const { username = '', password = '' } = people.find((person) => person.role === 'administrator') ?? {}
  const client = { client_id: clientId, client_secret: clientSecret, scope: 'openid' }
  const issuer = `${baseUrl}/auth/realms/${realm}`
  const tokens = {
    client: await tokenOf(issuer, { grant_type: 'client_credentials', ...client }),
    administrator: await tokenOf(issuer, { grant_type: 'password', username, password, ...client }),
  }
  const pids: number[] = MEASURED.map((part) => parts[part]?.pid ?? 0)
  const owned = stack.move()
  return {
    async query<Data>(query: string, variables?: object, { role, errorsExpected = false }: QueryOptions = {}) {
      const response = await fetch(`${baseUrl}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[role ?? 'client']}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors = [] } = (await response.json()) as { data: Data; errors?: object[] }
      if (!errorsExpected && errors.length > 0) throw new Error(`${query.slice(0, 500)}\n${JSON.stringify(errors[0])}`)
      return data
    },
    live: { url: `${baseUrl.replace(/^http/, 'ws')}/graphql-ws`, token: tokens.client },
    file,
    cpuMs: () => processesCpuMs(pids),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function tokenOf(issuer: string, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(form)
  const response = await fetch(`${issuer}/protocol/openid-connect/token`, { method: 'POST', body })
  return ((await response.json()) as { access_token: string }).access_token
}

async function stop(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return
  const ended = once(supervisor, 'exit')
  supervisor.kill('SIGTERM')
  await ended
}
