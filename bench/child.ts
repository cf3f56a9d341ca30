import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const CLOCK_TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const CAN_PIN = spawnSync('taskset', ['--version']).status === 0 && availableParallelism() > 1

const STOP_MS = 5_000

/** A process's reads and writes, not counting waits for events. */
export interface Transfers {
  readonly systemCalls: number
  readonly bytes: number
}

/** A process under test, or a helper process of the measurement. */
export interface Child extends AsyncDisposable {
  readonly pid: number
  /** The message that the process sent when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>
  /** CPU time so far, user and system, in milliseconds. Linux only. */
  cpuMs(): number
  /** Resident memory in MB (10^6 bytes). Linux only. */
  rssMb(): number
  /** Its reads and writes of sockets and files so far. Linux only. */
  transfers(): Transfers
  /** Sends a message and waits for the reply. */
  ask(message: object): Promise<Readonly<Record<string, unknown>>>
}

/**
 * Starts `entry` with Node and waits until it sends a message.
 *
 * `core`: the CPU that it may use, if `taskset` is available and there is more than one; any by
 * default.
 */
export async function openChild(
  entry: URL,
  env: Readonly<Record<string, string>>,
  core?: number,
  nodeArguments: readonly string[] = [],
): Promise<Child> {
  const child = fork(entry, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', APOLLO_TELEMETRY_DISABLED: 'true', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(CAN_PIN && core !== undefined
      ? { execPath: 'taskset', execArgv: ['-c', String(core), process.execPath, ...nodeArguments] }
      : { execArgv: [...nodeArguments] }),
  })
  const ready = await nextMessage(child)
  const pid = child.pid ?? 0
  return {
    pid,
    ready,
    cpuMs: () => cpuMsOf(pid),
    rssMb: () => rssMbOf(pid),
    transfers: () => transfersOf(pid),
    ask(message) {
      const reply = nextMessage(child)
      child.send(message)
      return reply
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      // The process may still write files, such as a profile.
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(impatience)
    },
  }
}

/** Restricts a running process and all its threads to one CPU, where possible. */
export function pinProcess(pid: number, core: number): void {
  if (CAN_PIN) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)])
}

async function nextMessage(child: ChildProcess): Promise<Readonly<Record<string, unknown>>> {
  const received = new AbortController()
  const { signal } = received
  const ended = once(child, 'exit', { signal }).then(
    () => undefined,
    () => undefined,
  )
  const result = await Promise.race([once(child, 'message', { signal }), ended])
  received.abort()
  if (result === undefined)
    throw new Error(`a process of the benchmark ended with ${child.exitCode ?? child.signalCode}`)
  return result[0]
}

/** CPU time of a process so far, user and system, in milliseconds. Linux only. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS_PER_SECOND
}

function rssMbOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

function transfersOf(pid: number): Transfers {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1])
  return { systemCalls: count('syscr') + count('syscw'), bytes: count('rchar') + count('wchar') }
}
