import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** A command that runs until it ends by itself or is told to. */
export interface Launched {
  readonly child: ChildProcess
  /** Its exit code (`null` after a signal that it did not take) and everything it wrote. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

/** Starts a command; both its outputs are read. */
export function launch(command: string, args: readonly string[], options: SpawnOptions): Launched {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const written = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))))
  return { child, ended: Promise.all([code, written]).then(([code, texts]) => ({ code, output: texts.join('') })) }
}
