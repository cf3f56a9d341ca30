import { readdirSync, readFileSync } from 'node:fs'

const DIST = new URL('../../apps/dashboard/dist/', import.meta.url)

/**
 * The sizes of the built dashboard, compressed with gzip, in kB: of the files that the inbox loads first, and of all
 * files.
 */
export function bundleSizes(): { readonly firstLoadKb: number; readonly allFilesKb: number } {
  const { script, styles, files } = JSON.parse(readFileSync(new URL('dashboard.json', DIST), 'utf8')) as {
    readonly script: string
    readonly styles: readonly string[]
    readonly files: Readonly<Record<string, unknown>>
  }
  const loaded = new Set<string>(styles)
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    const code = readFileSync(new URL(name, DIST), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) load(imported)
  }
  for (const name of [script, Object.keys(files).find((name) => name.startsWith('dashboard-')) ?? '']) load(name)
  const kb = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + readFileSync(new URL(name, DIST)).length, 0) / 1_000
  return {
    firstLoadKb: kb([...loaded].map((name) => `${name}.gz`)),
    allFilesKb: kb(readdirSync(DIST).filter((name) => name.endsWith('.gz'))),
  }
}
