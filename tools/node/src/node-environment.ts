import { isSet, readConfig } from './config.ts'
import { readPrivateJson, type Secrets } from './data-folder.ts'
import { readNodeFile } from './node-file.ts'
import { checkpointFileOf } from './parts.ts'

/**
 * The environment for an operator's command. Adds the settings that the operator omits: the embedded databases of the
 * node that runs on the data folder, and its checkpoint keys and file.
 */
export async function withNodeEnvironment(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { dataDir } = readConfig(env)
  const node = await readNodeFile(dataDir)
  if (node === undefined) return env
  const { autodCheckpointKeys } = ((await readPrivateJson(`${dataDir}/secrets.json`)) ?? {}) as Partial<Secrets>
  const databases = Object.entries(node.databaseUrls ?? {}).map(([name, url]) => [
    `${name.toUpperCase()}_DATABASE_URL`,
    url,
  ])
  const settings: NodeJS.ProcessEnv = {
    ...Object.fromEntries(databases),
    AUTOD_CHECKPOINT_KEYS: autodCheckpointKeys,
    AUTOD_CHECKPOINT_FILE: checkpointFileOf(dataDir),
  }
  return { ...env, ...Object.fromEntries(Object.entries(settings).filter(([variable]) => !isSet(env, variable))) }
}
