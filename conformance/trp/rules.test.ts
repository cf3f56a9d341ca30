import { readFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

async function listOfRules(): Promise<string> {
  const stdout = new PassThrough()
  expect(await runCommand(['--rules'], stdout)).toBe(0)
  return text(stdout.end())
}

it('docs/trp-conformance.md has every rule of the kit with its level and its clause or reason', async () => {
  const page = await readFile(new URL('../../docs/trp-conformance.md', import.meta.url), 'utf8')
  expect(page).toContain((await listOfRules()).trim())
})

it('each rule has a unique identifier, and a clause or a reason', async () => {
  const rows = [...(await listOfRules()).matchAll(/^\| `([^`]+)` \| (\w+) \| (.+\.) \| (.+) \|$/gm)]
  const ids = rows.map(([, id = '']) => id)
  expect(ids.length).toBeGreaterThan(50)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^trp\.[a-z]+\.[a-z0-9-]+$/.test(id))).toEqual([])
  for (const [, , level = '', , source = ''] of rows) {
    expect(source).toMatch(
      { MUST: /^(TRP|IVMS101)/, SHOULD: /^TRP/, OURS: /\.$/, HYGIENE: /^RFC \d+, / }[level] ?? /unknown level/,
    )
  }
})
