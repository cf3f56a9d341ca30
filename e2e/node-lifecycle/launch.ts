import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface Launched {
  readonly child: ChildProcess
  /** The exit code (`null` when killed by a signal) and the output. */
  readonly exited: Promise<{ readonly code: number | null; readonly output: string }>
}

/** Starts a command and collects its output. */
export function launch(command: string, args: readonly string[], options: SpawnOptions): Launched {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const written = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))))
  return { child, exited: Promise.all([code, written]).then(([code, outputs]) => ({ code, output: outputs.join('') })) }
}
