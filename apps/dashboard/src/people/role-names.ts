import type { Messages } from '../language/messages.ts'

/** Roles that Keycloak gives to everyone, and which mean nothing here. */
const PROVIDER_ROLE = /^(default-roles-.*|offline_access|uma_authorization)$/

/** The roles of a person as people read them, such as "Compliance officer"; empty without one. */
export function roleNames(roles: readonly string[], { app }: Messages): string {
  const names: Readonly<Record<string, string>> = app.roles
  return roles
    .filter((role) => !PROVIDER_ROLE.test(role))
    .map((role) => (Object.hasOwn(names, role) ? names[role] : role))
    .join(', ')
}
