import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

test('a test run ends the processes of a killed run and removes its folder, and does the same for itself', async () => {
  // Beside the folder of this run: a longer path would be replaced.
  const parent = mkdtempSync(join(dirname(tmpdir()), 'r-'))
  try {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const folder = join(parent, `tests-${pid}-killed`)
    mkdirSync(folder)
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { cwd: folder, stdio: 'ignore' })
    const ended = once(left, 'exit')
    const program = `import { openRunFolder } from ${JSON.stringify(import.meta.resolve('./run-folder.ts'))}
      openRunFolder()
      console.log(process.env.TMPDIR)`
    const env = { ...process.env, TMPDIR: parent }
    const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [[chunk], [code]] = await Promise.all([once(run.stdout, 'data'), once(run, 'exit')])
    await ended
    expect([String(chunk).startsWith(`${parent}/tests-${run.pid}-`), code]).toEqual([true, 0])
    expect(readdirSync(parent)).toEqual([])
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
})
