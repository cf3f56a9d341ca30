import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ReachableCheckout } from '@travel-rule/embedded-postgres/testing/reachable-checkout'
import type { NodeFile } from '@travel-rule/node/node-file'
import { databaseDistance } from '@travel-rule/service/testing/database-distance'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { placeCluster } from './cluster-template.ts'
import { storySettings } from './story-settings.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const START_TIMEOUT_MS = 400_000
/** The variables that set the ports of a node. */
export const PORT_VARIABLES = [
  'GATEWAY_PORT',
  'GATEWAY_INTERNAL_PORT',
  'TRPD_PORT',
  'TRPD_TRP_PORT',
  'AOPD_PORT',
  'AOPD_AOPP_PORT',
  'AUTOD_PORT',
  'IDP_PORT',
  'COUNTERPARTY_PORT',
] as const

export interface NodeOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** An existing data folder, which is not removed. */
  readonly dataDir?: string
  /** Ports of an earlier start to reuse. */
  readonly ports?: Readonly<Record<string, string>>
  /** A command to run instead of the supervisor, such as `npm start`. */
  readonly command?: readonly [string, ...string[]]
  /** The checkout from which the supervisor runs; this one by default. */
  readonly checkout?: ReachableCheckout
  /** The account under which the node runs; needs a `checkout` that this account can read. */
  readonly uid?: number
  /** If true, starts with the migrated cluster of the test run, instead of one that the node creates. */
  readonly clusterTemplate?: boolean
  /** Round-trip time between the parts and PostgreSQL, in milliseconds; no delay by default. */
  readonly databaseDistanceMs?: number
  /** Keeps the default rate limit of a client, which the single client of most stories would exceed. */
  readonly defaultRate?: boolean
}

const HIGH_RATE = { GATEWAY_CLIENT_LIMITS: 'burst=1000000' }

/** A complete node in separate processes, as run by `npm start`. */
export interface RunningNode extends AsyncDisposable {
  /** The current content of `node.json`. */
  read(): NodeFile
  readonly dataDir: string
  readonly ports: Readonly<Record<string, string>>
  /** The supervisor process. */
  readonly process: ChildProcess
  /** The supervisor's output so far. */
  output(): string
  /** Sends `signal` to the supervisor, waits for it to exit, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The command that runs a node. */
export const SUPERVISOR = supervisorOf({ node: process.execPath, root: ROOT })

/** The command that runs a node from another checkout. */
export function supervisorOf({ node, root }: Pick<ReachableCheckout, 'node' | 'root'>): readonly [string, string] {
  return [node, `${root}/tools/node/src/main.ts`]
}

/** Starts a node, by default on free ports with a new data folder. Resolves when it is ready. */
export async function startNode(options: NodeOptions = {}): Promise<RunningNode> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'travel rule '))
  const ports = options.ports ?? (await freePorts())
  const { checkout } = options
  if (options.clusterTemplate === true) await placeCluster(dataDir)
  const [program, ...args] = options.command ?? (checkout === undefined ? SUPERVISOR : supervisorOf(checkout))
  const child = spawn(program, [...args, ...(options.args ?? [])], {
    cwd: checkout?.root ?? ROOT,
    env: nodeEnvironment(dataDir, ports, {
      ...(options.defaultRate !== true && HIGH_RATE),
      ...(options.databaseDistanceMs !== undefined && databaseDistance(options.databaseDistanceMs)),
      ...options.env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
    })
  }
  const node: RunningNode = {
    dataDir,
    ports,
    process: child,
    output: () => printed,
    read: () => JSON.parse(readFileSync(`${dataDir}/node.json`, 'utf8')) as NodeFile,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit')
        child.kill(signal)
        await exited
      }
      return child.exitCode
    },
    async [Symbol.asyncDispose]() {
      await node.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  /** A starting node removes the file of a killed one. */
  const isReady = () => {
    try {
      return node.read().pid === child.pid || options.command !== undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }
  const ready = async () => {
    while (!isReady()) await delay(50)
    return 'ready' as const
  }
  const outcome = await Promise.race([
    ready(),
    once(child, 'exit').then(() => 'exited' as const),
    delay(START_TIMEOUT_MS, 'timed out' as const, { ref: false }),
  ])
  if (outcome !== 'ready') {
    await node[Symbol.asyncDispose]()
    throw new Error(`The node did not start (${outcome}):\n${printed}`)
  }
  return node
}

/** A free loopback port for each variable that sets one. */
export async function freePorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {}
  for (const variable of PORT_VARIABLES) ports[variable] = String(await freePort())
  return ports
}

/** The environment of a node with only these settings and those of `STORY_SETTINGS`. */
export function nodeEnvironment(
  dataDir: string,
  ports: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return { ...cleanEnvironment(), ...ports, DATA_DIR: dataDir, ...storySettings(), ...env }
}

/** The environment without settings of the service or variables of the test runner. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(VITEST|NODE_ENV|NODE_OPTIONS|npm_|GATEWAY_|TRPD_|AOPD_|AUTOD_|IDP_|COUNTERPARTY_|DATA_DIR|PORT_BASE)/.test(
          name,
        ),
    ),
  )
}
