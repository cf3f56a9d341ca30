import type { Messages } from '../language/messages.ts'

/** Roles that Keycloak grants to everyone, and which have no meaning here. */
const PROVIDER_ROLE = /^(default-roles-.*|offline_access|uma_authorization)$/

/** A person's roles in readable form, such as "Compliance officer"; empty if there are none. */
export function roleNames(roles: readonly string[], { app }: Messages): string {
  const names: Readonly<Record<string, string>> = app.roles
  return roles
    .filter((role) => !PROVIDER_ROLE.test(role))
    .map((role) => (Object.hasOwn(names, role) ? names[role] : role))
    .join(', ')
}
