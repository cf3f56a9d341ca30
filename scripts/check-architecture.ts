import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { homeOf, undeclaredImports, type Violation, violationsOf } from './architecture-rules.ts'
import { WORKSPACES } from './layers.ts'

/**
 * Checks every TypeScript file against `architecture-rules.ts`. Exits with code 1 if one violates a
 * rule.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const violations: Violation[] = []
/** The packages that the files of each workspace may import; those of the root declare no workspaces. */
const declaredBy = new Map(
  WORKSPACES.flat()
    .filter((workspace) => existsSync(`${root}${workspace}/package.json`))
    .map((workspace) => [workspace, declaredIn(`${root}${workspace}/package.json`)]),
)
let files = 0
for (const folder of ['apps', 'packages', 'tools', 'conformance', 'e2e', 'bench', 'deploy', 'scripts']) {
  for (const entry of readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\/(?:node_modules|dist|\.types)\b/.test(entry.parentPath))
      continue
    const path = `${entry.parentPath}/${entry.name}`.slice(root.length)
    const source = readFileSync(`${root}${path}`, 'utf8')
    violations.push(...violationsOf(path, source))
    const declared = declaredBy.get(homeOf(path) ?? '')
    if (declared !== undefined) violations.push(...undeclaredImports(path, source, declared))
    files += 1
  }
}
for (const { path, line, rule } of violations) console.error(`${path}:${line}  ${rule}`)
console.log(`architecture: ${files} files, ${violations.length} violations`)
process.exitCode = violations.length > 0 ? 1 : 0

function declaredIn(path: string): ReadonlySet<string> {
  const { name, dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'))
  return new Set([name, ...Object.keys({ ...dependencies, ...devDependencies })])
}
