import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importsOf } from './architecture-rules.ts'
import { readScriptOptions } from './script-options.ts'

/** The sizes of one part of the repository. */
interface Sizes {
  readonly files: number
  readonly lines: number
  readonly medianLines: number
  /** Percentage of the imported files that only one other file imports, of any part. */
  readonly oneImporter: number
  /** Pairs of folders that import each other. */
  readonly mutualPairs: number
}

/**
 * What each part may not exceed. Lower a number when a change allows it, and raise one only with the
 * reason in the commit.
 */
const LIMITS: Readonly<Record<string, Pick<Sizes, 'oneImporter' | 'mutualPairs'>>> = {
  'apps/aopd-subgraph': { oneImporter: 39, mutualPairs: 0 },
  'apps/autod-subgraph': { oneImporter: 39, mutualPairs: 0 },
  'apps/dashboard': { oneImporter: 49, mutualPairs: 0 },
  'apps/gateway': { oneImporter: 32, mutualPairs: 0 },
  'apps/trpd-subgraph': { oneImporter: 44, mutualPairs: 8 },
  'packages/explorer': { oneImporter: 50, mutualPairs: 0 },
  'packages/federation': { oneImporter: 42, mutualPairs: 0 },
}
const SETTINGS_MAX = 120

const USAGE = 'npm run check:house   prints the size of each part, and exits with code 1 if one exceeds its limit\n'
const root = fileURLToPath(new URL('..', import.meta.url))
readScriptOptions(USAGE)

const sources = globSync('{apps,packages,tools}/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.(test|generated)\.tsx?$|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
const parts = Map.groupBy(sources, ({ path }) => path.split('/').slice(0, 2).join('/'))

function sizesOf(files: readonly { readonly path: string; readonly text: string }[]): Sizes {
  const lines = files.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b)
  const importers = new Map(files.map(({ path }) => [path, new Set<string>()]))
  for (const { path, text } of sources) {
    for (const { target } of importsOf(path, text)) importers.get(pathOf(target))?.add(path)
  }
  const imported = [...importers.values()].filter(({ size }) => size > 0)
  const pairs = new Set<string>()
  for (const [target, from] of importers) for (const path of from) pairs.add(`${dirname(path)} ${dirname(target)}`)
  const mutual = [...pairs].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ')
    return from < to && pairs.has(`${to} ${from}`)
  })
  return {
    files: files.length,
    lines: lines.reduce((sum, count) => sum + count, 0),
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    oneImporter: Math.round((100 * imported.filter(({ size }) => size === 1).length) / Math.max(imported.length, 1)),
    mutualPairs: mutual.length,
  }
}

/** The file of an import of another workspace. */
function pathOf(target: string): string {
  return target.replace(/^@travel-rule\/([^/]+)\/(.+)$/, 'packages/$1/src/$2.ts')
}

console.log('part                          files   lines  median  one importer  mutual folders')
for (const [part, files] of [...parts].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const { lines, medianLines, oneImporter, mutualPairs } = sizesOf(files)
  const columns = [files.length, lines, medianLines, `${oneImporter} %`, mutualPairs]
  const widths = [5, 8, 8, 14, 16]
  console.log(part.padEnd(30) + columns.map((value, index) => String(value).padStart(widths[index] ?? 0)).join(''))
  const limits = LIMITS[part]
  if (limits !== undefined && (oneImporter > limits.oneImporter || mutualPairs > limits.mutualPairs)) {
    console.error(`${part}: at most ${limits.oneImporter} % with one importer and ${limits.mutualPairs} mutual folders`)
    process.exitCode = 1
  }
}
const settings = readFileSync(`${root}docs/settings.md`, 'utf8').match(/^\| `/gm)?.length ?? 0
console.log(`settings: ${settings}`)
if (settings > SETTINGS_MAX) {
  console.error(`at most ${SETTINGS_MAX} settings`)
  process.exitCode = 1
}
