import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPidFile, stopPostmaster } from './postmaster.ts'
import type { ServerAccount } from './server-account.ts'

const POLL_MS = 10
/**
 * A start has failed if the server logs nothing for this time, in milliseconds. During a crash recovery, it reports
 * progress every 10 seconds.
 */
const SILENT_MS = 180_000
/** Size at which the next start rotates the log; one older log is kept. */
const LOG_BYTES_MAX = 10_000_000
const LOG_TAIL_CHARACTERS = 2_000
/** The server's error message while a session of its crashed predecessor still uses the data. */
const STILL_ATTACHED = 'pre-existing shared memory block'
const STILL_ATTACHED_MS = 200
/** How long sessions of a crashed server may continue to use the data, in milliseconds. */
const STILL_ATTACHED_MAX_MS = 180_000

/** For a small, shared machine: `shared_buffers` determines the memory of an idle server. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '300',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and details of errors may hold personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

export interface ServerProcessOptions {
  readonly postgres: string
  readonly account: ServerAccount
  readonly dataFolder: string
  readonly socketFolder: string
  /** Settings that extend or replace the built-in ones. */
  readonly settings: Readonly<Record<string, string>>
}

export interface ServerProcess extends AsyncDisposable {
  readonly pid: number
  /** Resolves with a description when the server exits or is stopped. */
  readonly ended: Promise<string>
}

/**
 * Starts the server and waits until it accepts connections. Disposing it is a fast shutdown with a
 * checkpoint.
 *
 * It runs in a separate process group, so that Ctrl-C in a terminal does not stop it before its
 * clients. Waits for active sessions of a crashed server. Throws with the end of its log
 * (`postgres.log` beside the data folder) when it fails to start.
 */
export async function openServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const deadline = Date.now() + STILL_ATTACHED_MAX_MS
  for (;;) {
    const started = await startServer(options)
    if (!('problem' in started)) return started
    if (!started.problem.includes(STILL_ATTACHED) || Date.now() > deadline) throw new Error(started.problem)
    await delay(STILL_ATTACHED_MS)
  }
}

async function startServer(options: ServerProcessOptions): Promise<ServerProcess | { problem: string }> {
  const logFile = path.join(path.dirname(options.dataFolder), 'postgres.log')
  rotate(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const logStart = fstatSync(log).size
  const settings = { ...SETTINGS, unix_socket_directories: quoted(options.socketFolder), ...options.settings }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = options.account.spawn(options.postgres, ['-D', options.dataFolder, ...args], {
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['ignore', log, log],
  })
  closeSync(log)

  let hasEnded = false
  const stopAtExit = () => child.kill('SIGINT')
  process.once('exit', stopAtExit)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  }).then((reason) => {
    hasEnded = true
    process.off('exit', stopAtExit)
    return reason
  })

  let [logged, loggedAt] = [logStart, performance.now()]
  while (!isReady(options.dataFolder, child.pid)) {
    const size = statSync(logFile).size
    if (size !== logged) [logged, loggedAt] = [size, performance.now()]
    if (hasEnded || performance.now() - loggedAt > SILENT_MS) {
      if (child.pid !== undefined) await stopPostmaster(child.pid, () => hasEnded)
      const output = readFileSync(logFile).subarray(logStart).toString().slice(-LOG_TAIL_CHARACTERS).trim()
      return { problem: `The embedded PostgreSQL did not start (${await ended}; its log is ${logFile}): ${output}` }
    }
    await delay(POLL_MS)
  }
  const pid = child.pid ?? 0
  return { pid, ended, [Symbol.asyncDispose]: () => stopPostmaster(pid, () => hasEnded) }
}

function isReady(dataFolder: string, pid: number | undefined): boolean {
  const file = readPidFile(dataFolder)
  return typeof file === 'object' && file.pid === pid && file.ready
}

function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_BYTES_MAX) renameSync(logFile, `${logFile}.1`)
}

/** A file name quoted for the list in `unix_socket_directories`. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}
