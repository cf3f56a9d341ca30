import { readdirSync, readFileSync } from 'node:fs'
import { matchesGlob, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const sources = ['apps', 'packages'].flatMap(filesBelow)
const ignored = read('.dockerignore').trim().split('\n')

const IMAGES = ['gateway', 'trpd-subgraph', 'aopd-subgraph', 'autod-subgraph', 'dashboard-host'].map((app) => ({
  app: `apps/${app}`,
  stages: stagesOf(read(`apps/${app}/Dockerfile`)),
}))

/** Files that only tests need. */
const TEST_ONLY =
  /\.test\.tsx?$|(^|\/)(testing|vectors|fixtures)\/|^(conformance|e2e|bench|tools|scripts|docs|deploy)\/|\.pem$/
/** Everyone who gets a copy of a dependency must also get its terms. */
const LICENCE_FILES = ['LICENSE', 'NOTICE', 'THIRD_PARTY_LICENSES.md']

test.each(IMAGES)('the image of $app contains nothing that only tests need', ({ stages }) => {
  const files = stages.flatMap(({ copies }) => copies.flatMap(filesOf))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((path) => TEST_ONLY.test(path))).toEqual([])
})

test.each(IMAGES)('the image of $app contains the licences of what is in it', ({ stages }) => {
  expect(stages.at(-1)?.copies).toEqual(expect.arrayContaining(LICENCE_FILES))
})

test.each(IMAGES)('the image of $app contains no source maps', ({ stages }) => {
  const installs = stages.at(0)?.runs.filter((command) => command.startsWith('npm ci '))
  expect(installs).toEqual([expect.stringMatching(/ && find \. -name '\*\.map' -delete$/)])
})

test.each(['apps/gateway', 'apps/dashboard-host'])(
  'the image of %s generates the operations of the dashboard before it builds it',
  (image) => {
    const stages = IMAGES.find(({ app }) => app === image)?.stages
    const build = stages?.find(({ runs }) => runs.some((command) => command.includes('npm run build')))
    expect(build?.runs.at(-1)).toMatch(/^node scripts\/codegen\.ts dashboard && npm run build .*apps\/dashboard$/)
    const generator = ['scripts/codegen.ts', ...importedFrom('scripts/generate-operations.ts')]
    expect(build?.copies).toEqual(expect.arrayContaining([...generator, 'apps/gateway/published.graphql']))
  },
)

test.each(IMAGES)('the image of $app contains every file that its entry point imports', ({ app, stages }) => {
  const copied = new Set(stages.at(-1)?.copies.flatMap(filesOf))
  const needed = importedFrom(`${app}/src/main.ts`)
  expect(needed.size).toBeGreaterThan(20)
  expect([...needed].filter((path) => !copied.has(path))).toEqual([])
})

test.each(IMAGES)(
  'the image of $app installs and copies the workspaces that it imports, and no others',
  ({ app, stages }) => {
    const needed = [...new Set([...importedFrom(`${app}/src/main.ts`)].map(workspaceOf))].sort()
    const [install] = stages
    const installed = install?.copies
      .filter((path) => path.endsWith('/package.json'))
      .map((path) => posix.dirname(path))
    expect(installed?.sort()).toEqual(needed)
    const copied = stages.at(-1)?.copies.filter((path) => !LICENCE_FILES.includes(path))
    expect(copied?.sort()).toEqual(needed)
  },
)

function filesBelow(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

interface Stage {
  /** Paths copied from the build context. */
  readonly copies: readonly string[]
  readonly runs: readonly string[]
}

function stagesOf(dockerfile: string): Stage[] {
  return dockerfile
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const lines = stage.split('\n')
      const copies = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      return {
        copies: copies.flatMap((line) => line.split(/\s+/).slice(1, -1)),
        runs: lines.filter((line) => line.startsWith('RUN ')).map((line) => line.slice('RUN '.length)),
      }
    })
}

/** The files of the build context below `path`. */
function filesOf(path: string): string[] {
  return sources.filter((file) => (file === path || file.startsWith(`${path}/`)) && !isIgnored(file))
}

/** As Docker matches: a pattern also excludes everything below what it matches. */
function isIgnored(file: string): boolean {
  return ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`))
}

/**
 * Every file of the repository that `entry` imports, directly or through others, types and worker
 * entry points included. Generated types are not: images do not contain them.
 */
function importedFrom(entry: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const code = read(path).replaceAll(/^import type [^']*'[^']*\.generated\.ts'$/gm, '')
    for (const [, specifier = ''] of code.matchAll(/(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*'([^']+)'/g)) {
      const target = resolve(path, specifier)
      if (target !== undefined) waiting.push(target)
    }
  }
  return found
}

function resolve(from: string, specifier: string): string | undefined {
  const own = /^@travel-rule\/([^/]+)\/(.+)$/.exec(specifier)
  if (own !== null) {
    const [, name, path] = own
    return sources.find((file) => new RegExp(`^(apps|packages)/${name}/src/${path}\\.ts$`).test(file))
  }
  if (!/^\.{1,2}\/.*\.ts$/.test(specifier)) return undefined
  return posix.join(posix.dirname(from), specifier)
}

function workspaceOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}
