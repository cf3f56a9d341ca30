import { readConfig } from './config.ts'
import { portProblems, portsInUse } from './ports.ts'

const FIRST = 5_000
const STEP = 1_000
const TRIES = 20

/**
 * A `PORT_BASE` with which all ports of a node in this environment are free. `undefined` without one, for example
 * if the environment sets a port that is in use.
 */
export async function freePortBase(
  env: NodeJS.ProcessEnv,
  use: Parameters<typeof portsInUse>[1],
): Promise<number | undefined> {
  for (let tries = 0, base = FIRST; tries < TRIES; tries += 1, base += STEP) {
    const config = readConfig({ ...env, PORT_BASE: String(base) })
    if ((await portProblems(portsInUse(config, use))).length === 0) return base
  }
  return undefined
}
