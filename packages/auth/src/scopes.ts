export interface ScopeRules {
  /** The scopes of each known role. */
  readonly roleScopes: Readonly<Record<string, readonly string[]>>
  /** The role of a client that acts for itself and has no known role. An unknown role grants nothing. */
  readonly defaultRole: string
}

/** Every scope that the roles grant, sorted. Unknown roles grant nothing. */
export function scopesOf(roles: readonly string[], { roleScopes }: Pick<ScopeRules, 'roleScopes'>): string[] {
  const scopes = rolesKnown(roles, { roleScopes }).flatMap((role) => roleScopes[role] ?? [])
  return [...new Set(scopes)].sort()
}

/** The known roles among `roles`, compared exactly, in the given order, without duplicates. */
export function rolesKnown(roles: readonly string[], { roleScopes }: Pick<ScopeRules, 'roleScopes'>): string[] {
  return [...new Set(roles)].filter((role) => Object.hasOwn(roleScopes, role))
}

/**
 * The roles whose scopes a caller has: the known roles of its token. Without any, a client that acts for itself has the
 * default role, and a person has none.
 */
export function actingRoles(
  { roles, actsFor }: { readonly roles: readonly string[]; readonly actsFor: 'ITSELF' | 'PERSON' },
  rules: ScopeRules,
): string[] {
  const known = rolesKnown(roles, rules)
  return known.length > 0 || actsFor === 'PERSON' ? known : rolesKnown([rules.defaultRole], rules)
}

/** The known roles whose scopes alone satisfy all of several `@requiresScopes`; may be empty. */
export function rolesSatisfying(
  required: readonly (readonly (readonly string[])[])[],
  { roleScopes }: Pick<ScopeRules, 'roleScopes'>,
): string[] {
  const grants = (granted: readonly string[]) => required.every((choice) => satisfiesScopes(granted, choice))
  return Object.keys(roleScopes).filter((role) => grants(roleScopes[role] ?? []))
}

/**
 * True if the granted scopes satisfy `@requiresScopes`: at least one of the inner lists is granted completely.
 *
 * An empty outer list is never satisfied.
 */
export function satisfiesScopes(granted: readonly string[], required: readonly (readonly string[])[]): boolean {
  return required.some((every) => every.every((scope) => granted.includes(scope)))
}
