import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Programs that replace npm and install nothing. */
const FAILS = 'process.stderr.write("no network"); process.exit(1)'
const HANGS = 'require("node:fs").writeFileSync("npm-runs", ""); setTimeout(() => {}, 600_000)'

describe('the installation of a fresh clone', () => {
  let clone: string
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'clone '))
    mkdirSync(`${clone}/packages/explorer`, { recursive: true })
    writeFileSync(`${clone}/package-lock.json`, '{}')
    cpSync(fileURLToPath(new URL('bootstrap.mjs', import.meta.url)), `${clone}/scripts/bootstrap.mjs`)
  })
  afterEach(() => rmSync(clone, { recursive: true }))

  test('an installation that fails prints the reason and lets the next one start', async () => {
    const run = install(FAILS)
    expect(await run.ended).toBe(1)
    expect(run.wrote()).toContain('no network')
    expect(isLocked()).toBe(false)
  })

  test('an interrupted installation lets the next one start', async () => {
    const run = install(HANGS)
    await expect.poll(() => existsSync(`${clone}/npm-runs`)).toBe(true)
    // Like Ctrl-C, which also ends npm.
    process.kill(-(run.child.pid ?? 0), 'SIGINT')
    expect(await run.ended).not.toBe(0)
    expect(isLocked()).toBe(false)
  })

  test('an installation does not wait for one that was killed', async () => {
    const killed = spawn(process.execPath, ['-e', ''])
    await once(killed, 'exit')
    writeFileSync(`${clone}/.install-lock`, String(killed.pid))
    const run = install(FAILS)
    expect(await run.ended).toBe(1)
    expect(run.wrote()).not.toContain('Waiting')
  })

  test('an installation waits for one in progress, and reports it', async () => {
    writeFileSync(`${clone}/.install-lock`, String(process.pid))
    const run = install(FAILS)
    await expect.poll(run.wrote).toContain('Waiting for another installation')
    expect(run.wrote()).not.toContain('no network')
    rmSync(`${clone}/.install-lock`)
    expect(await run.ended).toBe(1)
    expect(run.wrote()).toContain('no network')
  })

  test.each([
    ['a command that serves no pages builds none', [], false],
    ['a command that serves pages builds them', ['pages'], true],
  ])('%s', async (_title, options, isBuilt) => {
    writeFileSync(`${clone}/packages/explorer/main.ts`, '')
    mkdirSync(`${clone}/node_modules`)
    const run = install('', options)
    expect(await run.ended).toBe(0)
    expect(run.wrote().includes('Building the explorer')).toBe(isBuilt)
  })

  const isLocked = () => existsSync(`${clone}/.install-lock`)

  function install(
    npm: string,
    options: readonly string[] = [],
  ): { child: ChildProcess; ended: Promise<number | null>; wrote(): string } {
    writeFileSync(`${clone}/npm.js`, npm)
    const env = { ...process.env, npm_execpath: `${clone}/npm.js` }
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...options], { cwd: clone, env, detached: true })
    let text = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    return { child, ended: once(child, 'close').then(([code]) => code as number | null), wrote: () => text }
  }
})
