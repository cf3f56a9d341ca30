import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isRunning, stopLeftOver } from '../postmaster.ts'

/** Prefix of the folders of test runs, followed by the process id of the run. */
export const TEST_CLUSTER_PREFIX = 'pg-test-'

/** Stops and removes the clusters in `temporary` whose test run was killed. */
export async function removeLeftOverClusters(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const owner = new RegExp(`^${TEST_CLUSTER_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    const folder = path.join(temporary, name)
    await stopLeftOver(path.join(folder, 'cluster', 'data'), undefined)
    await rm(folder, { recursive: true, force: true })
  }
}
