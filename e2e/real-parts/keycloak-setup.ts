import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDoor } from '@travel-rule/embedded-postgres/testing/cluster-door'
import type { TestProject } from 'vitest/node'
import { openKeycloak, type RunningKeycloak } from './keycloak-server.ts'
import { UnavailablePartError } from './part-cache.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket that serves access to the shared Keycloak, or the reason why this machine cannot run it. */
    sharedKeycloak: string
  }
}

/** Shares one Keycloak among the stories of a run. It is started for the first story and stopped after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'shared-keycloak-'))
  const socket = join(folder, 'door')
  let keycloak: Promise<RunningKeycloak> | undefined
  const door = await openDoor(socket, async () => {
    keycloak ??= openKeycloak()
    try {
      return JSON.stringify({ access: (await keycloak).access })
    } catch (error) {
      if (error instanceof UnavailablePartError) return JSON.stringify({ unavailable: error.message })
      throw error
    }
  })
  project.provide('sharedKeycloak', socket)
  return async () => {
    await door[Symbol.asyncDispose]()
    const started = await keycloak?.catch(() => undefined)
    await started?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}
