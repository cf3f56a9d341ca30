import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges, undescribed } from './schema-rules.ts'

/**
 * Checks the composed schema: everything in it is described, and nothing that was published is broken.
 *
 * `node scripts/check-schema.ts [--publish]`; `--publish` makes the composed schema the published one, also when that breaks clients.
 * Ends with code 1 when there are problems.
 */
const GATEWAY = new URL('../apps/gateway/', import.meta.url)
const composed = readFileSync(new URL('supergraph.graphql', GATEWAY), 'utf8')
const publishedFile = new URL('published.graphql', GATEWAY)

const problems = undescribed(composed).map((place) => `not described: ${place}`)
if (process.argv.includes('--publish')) {
  writeFileSync(publishedFile, composed)
  console.log('the composed schema is the published one now')
} else if (existsSync(publishedFile)) {
  const breaking = await breakingChanges(readFileSync(publishedFile, 'utf8'), composed)
  problems.push(...breaking.map((change) => `breaking: ${change}`))
} else {
  problems.push('there is no apps/gateway/published.graphql: run "node scripts/check-schema.ts --publish"')
}
for (const problem of problems) console.error(problem)
console.log(`schema: ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
