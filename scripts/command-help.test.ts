import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
/** The commands that run a program of ours, with its arguments; the others pass theirs to a tool. */
const commands = Object.entries(scripts).flatMap(([name, step]) => {
  const [, entry] = /&& exec env .*\bnode .*?([\w/.-]+\.ts.*)$/.exec(step) ?? []
  return entry === undefined || name.startsWith('check') ? [] : [{ name, args: entry.split(' ') }]
})
const folder = mkdtempSync(join(tmpdir(), 'command-help-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(commands)('npm run $name', ({ name, args }) => {
  test(`npm run ${name} -- --help says how it is used, and does nothing else`, async () => {
    const { output, code } = await run([...args, '--help'])
    expect(output).toMatch(new RegExp(`npm (run )?${name}\\b`))
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test(`npm run ${name} refuses an option that it does not know, without a stack`, async () => {
    const { output, code } = await run([...args, '--no-such-option'])
    expect(output).toMatch(new RegExp(`npm (run )?${name}\\b|--no-such-option`))
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).not.toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })
})

test('the npm commands with arguments of ours are found', () => {
  expect(commands.length).toBeGreaterThan(15)
})

async function run([entry = '', ...args]: readonly string[]) {
  const env = { ...process.env, DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, [`${root}${entry}`, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { output: stdout + stderr, code: code as number | null }
}
