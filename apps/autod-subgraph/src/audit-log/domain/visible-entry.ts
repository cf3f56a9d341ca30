import type { AuditEntry } from './audit-entry.ts'

/** An audit entry as visible to a caller. */
export interface VisibleEntry extends AuditEntry {
  /** True if facts about the event were left out. */
  readonly isDetailWithheld: boolean
}

/**
 * The entry without the facts that its service shows only to callers with the scope `<source>:read`: its
 * detail, the links named in the detail, and the names of VASPs and customers.
 */
export function visibleEntry(entry: AuditEntry, sources: readonly string[]): VisibleEntry {
  if (sources.includes(entry.source)) return { ...entry, isDetailWithheld: false }
  const { type, id } = entry.actor
  const actor = type === 'COUNTERPARTY' || type === 'CUSTOMER' ? { type, id } : entry.actor
  return { ...entry, actor, detail: {}, isDetailWithheld: true }
}

/** The services whose facts a caller with these scopes may see. */
export function readableSources(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope.endsWith(READ)).map((scope) => scope.slice(0, -READ.length))
}

const READ = ':read'
