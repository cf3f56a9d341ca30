import { isIdentifier } from './plain-text.ts'

/**
 * The roles a token names at the given claim paths (`realm_access.roles`), without repeats. A path that is missing or holds
 * something else than text counts as no role. A claim name may itself contain dots (`resource_access.my.client.roles`).
 */
export function readRoles(claims: Readonly<Record<string, unknown>>, paths: readonly string[]): string[] {
  const roles = paths.flatMap((path) => rolesIn(valueAt(claims, path.split('.'))))
  return [...new Set(roles)]
}

function rolesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(isIdentifier)
}

function valueAt(value: unknown, segments: readonly string[]): unknown {
  if (segments.length === 0) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (let taken = segments.length; taken > 0; taken -= 1) {
    const name = segments.slice(0, taken).join('.')
    if (!Object.hasOwn(value, name)) continue
    const found = valueAt((value as Record<string, unknown>)[name], segments.slice(taken))
    if (found !== undefined) return found
  }
  return undefined
}
