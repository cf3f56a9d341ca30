import { runFeedsCommand } from '@travel-rule/database/feeds-command'
import { OperatorError } from '@travel-rule/service/operator-error'
import { isSet, readConfig } from '../config.ts'
import { readNodeFile } from '../node-file.ts'

/** `npm run feeds`: restores of a database, as the audit log sees them. */
try {
  process.stdout.write(await runFeedsCommand(process.argv.slice(2), await withNodeDatabases(process.env)))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** The environment, with the embedded databases of the node that runs on the data folder. */
async function withNodeDatabases(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const node = await readNodeFile(readConfig(env).dataDir)
  const missing = Object.entries(node?.databaseUrls ?? {}).flatMap(([name, url]) => {
    const variable = `${name.toUpperCase()}_DATABASE_URL`
    return isSet(env, variable) ? [] : [[variable, url]]
  })
  return { ...env, ...Object.fromEntries(missing) }
}
