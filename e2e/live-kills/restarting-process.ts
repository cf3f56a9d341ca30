import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../harness/running-node.ts'

const START_TIMEOUT_MS = 400_000
const RESTART_DELAY_MS = 50
const OUTPUT_CHARACTERS_MAX = 100_000

/** A service in a separate process that is restarted whenever it exits. */
export interface RestartingProcess extends AsyncDisposable {
  /** Its ports by name, as reported at the first start. */
  readonly ports: Readonly<Record<string, number>>
  /** True once the current process has reported that it is ready. */
  isReady(): boolean
  /** Sends SIGKILL; resolves when the process has exited. */
  kill(): Promise<void>
  /** The last output of all processes so far. */
  output(): string
}

export interface RestartingProcessOptions {
  readonly name: string
  /** Path from the root of the repository. */
  readonly program: string
  /** `ports`: those of the first process, so that a restarted one can reuse them. */
  readonly environment: (ports: Readonly<Record<string, number>> | undefined) => Readonly<Record<string, string>>
}

/** Resolves when the first process reports that it is ready. */
export async function openRestartingProcess({
  name,
  program,
  environment,
}: RestartingProcessOptions): Promise<RestartingProcess> {
  const first = Promise.withResolvers<Readonly<Record<string, number>>>()
  let ports: Readonly<Record<string, number>> | undefined
  let output = ''
  let child: ChildProcess | undefined
  let [ready, stopped] = [false, false]

  async function run(): Promise<void> {
    const started = spawn(process.execPath, [`${ROOT}/${program}`], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        APOLLO_TELEMETRY_DISABLED: 'true',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...environment(ports),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    ready = false
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output = (output + chunk).slice(-OUTPUT_CHARACTERS_MAX)
      })
    }
    started.on('message', (message: { readonly type?: string; readonly ports?: Readonly<Record<string, number>> }) => {
      if (message.type !== 'ready' || message.ports === undefined) return
      ready = true
      ports ??= message.ports
      first.resolve(ports)
    })
    await once(started, 'exit')
    ready = false
  }

  async function runForever(): Promise<void> {
    while (!stopped) {
      await run()
      if (!stopped) await delay(RESTART_DELAY_MS)
    }
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  const running = runForever()
  const stop = async () => {
    stopped = true
    await kill()
    await running
  }
  const timeout = delay(START_TIMEOUT_MS, undefined, { ref: false })
  const firstPorts = await Promise.race([first.promise, timeout])
  if (firstPorts === undefined) {
    await stop()
    throw new Error(`${name} did not start:\n${output}`)
  }
  return {
    ports: firstPorts,
    isReady: () => ready,
    kill,
    output: () => output,
    [Symbol.asyncDispose]: stop,
  }
}
