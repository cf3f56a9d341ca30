import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../harness/running-node.ts'

const START_TIMEOUT_MS = 400_000
const OUTPUT_CHARACTERS_MAX = 100_000

/** A replica of a part in a separate process. */
export interface Replica extends AsyncDisposable {
  readonly pid: number
  /** The port used by a balancer. */
  readonly port: number
  /** Sends SIGTERM like an orchestrator; resolves with the exit code. */
  stop(): Promise<number | null>
  output(): string
}

/**
 * Starts `program`. `portName` names the balancer's port among its ports. Resolves when the program is ready; rejects
 * with its output if it ends instead.
 */
export async function openReplica(program: string, env: NodeJS.ProcessEnv, portName = 'TRPD_PORT'): Promise<Replica> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [`${ROOT}/${program}`], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, APOLLO_TELEMETRY_DISABLED: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT_CHARACTERS_MAX)
    })
  }
  const exited = once(child, 'exit')
  const ready = new Promise<number>((resolve) => {
    child.on('message', (message: { readonly type?: string; readonly ports?: Readonly<Record<string, number>> }) => {
      if (message.type === 'ready') resolve(message.ports?.[portName] ?? 0)
    })
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
    return child.exitCode
  }
  const port = await Promise.race([ready, exited.then(() => 0), delay(START_TIMEOUT_MS, 0, { ref: false })])
  if (port === 0) {
    await stop()
    throw new Error(`${program} did not start:\n${output}`)
  }
  return {
    pid: child.pid ?? 0,
    port,
    stop,
    output: () => output,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
