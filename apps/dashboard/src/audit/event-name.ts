import type { Messages } from '../language/messages.ts'

/** What an event says in the person's language; the type itself when it has no name yet. */
export function eventName(type: string, t: Messages): string {
  return eventNames(t)[type] ?? type
}

/** The name of each known type of events. */
export function eventNames(t: Messages): Readonly<Record<string, string>> {
  return { __proto__: null, ...t.transaction.events, ...t.case.events, ...t.audit.events } as never
}
