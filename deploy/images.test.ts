import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { matchesGlob, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const sources = ['apps', 'packages'].flatMap((folder) => filesBelow(root, folder))
const ignored = read('.dockerignore').trim().split('\n')
const stages = stagesOf(read('deploy/Dockerfile'))

const outDir = mkdtempSync(`${tmpdir()}/images-`)
afterAll(() => rmSync(outDir, { recursive: true }))
/** What Docker copies from the checkout. */
const context = `${outDir}/context`
cpSync(root, context, { recursive: true, filter: (path) => !isIgnored(path.slice(root.length)) })
const APPS = ['gateway', 'trpd-subgraph', 'aopd-subgraph', 'autod-subgraph', 'dashboard-host']
const IMAGES = APPS.map((app) => ({ app, files: prunedFiles(app) }))

/** Files that only tests need. */
const TEST_ONLY =
  /\.test\.tsx?$|(^|\/)(testing|vectors|fixtures)\/|^(conformance|e2e|bench|tools|scripts|docs|deploy)\/|\.pem$/
/** Everyone who gets a copy of a dependency must also get its terms. */
const LICENCE_FILES = ['LICENSE', 'NOTICE', 'THIRD_PARTY_LICENSES.md']

test('the compose file builds the image of every app', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true })
  const builds = Object.values<{ build?: { dockerfile: string; args: { APP: string } } }>(services).flatMap(
    ({ build }) => build ?? [],
  )
  expect(builds.map(({ args }) => args.APP).toSorted()).toEqual(APPS.toSorted())
  expect(new Set(builds.map(({ dockerfile }) => dockerfile))).toEqual(new Set(['deploy/Dockerfile']))
})

test.each(IMAGES)('the image of $app contains nothing that only tests need', ({ files }) => {
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((path) => TEST_ONLY.test(path))).toEqual([])
})

test.each(IMAGES)('the image of $app contains the licences of what is in it', ({ app }) => {
  expect(stageOf(app).base).toBe('app')
  expect(stageOf('app').copies).toEqual(LICENCE_FILES)
})

test('images contain no source maps', () => {
  const installs = stageOf('install').runs.filter((command) => command.startsWith('npm ci '))
  expect(installs).toEqual([expect.stringMatching(/ && find \. -name '\*\.map' -delete$/)])
})

test('the operations of the dashboard are generated before it is built', () => {
  const { runs, copies } = stageOf('pages')
  expect(runs.at(-1)).toMatch(/^node scripts\/codegen\.ts dashboard && npm run build .*apps\/dashboard$/)
  const generator = ['scripts/codegen.ts', ...importedFrom('scripts/generate-operations.ts')]
  expect(copies).toEqual(expect.arrayContaining([...generator, 'apps/gateway/published.graphql']))
})

test.each(IMAGES)('the image of $app contains every file that its entry point imports', ({ app, files }) => {
  const copied = new Set(files)
  const needed = importedFrom(`apps/${app}/src/main.ts`)
  expect(needed.size).toBeGreaterThan(20)
  expect([...needed].filter((path) => !copied.has(path))).toEqual([])
})

test.each(IMAGES)('the image of $app contains the workspaces that it imports, and no others', ({ app, files }) => {
  const needed = new Set([...importedFrom(`apps/${app}/src/main.ts`)].map(workspaceOf))
  expect(new Set(files.map(workspaceOf))).toEqual(needed)
})

/** The files of the app and the workspaces that it depends on. */
function prunedFiles(app: string): string[] {
  const command = stageOf('pruned').runs.find((run) => run.startsWith('turbo prune ')) ?? ''
  const args = command.replaceAll('"', '').replace('$APP', app).split(' ').slice(1)
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const out = `${outDir}/${app}`
  execFileSync(`${root}node_modules/.bin/turbo`, [...args, '--out-dir', out], { cwd: context, env, stdio: 'pipe' })
  return ['apps', 'packages'].flatMap((folder) => filesBelow(`${out}/full/`, folder))
}

function filesBelow(base: string, folder: string): string[] {
  return readdirSync(`${base}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesBelow(base, path) : [path]
  })
}

interface Stage {
  readonly base: string | undefined
  readonly name: string | undefined
  /** Paths copied from the build context. */
  readonly copies: readonly string[]
  readonly runs: readonly string[]
}

function stageOf(name: string): Stage {
  const stage = stages.find((candidate) => candidate.name === name)
  if (stage === undefined) throw new Error(`deploy/Dockerfile has no stage ${name}`)
  return stage
}

function stagesOf(dockerfile: string): Stage[] {
  return dockerfile
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const lines = stage.split('\n')
      const copies = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      const [base, name] = lines[0]?.split(' AS ') ?? []
      return {
        base,
        name,
        copies: copies.flatMap((line) => line.split(/\s+/).slice(1, -1)),
        runs: lines.filter((line) => line.startsWith('RUN ')).map((line) => line.slice('RUN '.length)),
      }
    })
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
