import { parseArgs } from 'node:util'
import { OperatorError } from '@travel-rule/service/operator-error'
import { readConfig } from '../config.ts'
import { readNodeFile } from '../node-file.ts'
import { openNarrator } from './narrator.ts'
import { playStory } from './story.ts'

/** `npm run demo`: plays a complete Travel Rule story through the public API of a running node. */
const USAGE = `npm run demo             plays a complete Travel Rule story against the node that "npm start" runs
npm run demo -- --all    then sends an inquiry to every travel address of the demo counterparty, and waits for its outcome

Set PORT_BASE or DATA_DIR as for "npm start" to select another node.
`

try {
  const { values } = parseArgs({
    options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) process.stdout.write(USAGE)
  else process.exitCode = await runDemo(values.all)
} catch (error) {
  const isUnknownOption = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  if (!isUnknownOption && !(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n${isUnknownOption ? `\n${USAGE}` : ''}`)
  process.exitCode = 1
}

async function runDemo(all: boolean): Promise<number> {
  const { dataDir } = readConfig(process.env)
  const node = await readNodeFile(dataDir)
  const narrator = openNarrator(process.stdout)
  if (node?.counterparty === undefined || node.clientSecret === undefined) {
    narrator.fail(
      node === undefined
        ? `No node is running on the data folder ${dataDir}: run "npm start" in another terminal first.`
        : 'The node runs without the demo counterparty or the embedded identity provider: run "npm start" without ' +
            '--no-demo and GATEWAY_OIDC_ISSUER.',
    )
    return 1
  }
  return await playStory(node, narrator, { all })
}
