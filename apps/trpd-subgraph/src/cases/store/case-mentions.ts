import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** A comment that mentions a person who has not opened its transfer since. */
export interface CaseMention {
  readonly transferId: string
  /** Subject of the author of the comment. */
  readonly by: string
  readonly at: Date
}

interface MentionSearch {
  /** Subject of the mentioned person. */
  readonly person: string
  readonly since: Date
  /** Maximum number of mentions. */
  readonly limit: number
}

/** The unread comments of other people that mention a person, newest first. */
export async function listMentions(
  db: Kysely<Tables>,
  { person, since, limit }: MentionSearch,
): Promise<CaseMention[]> {
  const { rows } = await sql<CaseMention>`
    select change.transfer_id, change.actor_id as by, change.at
    from case_changes as change
    left join case_reads as read on read.person = ${person} and read.transfer_id = change.transfer_id
    where change.mentions <> '[]' and change.mentions @> jsonb_build_array(${person}::text)
      and change.at > ${since} and change.actor_id <> ${person} and change.version > coalesce(read.case_version, 0)
    order by change.at desc, change.transfer_id limit ${limit}`.execute(db)
  return rows
}
