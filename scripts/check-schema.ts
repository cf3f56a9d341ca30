import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges, undescribed } from './schema-rules.ts'

/**
 * Checks that everything in the composed schema has a description, and that no published part of it
 * is broken.
 *
 * `node scripts/check-schema.ts [--publish]`; `--publish` makes the composed schema the published
 * one, even if that breaks clients. Exits with code 1 if there are problems.
 */
const GATEWAY = new URL('../apps/gateway/', import.meta.url)
const composed = readFileSync(new URL('supergraph.graphql', GATEWAY), 'utf8')
const publishedFile = new URL('published.graphql', GATEWAY)

const problems = undescribed(composed).map((place) => `no description: ${place}`)
if (process.argv.includes('--publish')) {
  writeFileSync(publishedFile, composed)
  console.log('the composed schema is now the published one')
} else if (existsSync(publishedFile)) {
  const breaking = await breakingChanges(readFileSync(publishedFile, 'utf8'), composed)
  problems.push(...breaking.map((change) => `breaking: ${change}`))
} else {
  problems.push('apps/gateway/published.graphql is missing: run "node scripts/check-schema.ts --publish"')
}
for (const problem of problems) console.error(problem)
console.log(`schema: ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
