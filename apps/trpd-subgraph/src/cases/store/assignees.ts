import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** Records that a person who may work on cases was seen. */
export async function saveAssignee(db: Kysely<Tables>, { person, at }: { person: string; at: Date }): Promise<void> {
  await db
    .insertInto('assignees')
    .values({ person, seenAt: at })
    .onConflict((on) => on.column('person').doUpdateSet({ seenAt: at }))
    .execute()
}

/** Removes a caller who may not work on cases. */
export async function removeAssignee(db: Kysely<Tables>, person: string): Promise<void> {
  await db.deleteFrom('assignees').where('person', '=', person).execute()
}

/** The subjects of people seen after `since`, sorted. */
export async function listAssignees(
  db: Kysely<Tables>,
  { since, limit, offset }: { readonly since: Date; readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const query = db.selectFrom('assignees').select('person').where('seenAt', '>', since).orderBy('person')
  return (await query.limit(limit).offset(offset).execute()).map(({ person }) => person)
}

/** Those of `people` who were seen after `since`. */
export async function findAssignees(
  db: Kysely<Tables>,
  { people, since }: { readonly people: readonly string[]; readonly since: Date },
): Promise<Set<string>> {
  const query = db.selectFrom('assignees').select('person').where('person', 'in', people).where('seenAt', '>', since)
  return new Set((people.length === 0 ? [] : await query.execute()).map(({ person }) => person))
}
