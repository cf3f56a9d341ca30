import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { knock, openDoor } from '@travel-rule/embedded-postgres/testing/cluster-door'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket that returns the folder of an empty cluster, which no server uses. */
    clusterTemplate: string
  }
}

/** The files of a stopped cluster that a node needs to start its own server on them. */
const COPIED = ['data', 'passwords.json']

/**
 * Creates one empty cluster per test run, when the first story needs it, and removes it at the end.
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
  const cluster = await openEmbeddedCluster({ dataDir, durable: false })
  await cluster[Symbol.asyncDispose]()
  return dataDir
}

/**
 * Copies the empty cluster to the data folder of a node that has none, which saves the node the
 * second of CPU time that `initdb` takes.
 */
export async function placeCluster(dataDir: string): Promise<void> {
  const target = join(dataDir, 'postgres')
  if (existsSync(target)) return
  const template = await knock(inject('clusterTemplate'))
  mkdirSync(target, { mode: 0o711 })
  execFileSync('cp', ['--archive', ...COPIED.map((name) => join(template, name)), target])
}
