import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readScriptOptions } from './script-options.ts'

/**
 * Writes `src/graphql/resolvers.generated.ts` of every subgraph from its `*.graphql` files, and
 * `src/api/operations.generated.ts` of the dashboard from its operations and the published schema.
 * Neither is in git: `bootstrap.mjs` runs this when they are missing or stale.
 *
 * Without the names of apps, `docs/settings.md` too. With `--check` it writes nothing and exits with
 * code 1 if a file is stale.
 */
const APPS = ['trpd-subgraph', 'aopd-subgraph', 'autod-subgraph', 'dashboard'] as const
const USAGE = `npm run codegen               writes the generated types of every app and docs/settings.md
npm run codegen -- <app> …    those of these apps: ${APPS.join(', ')}
npm run codegen -- --check    exits with code 1 if a file is stale
`
const { check, names: requested } = readScriptOptions(USAGE, { names: APPS })

let stale = 0
for (const app of requested.length > 0 ? requested : APPS) {
  const folder = new URL(`../apps/${app}/`, import.meta.url)
  const isDashboard = app === 'dashboard'
  const file = isDashboard ? 'src/api/operations.generated.ts' : 'src/graphql/resolvers.generated.ts'
  // The image of the dashboard installs only what its operations need.
  const generate = isDashboard
    ? (await import('./generate-operations.ts')).generateOperations
    : (await import('./generate-resolvers.ts')).generateResolvers
  const target = fileURLToPath(new URL(file, folder))
  const code = await generate(folder, target)
  if (existsSync(target) && readFileSync(target, 'utf8') === code) continue
  if (check) {
    console.error(`${target} is stale: run "npm run codegen"`)
    stale += 1
  } else {
    writeFileSync(target, code)
    console.log(`wrote ${target}`)
  }
}
if (stale > 0) process.exitCode = 1
if (requested.length === 0) await import('./settings-docs.ts')
