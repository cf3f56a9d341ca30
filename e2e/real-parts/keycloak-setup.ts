import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDoor } from '@travel-rule/embedded-postgres/testing/cluster-door'
import type { TestProject } from 'vitest/node'
import { openKeycloak, type RunningKeycloak } from './keycloak-server.ts'
import { UnavailablePartError } from './part-cache.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket that returns access to the shared Keycloak, or why this machine cannot have one. */
    sharedKeycloak: string
  }
}

/** Shares one Keycloak among the stories of a run: started for the first, stopped after the last. */
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
