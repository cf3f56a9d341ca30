import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Programs that replace npm and install nothing. */
const FAILS = 'process.stderr.write("no network"); process.exit(1)'
const HANGS = 'require("node:fs").writeFileSync("npm-runs", ""); setTimeout(() => {}, 600_000)'

/** A program that replaces the generators: it copies the schemas, and fails if one is empty. */
const GENERATES = `
  import { readFileSync, writeFileSync } from 'node:fs'
  for (const app of process.argv.slice(2)) {
    const schema = readFileSync('apps/' + app + '/schema.graphql', 'utf8')
    if (schema === '') throw new Error('Nothing in ' + app)
    writeFileSync('apps/' + app + '/types.generated.ts', schema)
  }`
const GENERATED_APPS = ['trpd-subgraph', 'aopd-subgraph', 'autod-subgraph', 'dashboard']

describe('the installation of a fresh clone', () => {
  let clone: string
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'clone '))
    mkdirSync(`${clone}/packages/explorer`, { recursive: true })
    mkdirSync(`${clone}/node_modules`)
    writeFileSync(`${clone}/package-lock.json`, '{}')
    for (const app of GENERATED_APPS) {
      mkdirSync(`${clone}/apps/${app}`, { recursive: true })
      writeFileSync(schemaOf(app), 'one')
    }
    cpSync(fileURLToPath(new URL('bootstrap.mjs', import.meta.url)), `${clone}/scripts/bootstrap.mjs`)
    writeFileSync(`${clone}/scripts/codegen.ts`, GENERATES)
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
    const run = install('', options)
    expect(await run.ended).toBe(0)
    expect(run.wrote().includes('Building the explorer')).toBe(isBuilt)
  })

  test('generated files are made when they are missing, again when they are stale, and else left alone', async () => {
    const generates = async () => {
      const run = install('')
      expect(await run.ended).toBe(0)
      return run.wrote().includes('Generating')
    }
    const types = () => GENERATED_APPS.map((app) => readFileSync(typesOf(app), 'utf8'))
    expect(await generates()).toBe(true)
    expect(types()).toEqual(['one', 'one', 'one', 'one'])
    expect(await generates()).toBe(false)

    writeFileSync(schemaOf('dashboard'), 'two')
    expect(await generates()).toBe(true)
    expect(types()).toEqual(['one', 'one', 'one', 'two'])
    rmSync(typesOf('aopd-subgraph'))
    writeFileSync(typesOf('trpd-subgraph'), 'changed by hand')
    expect(await generates()).toBe(true)
    expect(types()).toEqual(['one', 'one', 'one', 'two'])
    expect(await generates()).toBe(false)
  })

  test.each([
    ['resolver types that cannot be generated are reported, and the command goes on', 'aopd-subgraph'],
    ['operations of the dashboard that cannot be generated are reported, and the command goes on', 'dashboard'],
  ])('%s', async (_title, app) => {
    writeFileSync(schemaOf(app), '')
    const run = install('')
    expect(await run.ended).toBe(0)
    expect(run.wrote()).toContain('could not be generated')
    expect(run.wrote()).toContain(`Nothing in ${app}`)
    expect(isLocked()).toBe(false)
    writeFileSync(schemaOf(app), 'one')
    expect(await install('').ended).toBe(0)
    expect(existsSync(typesOf(app))).toBe(true)
  })

  const schemaOf = (app: string) => `${clone}/apps/${app}/schema.graphql`
  const typesOf = (app: string) => `${clone}/apps/${app}/types.generated.ts`
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
