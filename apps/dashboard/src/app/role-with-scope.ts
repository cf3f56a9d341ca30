import type { Messages } from '../language/messages.ts'

/** The roles that have a scope by default, in the person's language. */
export function roleWithScope(scope: string, { app }: Messages): string {
  const names: Readonly<Record<string, string>> = app.rolesWithScope
  return (Object.hasOwn(names, scope) ? names[scope] : undefined) ?? app.rolesWithScope.other
}
