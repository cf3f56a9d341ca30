import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const TRPD = 'apps/trpd-subgraph/src/'
const FROM_ROOT = /^(?:apps|packages|e2e|conformance|tools)\//

/** Every row of the tables of a page that have the columns "test" and `other`. */
function rowsOf(page: string, other: string) {
  return tablesOf(readFileSync(root + page, 'utf8')).flatMap(([head = '', , ...body]) => {
    const columns = cellsOf(head)
    const [file, test] = [columns.indexOf('file'), columns.indexOf('test')]
    return test < 0 || !columns.includes(other)
      ? []
      : body.map((row) => {
          const cells = cellsOf(row)
          return { clause: `${cells[0]}: ${cells[1]}`, files: pathsIn(cells[file]), tests: pathsIn(cells[test]) }
        })
  })
}

const rows = rowsOf('docs/trp.md', 'file')
const promises = rowsOf('docs/compliance.md', 'promise')

it('docs/trp.md says for more than 30 rules where each lives and which test keeps it', () => {
  expect(rows.length).toBeGreaterThan(30)
})

it('docs/compliance.md names existing tests for more than 30 promises', () => {
  expect(promises.length).toBeGreaterThan(30)
  expect(promises.filter(({ tests }) => tests.length === 0)).toEqual([])
  const paths = promises.flatMap(({ tests }) => tests)
  expect(paths.filter((path) => !path.endsWith('.test.ts') || !existsSync(root + path))).toEqual([])
})

describe.each(rows)('the row "$clause" of docs/trp.md', ({ files, tests }) => {
  it('names existing files and tests, at least one of each', () => {
    expect(files.filter((path) => path.endsWith('.test.ts'))).toEqual([])
    expect(tests.filter((path) => !path.endsWith('.test.ts'))).toEqual([])
    expect(files).not.toEqual([])
    expect(tests).not.toEqual([])
    expect([...files, ...tests].filter((path) => !existsSync(root + path))).toEqual([])
  })
})

/** Its tables, as lines. */
function tablesOf(page: string): string[][] {
  return page
    .split(/\n(?!\|)/)
    .map((part) => part.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 2)
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** The files and folders that a cell names, from the root. */
function pathsIn(cell = ''): string[] {
  const named = [...cell.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = '']) => path)
  return named.map((path) => (FROM_ROOT.test(path) ? path : TRPD + path))
}
