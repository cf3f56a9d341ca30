import type { Identity } from '@travel-rule/auth/identity'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { findAssignees, listAssignees, removeAssignee, saveAssignee } from '../store/assignees.ts'

/** A person without a call for this long cannot be assigned a case: no call says that a person has left. */
const SEEN_WITHIN_MS = 90 * 86_400_000
/** A caller is recorded again after this time, or when the caller's rights have changed. */
const RECORD_INTERVAL_MS = 60_000
const CALLERS_MAX = 10_000

/** Records whether cases can be assigned to a caller. Most calls run no SQL. */
export type SeeCaller = (identity: Identity) => Promise<void>

/** Failures are only logged, so that reads do not depend on this. */
export function openSeeCaller({ database, now, logger }: Ports<'database' | 'logger' | 'now'>): SeeCaller {
  const seen = new LRUCache<string, { readonly mayWork: boolean; readonly atMs: number }>({ max: CALLERS_MAX })
  return async (identity) => {
    const { subject: person } = identity
    const at = now()
    const mayWork = isPerson(identity) && identity.scopes.includes('trpd:write')
    const last = seen.get(person)
    if (last?.mayWork === mayWork && at.getTime() - last.atMs < RECORD_INTERVAL_MS) return
    seen.set(person, { mayWork, atMs: at.getTime() })
    try {
      await (mayWork ? saveAssignee(database.db, { person, at }) : removeAssignee(database.db, person))
    } catch (err) {
      logger.warn({ err }, 'could not record whether cases can be assigned to a caller')
    }
  }
}

/** False for a client that acts for itself. */
export function isPerson({ actsFor }: Identity): boolean {
  return actsFor === 'PERSON'
}

/** A page of the people to whom cases can be assigned. */
export function pageOfAssignees(
  { database, now }: Ports<'database' | 'now'>,
  page: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  return listAssignees(database.db, { since: seenSince(now()), ...page })
}

/** True if cases can be assigned to this person. */
export async function isAssignable(db: Kysely<Tables>, person: string, at: Date): Promise<boolean> {
  return (await assignableOf(db, [person], at)).has(person)
}

/** The subset of `people` to whom cases can be assigned. */
export function assignableOf(db: Kysely<Tables>, people: readonly string[], at: Date): Promise<Set<string>> {
  // PostgreSQL strings cannot contain NUL.
  const storable = people.filter((person) => !person.includes('\0'))
  return findAssignees(db, { people: [...new Set(storable)], since: seenSince(at) })
}

function seenSince(at: Date): Date {
  return new Date(at.getTime() - SEEN_WITHIN_MS)
}
