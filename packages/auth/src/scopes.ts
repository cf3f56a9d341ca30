export interface ScopeRules {
  /** Scopes of each role that is known here. */
  readonly roleScopes: Readonly<Record<string, readonly string[]>>
  /** The role of a caller whose token names no known role. */
  readonly defaultRole: string
}

/** Every scope the roles grant, without repeats, sorted. A caller with no known role gets those of the default role. */
export function scopesOf(roles: readonly string[], rules: ScopeRules): string[] {
  const scopes = actingRoles(roles, rules).flatMap((role) => scopesOfRole(role, rules))
  return [...new Set(scopes)].sort()
}

/** The roles among `roles` that the rules know, in their order, without repeats; maybe none. */
export function rolesKnown(roles: readonly string[], rules: ScopeRules): string[] {
  return [...new Set(roles)].filter((role) => Object.hasOwn(rules.roleScopes, role))
}

/** The known roles, or the default role when there is none: what the caller acts as. */
export function actingRoles(roles: readonly string[], rules: ScopeRules): string[] {
  const known = rolesKnown(roles, rules)
  return known.length > 0 ? known : [rules.defaultRole]
}

/**
 * Whether the granted scopes satisfy `@requiresScopes`: at least one of the inner lists is granted completely.
 * An empty outer list can be satisfied by nobody.
 */
export function satisfiesScopes(granted: readonly string[], required: readonly (readonly string[])[]): boolean {
  return required.some((every) => every.every((scope) => granted.includes(scope)))
}

function scopesOfRole(role: string, rules: ScopeRules): readonly string[] {
  return Object.hasOwn(rules.roleScopes, role) ? (rules.roleScopes[role] ?? []) : []
}
