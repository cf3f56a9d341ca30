import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const FIRST_LOAD_BYTES_MAX = 250_000

interface Build {
  readonly script: string
  readonly styles: readonly string[]
  readonly files: Readonly<Record<string, unknown>>
}

test('the inbox loads at most 250 kB, compressed with gzip, and the other views load later', () => {
  const { script, styles, files } = JSON.parse(readFileSync(`${dist}dashboard.json`, 'utf8')) as Build
  const shell = Object.keys(files).find((name) => name.startsWith('dashboard-')) ?? ''
  const loaded = new Set<string>(styles)
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    const code = readFileSync(`${dist}${name}`, 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) load(imported)
  }
  for (const name of [script, shell]) load(name)
  const bytes = [...loaded].reduce((sum, name) => sum + readFileSync(`${dist}${name}.gz`).length, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX)
  expect([...loaded].filter((name) => /^([a-z-]+-view|action-dialog|de)-/.test(name))).toEqual([])
})
