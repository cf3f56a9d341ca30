import { knock } from '@travel-rule/embedded-postgres/testing/cluster-door'
import { inject, type TestContext } from 'vitest'
import type { KeycloakAccess } from './keycloak-server.ts'

export type SharedKeycloak = { readonly access: KeycloakAccess } | { readonly unavailable: string }

/**
 * The Keycloak that the stories of a run share, or the reason why this machine cannot run it. A story must not depend
 * on another story's data.
 */
export async function sharedKeycloak(): Promise<SharedKeycloak> {
  return JSON.parse(await knock(inject('sharedKeycloak'))) as SharedKeycloak
}

/** Skips the test, with the reason, if Keycloak is unavailable. */
export function skipWithout(keycloak: SharedKeycloak, { skip }: TestContext): void {
  if ('unavailable' in keycloak) skip(`a real Keycloak: ${keycloak.unavailable}`)
}
