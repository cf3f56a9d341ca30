import { posix } from 'node:path'

/** A place that breaks a rule: `path` from the root of the repository, `line` from 1. */
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

/** Packages that turn text into values and back and touch nothing else: what `domain/` may import. */
const CODEC_PACKAGES = /^(@scure\/|@noble\/|lossless-json$|zod$)/
/** Modules of Node without a clock, a network, a disk or a process behind them. */
const PURE_NODE_MODULES = new Set(['node:assert', 'node:assert/strict', 'node:buffer'])
const DOMAIN_WORDS = /\b(travel ?address|vasp|ivms|inquir(y|ies)|originator|beneficiary|trp|aopp|ownership proof)\b/i
/** `run-service.ts` reads the settings of every `main.ts`; `quiet-apollo.ts` must speak before Apollo's packages load. */
const MAY_READ_ENVIRONMENT = new Set(['packages/service/src/run-service.ts', 'packages/service/src/quiet-apollo.ts'])
/** Layers of an app, from the edges inwards; a file imports its own layer or one to the right. */
const INNER_LAYERS = ['actions', 'store', 'domain']

/** The rules of `docs/architecture.md` that file at `path` with this `source` breaks. */
export function violationsOf(path: string, source: string): Violation[] {
  const violations: Violation[] = []
  const report = (line: number, rule: string) => violations.push({ path, line, rule })
  const isTest = path.endsWith('.test.ts') || path.includes('/testing/') || path.startsWith('e2e/')
  const home = homeOf(path)

  for (const { line, target, typeOnly } of importsOf(path, source)) {
    const targetHome = homeOf(target)
    if (targetHome && targetHome !== home && targetHome.startsWith('apps/') && !path.startsWith('scripts/')) {
      if (home?.startsWith('apps/')) report(line, `an app imports no app: ${target}`)
      else if (home?.startsWith('packages/')) report(line, `a package imports no app: ${target}`)
    }
    if (path.startsWith('tools/counterparty/') && !target.startsWith('tools/counterparty/') && !isTest) {
      if (!target.startsWith('node:')) report(line, `the counterparty shares no code with the service: ${target}`)
    }
    if (isTest) continue
    const layer = layerOf(path)
    if (layer === 'domain' && !isPureImport(path, target, typeOnly))
      report(line, `domain/ is pure: it may not import ${target}`)
    const targetLayer = targetHome === home ? layerOf(target) : undefined
    if (layer && INNER_LAYERS.includes(layer) && targetLayer && targetLayer !== layer) {
      const inward = layer === 'actions' ? ['store', 'domain'] : layer === 'store' ? ['domain'] : []
      if (!inward.includes(targetLayer)) report(line, `imports point inwards: ${layer}/ may not import ${targetLayer}/`)
    }
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
    if (
      layerOf(path) === 'domain' &&
      !isTest &&
      /\b(Date\.now\(|new Date\(\)|Math\.random\(|randomUUID\()/.test(code)
    ) {
      report(index + 1, 'domain/ gets time, ids and randomness as arguments')
    }
    if (/\b(TODO|FIXME|XXX)\b/.test(text) && !path.startsWith('scripts/architecture-rules'))
      report(index + 1, 'no promises in the code')
  })
  return violations
}

function mayReadEnvironment(path: string, isTest: boolean): boolean {
  return (
    isTest || /\/(config|main)\.ts$/.test(path) || MAY_READ_ENVIRONMENT.has(path) || /^(scripts|bench)\//.test(path)
  )
}

function isPureImport(path: string, target: string, typeOnly: boolean): boolean {
  if (target.startsWith(`${homeOf(path)}/src/domain/`)) return true
  if (typeOnly && /^@travel-rule\/database\/outbox$/.test(target)) return true
  return CODEC_PACKAGES.test(target) || PURE_NODE_MODULES.has(target)
}

/** `apps/x`, `packages/x`, `tools/x`, also for the workspace's package name; undefined for anything else. */
function homeOf(path: string): string | undefined {
  const own = /^(apps|packages|tools)\/[^/]+/.exec(path)?.[0]
  if (own) return own
  const name = /^@travel-rule\/([^/]+)/.exec(path)?.[1]
  if (!name) return undefined
  if (['auth', 'service', 'database'].includes(name)) return `packages/${name}`
  return /^(gateway|.*-subgraph)$/.test(name) ? `apps/${name}` : `tools/${name}`
}

function layerOf(path: string): string | undefined {
  return /^apps\/[^/]+\/src\/([^/]+)\//.exec(path)?.[1]
}

function importsOf(path: string, source: string): Import[] {
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
