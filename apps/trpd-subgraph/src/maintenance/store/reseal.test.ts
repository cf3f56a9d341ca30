import { randomUUID } from 'node:crypto'
import { snakeCaseOf } from '@travel-rule/database/column-names'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { countStatements } from '@travel-rule/database/testing/statement-counter'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { documentContext } from '../../due-diligence/store/due-diligence-documents.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { draftContext } from '../../sending/store/transfer-drafts.ts'
import { countOutdated, rotateSealingKeys } from '../actions/rotate-sealing-keys.ts'
import { resealColumn, SEALED_COLUMNS } from './reseal.ts'

it('every sealed column of the schema is rotated and counted, with an index that finds outdated values', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const { rows } = await database.pool.query<{ name: string; indexed: boolean }>(`
    select table_name || '.' || column_name as name, exists (
      select from pg_indexes
      where tablename = table_name and indexdef like '%(sealing_key_id(' || column_name || '))%') as indexed
    from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_sealed'`)
  const known = SEALED_COLUMNS.map(({ table, column }) => `${snakeCaseOf(table)}.${snakeCaseOf(column)}`)
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
  expect(rows.filter(({ indexed }) => !indexed)).toEqual([])
})

it('one run reseals every document, however many broken ones come first, and reports each broken one once', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  await database.pool.query(
    'alter table due_diligence_documents drop constraint due_diligence_documents_record_id_fkey',
  )
  const [before, after] = [generateSealingKeys(), generateSealingKeys()]
  const older = openSealer(before)
  const ids = Array.from({ length: 50 }, (_, n) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`)
  const documents = ids.map((id, n) => ({
    id,
    recordId: id,
    nameSealed: older.seal('name', documentContext(id, 'name')),
    mediaType: 'text/plain',
    bytes: 7,
    sha256: Buffer.alloc(32),
    // The first half is bound to another context, as if the rows had been modified.
    contentSealed: older.seal('content', documentContext(n < 25 ? 'other' : id, 'content')),
    addedBy: 'alice',
    addedAt: new Date(),
  }))
  await database.db.insertInto('dueDiligenceDocuments').values(documents).execute()
  const broken: string[] = []
  const service = {
    database,
    sealer: openSealer(`${after},${before}`),
    logger: openLogger({ name: 'test', level: 'silent' }),
    onBrokenSeal: (row: string) => void broken.push(row),
  }
  await rotateSealingKeys(service, { runMs: Number.POSITIVE_INFINITY })
  expect(await countOutdated(service)).toBe(25)
  expect(broken).toEqual(ids.slice(0, 25).map((id) => `due_diligence_documents.content_sealed ${id}`))
})

it('a page of values is sealed again with one statement, however many there are', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const [before, after] = [generateSealingKeys(), generateSealingKeys()]
  const older = openSealer(before)
  const column = SEALED_COLUMNS.find(({ table }) => table === 'transferDrafts')
  if (column === undefined) throw new Error('drafts are sealed')
  const seal = async (count: number) => {
    const ids = Array.from({ length: count }, () => randomUUID())
    const drafts = ids.map((id) => ({
      id,
      person: 'alice',
      version: 1,
      customerFingerprint: Buffer.alloc(0),
      draftSealed: older.seal(id, draftContext(id)),
      updatedAt: new Date(),
    }))
    await database.db.insertInto('transferDrafts').values(drafts).execute()
    const sealer = openSealer(`${after},${before}`)
    const statements = countStatements()
    const { done } = await database.db
      .transaction()
      .execute((tx) =>
        resealColumn(tx.withPlugin(statements), sealer, column, { after: undefined, onBroken: expect.fail }),
      )
    expect(done).toBe(count)
    const stored = await database.db.selectFrom('transferDrafts').select(['id', 'draftSealed']).execute()
    const current = openSealer(after)
    expect(stored.map(({ id, draftSealed }) => current.open(draftSealed, draftContext(id)).toString())).toEqual(
      stored.map(({ id }) => id),
    )
    return statements.count
  }
  expect(await seal(20)).toBe(await seal(2))
})

it('a column in which nothing is outdated is not read', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const { db, pool } = database
  const sealer = openSealer(generateSealingKeys())
  const column = SEALED_COLUMNS.find(({ table }) => table === 'inboundMessages')
  if (column === undefined) throw new Error('inbound messages are sealed')
  const insert = sql`
    insert into inbound_messages (counterparty, request_identifier, kind, answer_sealed, received_at)
    select 'address', n::text, 'INQUIRY', ${sealer.seal('{}', 'context')}, now() from generate_series(1, 5000) as n`
  await insert.execute(db)
  await pool.query('analyze inbound_messages')
  const read = await db.transaction().execute(async (tx) => {
    const { done } = await resealColumn(tx, sealer, column, { after: undefined, onBroken: () => {} })
    expect(done).toBe(0)
    const { rows } = await sql<{ read: bigint }>`
      select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
      from pg_stat_xact_user_tables where relname = 'inbound_messages'`.execute(tx)
    return rows[0]?.read
  })
  expect(read).toBe(0n)
})
