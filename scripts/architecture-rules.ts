import { posix } from 'node:path'
import { ALLOWED_UPWARD, FOLDERS, WORKSPACES } from './layers.ts'

/** A line that violates a rule: `path` from the root of the repository, `line` from 1. */
export interface Violation {
  readonly path: string
  readonly line: number
  readonly rule: string
}

interface Import {
  readonly line: number
  /** A path from the root for relative imports, else the package's specifier. */
  readonly target: string
  readonly typeOnly: boolean
}

/**
 * Packages that only convert or compare values, which `domain/` may import.
 */
const CODEC_PACKAGES = /^(@scure\/|@noble\/|@travel-rule\/name-matching\/|csv-parse\/sync$|lossless-json$|zod$)/
/** The only module of ours that `domain/` may import. It defines refusals. */
const RESULT_MODULE = '@travel-rule/service/result'
/** The rules of a small app, or of one concept of an app. */
const DOMAIN_FOLDER = /^apps\/[^/]+\/src\/(?:[^/]+\/)?domain\//
/** Modules of Node that use no clock, network, disk or process. */
const PURE_NODE_MODULES = new Set(['node:assert', 'node:assert/strict', 'node:buffer'])
const DOMAIN_WORDS = /\b(travel ?address|vasp|ivms|inquir(y|ies)|originator|beneficiary|trp|aopp|ownership proof)\b/i
/**
 * `run-service.ts` reads the settings of every `main.ts`; `quiet-apollo.ts` must set a variable
 * before Apollo's packages load.
 */
const MAY_READ_ENVIRONMENT = new Set([
  'packages/service/src/run-service.ts',
  'packages/service/src/quiet-apollo.ts',
  'packages/federation/src/supergraph/quiet-apollo.ts',
])

