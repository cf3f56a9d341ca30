import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A real part that is unavailable on this machine, with the reason in one line. */
export class UnavailablePartError extends Error {
  override name = 'UnavailablePartError'
}

/**
 * The folder of a part in the user's cache, filled by `fill` at first use.
 *
 * `name` contains the version: a filled folder is never changed. Concurrent test runs may fill it at the same time; the
 * first one to finish wins. Throws `UnavailablePartError` if `fill` fails.
 */
export async function cachedPart(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, name)
  if (existsSync(folder)) return folder
  let unfinished: string | undefined
  try {
    await mkdir(CACHE, { recursive: true })
    unfinished = await mkdtemp(`${folder}-`)
    await fill(unfinished)
    await rename(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw new UnavailablePartError(`${name}: ${firstLine(error)}`, { cause: error })
  } finally {
    if (unfinished !== undefined) await rm(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** An empty XDG_CACHE_HOME counts as missing. Source: XDG Base Directory Specification 0.8. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'travel-rule-service-tests')

/** Runs a program. Resolves with its output; rejects with the last line of its error output. */
export async function runTool(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await run(program, args, { timeout: TOOL_MS_MAX, env: { ...process.env, ...env } })
    return stdout.trim()
  } catch (error) {
    const { stderr = '', killed } = error as { readonly stderr?: string; readonly killed?: boolean }
    const reason = killed ? 'took too long' : stderr.trim().split('\n').at(-1) || firstLine(error)
    throw new Error(`${program}: ${reason}`, { cause: error })
  }
}

/** Throws if the SHA-256 of a file is not `expected` (hexadecimal). */
export async function verifyFile(path: string, expected: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const actual = hash.digest('hex')
  if (actual !== expected) throw new Error(`${path} has the SHA-256 ${actual} instead of ${expected}`)
}

/** Timeout for downloads and builds: long enough for a slow connection and a machine with load 20. */
const TOOL_MS_MAX = 1_800_000

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
}
