import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedCluster, openEmbeddedCluster } from '../embedded-cluster.ts'
import { openDoor } from './cluster-door.ts'
import { removeLeftOverClusters, TEST_CLUSTER_PREFIX } from './left-over-clusters.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket that serves the URL of the temporary cluster. */
    testCluster: string
  }
}

/** Maximum length of a temporary folder's path in which sockets can be created, in bytes. */
const TEMPORARY_BYTES_MAX = 50

/**
 * One temporary PostgreSQL cluster per test run, started when the first test needs a database and removed at the end.
 *
 * The next run removes the leftovers of a killed one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const temporary = Buffer.byteLength(tmpdir()) <= TEMPORARY_BYTES_MAX ? tmpdir() : '/tmp'
  await removeLeftOverClusters(temporary)
  const folder = await mkdtemp(path.join(temporary, `${TEST_CLUSTER_PREFIX}${process.pid}-`))
  // For root, the server runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)

  let cluster: Promise<EmbeddedCluster> | undefined
  let url: Promise<string> | undefined
  const door = await openDoor(path.join(folder, 'door'), () => {
    cluster ??= openEmbeddedCluster({ dataDir: path.join(folder, 'cluster'), durable: false })
    url ??= cluster.then(openTestRole)
    return url
  })
  project.provide('testCluster', path.join(folder, 'door'))

  return async () => {
    await door[Symbol.asyncDispose]()
    const opened = await cluster?.catch(() => undefined)
    await opened?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The URL of a role that may create databases and otherwise has the rights of a service's role. */
async function openTestRole(cluster: EmbeddedCluster): Promise<string> {
  const url = await cluster.ensureDatabase('tests')
  const client = new pg.Client({ connectionString: cluster.superuserUrl })
  await client.connect()
  await client.query('alter role tests createdb')
  await client.end()
  return url
}
