import { type Kysely, type SqlBool, sql } from 'kysely'
import type { User } from '../users/domain/user.ts'
import { storable } from './audit-log.ts'
import type { Tables, UserSeenTable } from './tables.ts'

/** A sighting of a user; an absent name or role list keeps the stored one. */
export interface Sighting {
  readonly id: string
  readonly name: string | undefined
  readonly roles: readonly string[] | undefined
  readonly at: Date
}

/** Stores sightings from events, which have no roles, in one statement. */
export async function saveSightings(db: Kysely<Tables>, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.length === 0) return
  const byUser = [...Map.groupBy(sightings, ({ id }) => id)].map(([id, own]) => {
    const inOrder = own.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    const named = inOrder.findLast(({ name }) => name !== undefined)
    return { id, name: named?.name ?? null, first: inOrder[0]?.at, last: inOrder.at(-1)?.at }
  })
  await sql`
    insert into user_seen as seen (id, name, roles, first_seen_at, last_seen_at)
    select id, name, '{}', first, last
    from unnest(${byUser.map(({ id }) => id)}::text[], ${byUser.map(({ name }) => name)}::text[],
      ${byUser.map(({ first }) => first)}::timestamptz[], ${byUser.map(({ last }) => last)}::timestamptz[])
      as sighting (id, name, first, last)
    on conflict (id) do update set
      name = case when excluded.last_seen_at >= seen.last_seen_at or seen.name is null
        then coalesce(excluded.name, seen.name) else seen.name end,
      first_seen_at = least(seen.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(seen.last_seen_at, excluded.last_seen_at)`.execute(db)
}

/** Stores a sighting. Sightings may arrive in any order; the newest sets name and roles. */
export async function saveSighting(db: Kysely<Tables>, { id, name, roles, at }: Sighting): Promise<void> {
  await db
    .insertInto('userSeen')
    .values({ id, name: name ?? null, roles: [...(roles ?? [])], firstSeenAt: at, lastSeenAt: at })
    .onConflict((on) =>
      on.column('id').doUpdateSet({
        name:
          name === undefined
            ? sql`user_seen.name`
            : sql`case when excluded.last_seen_at >= user_seen.last_seen_at or user_seen.name is null
                then excluded.name else user_seen.name end`,
        // Only calls carry roles, and they arrive in order; an event may be dated slightly after a
        // call.
        roles: roles === undefined ? sql`user_seen.roles` : sql`excluded.roles`,
        firstSeenAt: sql`least(user_seen.first_seen_at, excluded.first_seen_at)`,
        lastSeenAt: sql`greatest(user_seen.last_seen_at, excluded.last_seen_at)`,
      }),
    )
    .execute()
}

/** The users with `ids`, in the same order; `undefined` for those never seen. */
export async function loadUsers(db: Kysely<Tables>, ids: readonly string[]): Promise<(User | undefined)[]> {
  const rows = await db
    .selectFrom('userSeen')
    .selectAll()
    .where(sql<SqlBool>`id = any(${sql.val(ids.map(storable))}::text[])`)
    .execute()
  const users = new Map(rows.map((row) => [row.id, userOfRow(row)]))
  return ids.map((id) => users.get(id))
}

/** The users, most recently seen first. */
export async function listUsers(db: Kysely<Tables>, page: { limit: number; offset: number }): Promise<User[]> {
  const query = db.selectFrom('userSeen').selectAll().orderBy('lastSeenAt', 'desc').orderBy('id')
  return (await query.limit(page.limit).offset(page.offset).execute()).map(userOfRow)
}

export async function countUsers(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('userSeen')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function userOfRow({ name, ...user }: UserSeenTable): User {
  return { ...user, name: name ?? undefined }
}
