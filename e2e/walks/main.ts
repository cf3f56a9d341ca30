import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { filesOf, MEASURABLE } from './entered-functions.ts'
import { measureWalks } from './measure-walks.ts'

/** Prints the walks of docs/architecture.md that `walks.test.ts` limits, as measured on a separate node. */
const USAGE = 'npm run walks   prints the source files that a query, an inquiry and a live event enter, by part\n'
const options = process.argv.slice(2)
if (options.length > 0) {
  const isHelp = asksForHelp(options)
  process[isHelp ? 'stdout' : 'stderr'].write(USAGE)
  process.exit(isHelp ? 0 : 1)
}

await using node = await startNode({ env: MEASURABLE })
for (const [name, walk] of Object.entries(await measureWalks(accessTo(node)))) {
  for (const [part, functions] of Object.entries(walk)) {
    const files = filesOf(functions)
    process.stdout.write(`${name}, ${part}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join('')}`)
  }
}
