import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { processesOn } from '@travel-rule/embedded-postgres/testing/processes-on'
import { expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { ROOT } from '../harness/running-node.ts'

const START_MS_MAX = 300_000

it.each([
  // A terminal sends Ctrl-C to the process group, and npm repeats it.
  ['Ctrl-C', ['unit', 'stories'], 'SIGINT', [-1, 1]],
  ['a SIGTERM', ['unit'], 'SIGTERM', [1]],
] as const)(
  '%s during npm test prints what failed so far, and leaves no PostgreSQL, node or browser behind',
  async (_name, projects, signal, receivers) => {
    const folder = mkdtempSync(join(tmpdir(), 'interrupt-'))
    // Beside the folder of this run, since socket paths are limited in length.
    const temporary = mkdtempSync(join(dirname(tmpdir()), 'i-'))
    chmodSync(temporary, 0o1777)
    const env = { ...process.env, TMPDIR: temporary, INTERRUPT_FOLDER: folder }
    const options = [
      'run',
      '--config',
      'e2e/interrupt/vitest.config.ts',
      ...projects.flatMap((name) => ['--project', name]),
    ]
    const run = spawn(process.execPath, [`${ROOT}/node_modules/vitest/vitest.mjs`, ...options], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [run.stdout, run.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk
      })
    }
    const exited = once(run, 'exit')
    try {
      const isWaiting = (ready: boolean) => ready || run.exitCode !== null
      await eventually(() => projects.every((name) => existsSync(join(folder, name))), isWaiting, START_MS_MAX)
      expect(run.exitCode, printed).toBe(null)
      const programs = processesOn(temporary).map(({ command }) => command)
      expect(programs).toContainEqual(expect.stringContaining('/postgres -D '))
      for (const sign of receivers) process.kill(sign * (run.pid ?? 0), signal)
      const [code] = await exited
      expect(printed).toContain('a rule that fails before the interruption')
      expect(printed).toContain("expected 'what is' to be 'what should be'")
      expect(code).not.toBe(0)
      expect(processesOn(temporary)).toEqual([])
      expect(readdirSync(temporary)).toEqual([])
    } finally {
      run.kill('SIGKILL')
      for (const { pid } of processesOn(temporary)) process.kill(pid, 'SIGKILL')
      for (const path of [folder, temporary]) rmSync(path, { recursive: true, force: true })
    }
  },
)
