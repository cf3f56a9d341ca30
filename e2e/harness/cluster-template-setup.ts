import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations as aopd } from '@travel-rule/aopd-subgraph/store/migrations'
import { migrations as autod, privileges } from '@travel-rule/autod-subgraph/store/migrations'
import { openDatabase } from '@travel-rule/database/database'
import { type EmbeddedCluster, openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { openDoor } from '@travel-rule/embedded-postgres/testing/cluster-door'
import { migrations as trpd } from '@travel-rule/trpd-subgraph/foundation/store/migrations'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket that serves the folder of a cluster without data, on which no server runs. */
    clusterTemplate: string
  }
}

/**
 * Creates one cluster with migrated databases per test run, when the first story needs it, and
 * removes it at the end.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-template-'))
  const socket = join(folder, 'door')
  let template: Promise<string> | undefined
  const door = await openDoor(socket, () => {
    template ??= createCluster(join(folder, 'cluster'))
    return template
  })
  project.provide('clusterTemplate', socket)
  return async () => {
    await door[Symbol.asyncDispose]()
    await template?.catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

async function createCluster(dataDir: string): Promise<string> {
  await using cluster = await openEmbeddedCluster({ dataDir, durable: false })
  await migrateAll(cluster)
  return dataDir
}

/** Migrates like the subgraphs at their first start. */
async function migrateAll(cluster: EmbeddedCluster): Promise<void> {
  const { url, ownerUrl } = await cluster.ensureSharedDatabase('autod')
  for (const options of [
    { url: await cluster.ensureDatabase('trpd'), migrations: trpd },
    { url: await cluster.ensureDatabase('aopd'), migrations: aopd },
    { url, migrationUrl: ownerUrl, migrations: autod, privileges },
  ]) {
    const database = await openDatabase({ ...options, applicationName: 'cluster-template' })
    await database[Symbol.asyncDispose]()
  }
}
