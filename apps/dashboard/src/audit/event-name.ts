import type { Messages } from '../language/messages.ts'

/** The description of an event in the person's language; the type itself without one. */
export function eventName(type: string, t: Messages): string {
  return eventNames(t)[type] ?? type
}

/** Names of the known event types. */
export function eventNames(t: Messages): Readonly<Record<string, string>> {
  return { __proto__: null, ...t.transaction.events, ...t.case.events, ...t.audit.events } as never
}
