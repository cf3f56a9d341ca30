import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../run-command.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The parts of the JSON report that the tests read. */
export interface JsonReport {
  readonly format: string
  readonly version: string
  readonly conclusion: string
  readonly attempts: readonly { readonly version: string; readonly status: number; readonly isAccepted: boolean }[]
  readonly steps: readonly {
    readonly cause: string
    readonly todo: string
    readonly failed: readonly string[]
    readonly notJudged: readonly string[]
  }[]
  readonly results: readonly {
    readonly id: string
    readonly level: string
    readonly clause: { readonly document: string; readonly heading: string } | null
    readonly reason: string | null
    readonly outcome: string
    readonly why?: string
    readonly found?: string
  }[]
}

export interface KitRun {
  readonly exitCode: number
  readonly stdout: string
  readonly report: JsonReport
  /** The ids of the rules with this outcome. */
  ids(outcome: string): readonly string[]
}

let runs = 0

/** Runs the command for hosts on this machine, and reads its JSON report. */
export async function runKit(...args: string[]): Promise<KitRun> {
  const stdout = new PassThrough()
  const path = reportPath()
  const [output, exitCode] = await Promise.all([
    text(stdout),
    runCommand([...args, '--allow-private', '--json', path], stdout).finally(() => stdout.end()),
  ])
  return readRun(exitCode, output, path)
}

/** The same in a separate process. */
export async function runKitProcess(...args: string[]): Promise<KitRun> {
  const path = reportPath()
  const kit = spawn(process.execPath, [MAIN, ...args, '--allow-private', '--json', path], { stdio: 'pipe' })
  const [stdout, stderr] = await Promise.all([text(kit.stdout), text(kit.stderr), once(kit, 'close')])
  if (stderr !== '') throw new Error(stderr)
  return readRun(kit.exitCode ?? -1, stdout, path)
}

function reportPath(): string {
  runs += 1
  return join(tmpdir(), `trp-conformance-${process.pid}-${runs}.json`)
}

async function readRun(exitCode: number, stdout: string, path: string): Promise<KitRun> {
  const report = JSON.parse(await readFile(path, 'utf8')) as JsonReport
  await rm(path)
  return {
    exitCode,
    stdout,
    report,
    ids: (outcome) => report.results.filter((result) => result.outcome === outcome).map(({ id }) => id),
  }
}
