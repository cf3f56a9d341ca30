import { parseArgs } from 'node:util'
import { readSettings } from '@travel-rule/service/settings'
import { settings } from '../config.ts'
import { readNodeFile } from '../node-file.ts'
import { openNarrator } from './narrator.ts'
import { playStory } from './story.ts'

/** `npm run demo`: plays a whole Travel Rule story against the node that runs here, through its public API alone. */
const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  console.log(
    'npm run demo    plays a whole Travel Rule story against the node that "npm start" runs (DATA_DIR names another one)',
  )
} else {
  const { dataDir } = readSettings(settings, process.env)
  const node = await readNodeFile(dataDir)
  const narrator = openNarrator(process.stdout)
  if (node?.counterparty === undefined || node.clientSecret === undefined) {
    narrator.fail(
      node === undefined
        ? `No node runs with the data folder ${dataDir}: run "npm start" in another terminal first.`
        : 'The node runs without the demo counterparty or without the embedded identity provider: run "npm start" without --no-demo.',
    )
    process.exitCode = 1
  } else {
    process.exitCode = await playStory(node, narrator)
  }
}
