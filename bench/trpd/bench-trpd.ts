import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtempDisposable } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { processesCpuMs } from '../process-cpu.ts'
import type { TrpdBenchSettings } from './settings.ts'

const MAIN = fileURLToPath(new URL('../../apps/trpd-subgraph/src/main.ts', import.meta.url))
/** Timeout: longer than a start that builds the indexes of a million rows. */
const START_MS = 600_000
const CALLER = {
  subject: 'bench',
  clientId: 'bench',
  actsFor: 'PERSON' as const,
  name: 'Bench',
  roles: ['compliance-officer'],
  scopes: ['trpd:read', 'trpd:write', 'autod:write', 'pii:read'],
}

/** A durable PostgreSQL and its trpd, which runs in a separate process as in production. */
export interface BenchTrpd extends AsyncDisposable {
  readonly databaseUrl: string
  readonly sealingKeys: string
  readonly graphqlPort: number
  readonly trpPort: number
  /** Starts or restarts trpd. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Headers of a request to the subgraph, valid for some seconds. */
  headers(): Promise<Readonly<Record<string, string>>>
  /** Resolves with the data; rejects when the response has errors. */
  query<Data>(query: string, variables?: object): Promise<Data>
  /** CPU time so far of trpd and PostgreSQL. */
  cpuMs(): number
}

/** Opens a cluster in a new folder, with fsync. trpd is not started yet. */
export async function openBenchTrpd({ portBase, profileDir }: TrpdBenchSettings): Promise<BenchTrpd> {
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-trpd-')))
  // For root, the server runs as another user, who must be able to enter.
  await chmod(folder, 0o711)
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB' }
  const cluster = stack.use(await openEmbeddedCluster({ dataDir: join(folder, 'cluster'), settings }))
  const databaseUrl = await cluster.ensureDatabase('trpd')
  const signer = await openAssertionSigner({ issuer: 'gateway', keys: (await generateAssertionKeys()).keys })
  const [graphqlPort, trpPort, keysPort] = [portBase + 1, portBase + 101, portBase + 10]
  const keys = createServer((_request, response) => response.end(JSON.stringify(signer.publicKeys())))
  await once(keys.listen(keysPort, '127.0.0.1'), 'listening')
  stack.defer(async () => void keys.close())
  const sealingKeys = generateSealingKeys()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    TRPD_PORT: String(graphqlPort),
    TRPD_DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
    ASSERTION_JWKS_URL: `http://127.0.0.1:${keysPort}`,
    FEED_JWKS_URL: `http://127.0.0.1:${keysPort}`,
    TRPD_SEALING_KEYS: sealingKeys,
    TRPD_TRP_PORT: String(trpPort),
    TRPD_PUBLIC_URL: `http://localhost:${trpPort}`,
    TRPD_PRIVATE_HOSTS: 'http',
    TRPD_TLS_TERMINATION: 'proxy',
    TRUSTED_PROXIES: '127.0.0.1',
    TRPD_VASP_NAME: 'Bench VASP',
    // The customer of the travel address is unknown.
    TRPD_REQUIRED_CHECKS: 'DUPLICATE',
  }
  let trpd: ChildProcess | undefined
  const stop = async () => {
    if (trpd === undefined || trpd.exitCode !== null || trpd.signalCode !== null) return
    const ended = once(trpd, 'exit')
    trpd.kill('SIGTERM')
    await ended
  }
  stack.defer(stop)
  const headers = async () => ({ 'x-identity-assertion': await signer.mint(CALLER, 'trpd') })
  const owned = stack.move()
  return {
    databaseUrl,
    sealingKeys,
    graphqlPort,
    trpPort,
    stop,
    headers,
    async start() {
      const profile = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
      const child = spawn(process.execPath, [...profile, MAIN], { env, stdio: ['ignore', 'inherit', 'inherit'] })
      trpd = child
      for (const until = Date.now() + START_MS; ; await delay(100)) {
        const ready = await fetch(`http://127.0.0.1:${graphqlPort}/readyz`).catch(() => undefined)
        if (ready?.ok === true) return
        if (child.exitCode !== null || Date.now() > until) throw new Error('trpd did not start')
      }
    },
    async query<Data>(query: string, variables: object = {}) {
      const response = await fetch(`http://127.0.0.1:${graphqlPort}/graphql`, {
        method: 'POST',
        headers: { ...(await headers()), 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors = [] } = (await response.json()) as { data: Data; errors?: object[] }
      if (errors.length > 0) throw new Error(`${query}\n${JSON.stringify(errors[0])}`)
      return data
    },
    cpuMs: () => processesCpuMs([trpd?.pid ?? 0, cluster.pid]),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
