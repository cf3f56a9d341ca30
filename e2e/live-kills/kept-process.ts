import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../harness/running-node.ts'

const START_TIMEOUT_MS = 120_000
const AGAIN_AFTER_MS = 50
/** What a process wrote of which the end is kept. */
const OUTPUT_CHARACTERS_MAX = 100_000

/** A service in a process of its own that is started again whenever it ends. */
export interface KeptProcess extends AsyncDisposable {
  /** Its ports by their names, which it was ready with the first time. */
  readonly ports: Readonly<Record<string, number>>
  /** Whether the process of now has said that it is ready. */
  isReady(): boolean
  /** Ends the process at once; resolves when it is gone. */
  kill(): Promise<void>
  /** The end of what all its processes wrote. */
  output(): string
}

export interface KeptProcessOptions {
  readonly name: string
  /** From the root of the repository. */
  readonly program: string
  /** `ports` is what the first process was ready with. */
  readonly environment: (ports: Readonly<Record<string, number>> | undefined) => Readonly<Record<string, string>>
}

/** Resolves when the first process says that it is ready. */
export async function openKeptProcess({ name, program, environment }: KeptProcessOptions): Promise<KeptProcess> {
  const first = Promise.withResolvers<Readonly<Record<string, number>>>()
  let ports: Readonly<Record<string, number>> | undefined
  let output = ''
  let child: ChildProcess | undefined
  let [ready, over] = [false, false]

  async function run(): Promise<void> {
    const started = spawn(process.execPath, [`${ROOT}/${program}`], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, APOLLO_TELEMETRY_DISABLED: 'true', ...environment(ports) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    ready = false
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-OUTPUT_CHARACTERS_MAX)
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

  async function keep(): Promise<void> {
    while (!over) {
      await run()
      if (!over) await delay(AGAIN_AFTER_MS)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  const kept = keep()
  const stop = async () => {
    over = true
    await end('SIGKILL')
    await kept
  }
  const late = delay(START_TIMEOUT_MS, undefined, { ref: false })
  const known = await Promise.race([first.promise, late])
  if (known === undefined) {
    await stop()
    throw new Error(`${name} did not start:\n${output}`)
  }
  return {
    ports: known,
    isReady: () => ready,
    kill: () => end('SIGKILL'),
    output: () => output,
    [Symbol.asyncDispose]: stop,
  }
}
