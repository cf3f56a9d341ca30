import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Violation, violationsOf } from './architecture-rules.ts'

/**
 * Checks every TypeScript file against `architecture-rules.ts`. Exits with code 1 if one violates a
 * rule.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const violations: Violation[] = []
let files = 0
for (const folder of ['apps', 'packages', 'tools', 'conformance', 'e2e', 'bench', 'deploy', 'scripts']) {
  for (const entry of readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\/(?:node_modules|dist|\.types)\b/.test(entry.parentPath))
      continue
    const path = `${entry.parentPath}/${entry.name}`.slice(root.length)
    violations.push(...violationsOf(path, readFileSync(`${root}${path}`, 'utf8')))
    files += 1
  }
}
for (const { path, line, rule } of violations) console.error(`${path}:${line}  ${rule}`)
console.log(`architecture: ${files} files, ${violations.length} violations`)
process.exitCode = violations.length > 0 ? 1 : 0
