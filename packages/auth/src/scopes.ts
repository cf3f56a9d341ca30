export interface ScopeRules {
  /** The scopes of each known role. */
  readonly roleScopes: Readonly<Record<string, readonly string[]>>
  /** The role of a caller without a known role. */
  readonly defaultRole: string
}

/** Every scope that the roles grant, sorted; those of the default role when none is known. */
export function scopesOf(roles: readonly string[], rules: ScopeRules): string[] {
  const scopes = actingRoles(roles, rules).flatMap((role) => scopesOfRole(role, rules))
  return [...new Set(scopes)].sort()
}

/** The known roles among `roles`, in their order, without duplicates. */
export function rolesKnown(roles: readonly string[], rules: ScopeRules): string[] {
  return [...new Set(roles)].filter((role) => Object.hasOwn(rules.roleScopes, role))
}

/** The known roles among `roles`, or the default role. */
export function actingRoles(roles: readonly string[], rules: ScopeRules): string[] {
  const known = rolesKnown(roles, rules)
  return known.length > 0 ? known : [rules.defaultRole]
}

/**
 * Whether the granted scopes satisfy `@requiresScopes`: at least one of the inner lists is granted
 * completely.
 *
 * An empty outer list is never satisfied.
 */
export function satisfiesScopes(granted: readonly string[], required: readonly (readonly string[])[]): boolean {
  return required.some((every) => every.every((scope) => granted.includes(scope)))
}

function scopesOfRole(role: string, rules: ScopeRules): readonly string[] {
  return Object.hasOwn(rules.roleScopes, role) ? (rules.roleScopes[role] ?? []) : []
}
