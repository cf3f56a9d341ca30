import { posix } from 'node:path'

/**
 * The part of `package-lock.json` (version 3) that is read here; keys are paths from the
 * repository's root.
 */
export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly os?: unknown
  readonly cpu?: unknown
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

type Names = Readonly<Record<string, string>>

export interface ThirdPartyPackage {
  readonly name: string
  readonly version: string
  /** The SPDX expression in its `package.json`; `undefined` if missing. */
  readonly licence: string | undefined
  /** The path where npm installs it, from the root of the repository. */
  readonly path: string
  /** True if npm installs it only on some platforms. */
  readonly platform: boolean
}

/** SPDX expressions that any package may have. A new one is added after its text has been read. */
const ACCEPTED: ReadonlySet<string> = new Set([
  '(MIT AND BSD-3-Clause)',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
])
/** Licences with conditions that `NOTICE` explains, and the packages that may have them. */
const ACCEPTED_FOR: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'OFL-1.1',
    new Set([
      '@fontsource/noto-sans',
      '@fontsource/noto-sans-arabic',
      '@fontsource/noto-sans-hebrew',
      '@fontsource/noto-sans-thai',
      '@fontsource/unifontex',
    ]),
  ],
  [
    'Elastic-2.0',
    new Set(['@apollo/composition', '@apollo/federation-internals', '@apollo/query-graphs', '@apollo/query-planner']),
  ],
])
/** Pages for browsers bundle their development dependencies, except for those that only build them. */
const BUNDLED = new Set(['packages/explorer', 'packages/web-app', 'apps/dashboard'])
const BUILD_ONLY = /^(vite$|@types\/)/

/**
 * Every package that `npm ci --omit=dev` installs or the bundle of a page contains, by name
 * and version.
 */
export function productionPackages(lock: Lock): ThirdPartyPackage[] {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const target of productionTargets(lock, path)) visit(target)
  }
  for (const path of Object.keys(lock.packages)) if (!path.includes('node_modules/')) visit(path)

  const found = new Map<string, ThirdPartyPackage>()
  for (const path of reached) {
    const entry = lock.packages[path]
    const name = /.*node_modules\/(.+)/.exec(path)?.[1]
    if (name === undefined || entry?.version === undefined) continue
    const platform = entry.os !== undefined || entry.cpu !== undefined
    const id = `${name}@${entry.version}`
    if (!found.has(id)) found.set(id, { name, version: entry.version, licence: entry.license, path, platform })
  }
  return [...found.values()].sort(byName)
}

/** One sentence for each package whose licence has not been accepted for it. */
export function licenceProblems(packages: readonly ThirdPartyPackage[]): string[] {
  return packages
    .filter(({ name, licence = '' }) => !ACCEPTED.has(licence) && !ACCEPTED_FOR.get(licence)?.has(name))
    .map(({ name, version, licence }) =>
      licence === undefined
        ? `${name}@${version} declares no licence`
        : `${name}@${version} is under ${licence}, which scripts/third-party.ts does not accept for it`,
    )
}

/** Paths of the packages that the one at `path` needs in production. */
function productionTargets(lock: Lock, path: string): string[] {
  const entry = lock.packages[path] ?? {}
  const bundled = BUNDLED.has(path) ? Object.keys(entry.devDependencies ?? {}).filter((it) => !BUILD_ONLY.test(it)) : []
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((it) => !entry.peerDependenciesMeta?.[it]?.optional)
  const names = [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...bundled, ...peers]
  return names.map((name) => locate(lock, path, name)).filter((it) => it !== undefined)
}

/**
 * The path that Node resolves `name` to from the package at `from`; `undefined` when it is not
 * locked.
 */
function locate({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'node_modules', name)
    const entry = packages[path]
    if (entry) return entry.link ? entry.resolved : path
    if (folder === '.' || folder === '') return undefined
  }
}

function byName(a: ThirdPartyPackage, b: ThirdPartyPackage): number {
  const [one, other] = [`${a.name}@${a.version}`, `${b.name}@${b.version}`]
  return one < other ? -1 : one > other ? 1 : 0
}