/** The rules of `docs/architecture.md` that the file at `path` with this `source` violates. */
export function violationsOf(path: string, source: string): Violation[] {
  const violations: Violation[] = []
  const report = (line: number, rule: string) => violations.push({ path, line, rule })
  const isTest = path.endsWith('.test.ts') || path.includes('/testing/') || path.startsWith('e2e/')
  const isDomain = DOMAIN_FOLDER.test(path)

  for (const { line, target, typeOnly } of importsOf(path, source)) {
    const upward = upwardImport(path, target, isTest)
    if (upward !== undefined) report(line, upward)
    if (path.startsWith('tools/counterparty/') && !target.startsWith('tools/counterparty/') && !isTest) {
      if (!target.startsWith('node:')) report(line, `the counterparty shares no code with the service: ${target}`)
    }
    if (target === 'node:http' && !typeOnly && !isTest && /^(apps|packages)\/[^/]+\/src\//.test(path))
      report(line, 'values of node:http come from @travel-rule/service/node-http')
    if (isDomain && !isTest && !isPureImport(path, target, typeOnly))
      report(line, `domain/ is pure: it may not import ${target}`)
  }

  const lines = source.split('\n')
  lines.forEach((text, index) => {
    const code = text.replace(/\/\/.*$/, '').replace(/^\s*\*.*$/, '')
    if (/\bprocess\.env\b/.test(code) && !mayReadEnvironment(path, isTest)) {
      report(index + 1, 'process.env is read in config.ts and main.ts only')
    }
    if (/^export default\b/.test(code) && !path.endsWith('.config.ts')) report(index + 1, 'no default exports')
    if (/^export \* from/.test(code)) report(index + 1, 'no barrels')
    if (path.startsWith('packages/') && !isTest && DOMAIN_WORDS.test(text)) {
      report(index + 1, 'packages/ hold no word of the domain')
    }
    if (isDomain && !isTest && /\b(Date\.now\(|new Date\(\)|Math\.random\(|randomUUID\()/.test(code)) {
      report(index + 1, 'domain/ gets time, ids and randomness as arguments')
    }
    if (/\b(TODO|FIXME|XXX)\b/.test(text) && !path.startsWith('scripts/architecture-rules'))
      report(index + 1, 'no promises in the code')
  })
  return violations
}

/** The imports of workspaces that the `package.json` of the file's workspace does not declare. */
export function undeclaredImports(path: string, source: string, declared: ReadonlySet<string>): Violation[] {
  return importsOf(path, source).flatMap(({ line, target }) => {
    const name = /^@travel-rule\/[^/]+/.exec(target)?.[0]
    if (name === undefined || declared.has(name)) return []
    return { path, line, rule: `package.json does not declare ${name}` }
  })
}

function mayReadEnvironment(path: string, isTest: boolean): boolean {
  return (
    isTest || /\/(config|main)\.ts$/.test(path) || MAY_READ_ENVIRONMENT.has(path) || /^(scripts|bench)\//.test(path)
  )
}

function isPureImport(path: string, target: string, typeOnly: boolean): boolean {
  if (homeOf(target) === homeOf(path) && DOMAIN_FOLDER.test(target)) return true
  if (typeOnly && /^@travel-rule\/database\/outbox$/.test(target)) return true
  return CODEC_PACKAGES.test(target) || PURE_NODE_MODULES.has(target) || target === RESULT_MODULE
}

/** Why a file may not import `target`: it is in the same or a higher row of `layers.ts`. */
function upwardImport(path: string, target: string, isTest: boolean): string | undefined {
  const home = homeOf(path)
  const targetHome = homeOf(target)
  if (home === undefined || targetHome === undefined) return undefined
  if (home !== targetHome) {
    const level = levelOf(WORKSPACES, home)
    if (level === undefined) return `${home} is missing from WORKSPACES in scripts/layers.ts`
    const targetLevel = levelOf(WORKSPACES, targetHome) ?? Number.POSITIVE_INFINITY
    return targetLevel < level ? undefined : `imports point down: ${home} may not import ${targetHome}`
  }
  const folders = FOLDERS[home]
  if (folders === undefined || isTest || !path.startsWith(`${home}/src/`)) return undefined
  const layer = layerOf(home, path, folders)
  const targetLayer = layerOf(home, target, folders)
  if (layer === undefined) return `${path} is in no folder of ${home} in scripts/layers.ts`
  if (targetLayer === undefined || layer.name === targetLayer.name || targetLayer.level < layer.level) return undefined
  if (isAllowedUpward(home, path, target)) return undefined
  return `imports point down: ${layer.name} may not import ${targetLayer.name}`
}

function levelOf(rows: readonly (readonly string[])[], name: string): number | undefined {
  const level = rows.findIndex((row) => row.includes(name))
  return level < 0 ? undefined : level
}

/** The entry of a root file or of a file's folder, and its row. A folder in a folder needs an entry of its own. */
function layerOf(home: string, path: string, folders: readonly (readonly string[])[]) {
  const file = insideOf(home, path)
  for (const name of [file, posix.dirname(file)]) {
    const level = levelOf(folders, name)
    if (level !== undefined) return { name, level }
  }
  return undefined
}

function isAllowedUpward(home: string, path: string, target: string): boolean {
  const allowed = ALLOWED_UPWARD[home] ?? []
  return allowed.some(([file, above]) => isInEntry(home, path, file) && isInEntry(home, target, above))
}

/** A file's path in `src`, without its extension. */
function insideOf(home: string, path: string): string {
  return path.slice(`${home}/src/`.length).replace(/\.tsx?$/, '')
}

/** True if an entry of `layers.ts` is the file, or a folder that contains it. */
function isInEntry(home: string, path: string, entry: string): boolean {
  const inside = insideOf(home, path)
  return inside === entry || inside.startsWith(`${entry}/`)
}

/**
 * The workspace of a file or of an import: `apps/gateway`, `conformance`; `undefined` for another
 * package.
 */
export function homeOf(path: string): string | undefined {
  const name = /^@travel-rule\/([^/]+)/.exec(path)?.[1]
  if (name !== undefined)
    return ALL_WORKSPACES.find((each) => each === name || each.endsWith(`/${name}`)) ?? `unknown ${name}`
  const nested = /^(apps|packages|tools)\/[^/]+/.exec(path)?.[0]
  if (nested !== undefined) return nested
  const top = /^[^/]+(?=\/)/.exec(path)?.[0]
  return top !== undefined && ALL_WORKSPACES.includes(top) ? top : undefined
}

const ALL_WORKSPACES = WORKSPACES.flat()

/** Every import and re-export of the file at `path`, dynamic ones included. */
export function importsOf(path: string, source: string): Import[] {
  const found: Import[] = []
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
  for (const match of source.matchAll(pattern)) {
    const specifier = match[2] ?? match[3] ?? ''
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
    found.push({ line: source.slice(0, match.index).split('\n').length, target, typeOnly: match[1] !== undefined })
  }
  return found
}
