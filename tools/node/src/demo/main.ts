import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { readNodeFile } from '../node-file.ts'
import { openNarrator } from './narrator.ts'
import { playStory } from './story.ts'

/** `npm run demo`: plays a complete Travel Rule story through the public API of a running node. */
const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  console.log('npm run demo    plays a complete Travel Rule story against the node that "npm start" runs')
  console.log('                (set PORT_BASE or DATA_DIR as for "npm start" to select another node)')
} else {
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
    process.exitCode = 1
  } else {
    process.exitCode = await playStory(node, narrator)
  }
}
