import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const CODE = /(?:code: |(?:refused|problem|refusal)\(\s*|HttpRefusal\(\d+, )'([A-Z][A-Z0-9]{3,}(?:_[A-Z0-9]+)*)'/g
/** Codes that never leave the process: Node's own, and the verdicts of `packages/auth`. */
const NOT_SHOWN = new Set(['TOKEN_REFUSED', 'PROVIDER_UNAVAILABLE', 'OPERATION_RESOLUTION_FAILURE'])

const LIMIT = /\blimit: ['`]([A-Za-z-]+)/g
const errorsPage = readFileSync(`${root}docs/errors.md`, 'utf8')
const sources = ['apps', 'packages'].flatMap(sourcesIn)

it('every error code in the sources is explained in docs/errors.md', () => {
  const explained = new Set(errorsPage.match(/[A-Z][A-Z0-9_]{3,}/g))
  const found = sources.flatMap((source) => [...source.matchAll(CODE)].map(([, code = '']) => code))
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((code) => !explained.has(code) && !NOT_SHOWN.has(code))).toEqual([])
})

it('every limit that a refusal names is explained in docs/errors.md', () => {
  const found = sources.flatMap((source) => [...source.matchAll(LIMIT)].map(([, limit = '']) => limit))
  expect(found.length).toBeGreaterThan(15)
  expect(found.filter((limit) => !errorsPage.includes(`\`${limit}`))).toEqual([])
})

function sourcesIn(folder: string): string[] {
  const isSource = (path: string) =>
    path.endsWith('.ts') && !/node_modules|\.test\.ts$|\/(testing|differential)\//.test(path)
  return readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter(isSource)
    .map((path) => readFileSync(path, 'utf8'))
}
