import type { Database } from '@travel-rule/database/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendAll, auditRecord, openTestStore } from '../testing/open-test-store.ts'
import { appendAudit } from './audit-log.ts'
import type { Tables } from './tables.ts'
import { verifyAudit } from './verify-audit.ts'

let store: Database<Tables>
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store[Symbol.asyncDispose]())

const complete = { from: 1n, to: undefined }
const kinds = async (range: Parameters<typeof verifyAudit>[1] = complete) =>
  (await verifyAudit(store.db, range)).problems.map(({ kind, sequence }) => [kind, sequence])

/** Runs a statement as a superuser could, without the trigger. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(store.db)
  await statement.execute(store.db)
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(store.db)
}

describe('the audit log', () => {
  it('the audit log is intact after an entry with strings that are not well-formed UTF-16, which PostgreSQL cannot store', async () => {
    const actor = { type: 'USER', id: 'u-\ud800', name: 'Ada \udc00' } as const
    await appendAll(store, [auditRecord({ actor, detail: { 'name\ud800': 'x\ud800' } })])
    expect(await kinds()).toEqual([])
  })

  it('the audit log is intact when it is empty', async () => {
    expect(await verifyAudit(store.db, complete)).toEqual({
      from: 1n,
      to: 0n,
      checked: 0,
      isComplete: true,
      problems: [],
    })
  })

  it('the audit log chains every entry to the previous one, with any content in its detail', async () => {
    const details = [{}, { a: 1e21, b: -0.5, c: true, d: null }, { text: '"\\ \u2028 😀' }, { ö: 'ä', Z: 1, a: 0.1 }]
    await appendAll(
      store,
      details.map((detail) => auditRecord({ detail })),
    )
    expect(await verifyAudit(store.db, complete)).toMatchObject({ to: 4n, checked: 4, problems: [] })
  })

  it('the audit log has no gaps after concurrent appends of which some fail', async () => {
    const append = (index: number) =>
      store.db.transaction().execute(async (tx) => {
        await appendAudit(tx, auditRecord())
        if (index % 3 === 0) throw new Error('rolled back')
      })
    await Promise.allSettled(Array.from({ length: 30 }, (_, index) => append(index)))
    expect(await verifyAudit(store.db, complete)).toMatchObject({ to: 20n, checked: 20, problems: [] })
  })

  it('the audit log refuses the same event a second time', async () => {
    const record = auditRecord()
    await appendAll(store, [record])
    await expect(appendAll(store, [record])).rejects.toThrow('duplicate key')
    expect(await kinds()).toEqual([])
  })

  it.each([sql`update audit_log set type = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`])(
    'the audit log cannot be rewritten by a statement: %#',
    async (statement) => {
      await appendAll(store, [auditRecord()])
      await expect(statement.execute(store.db)).rejects.toThrow('append-only')
    },
  )
})

describe('verifying the audit log', () => {
  beforeEach(() =>
    appendAll(
      store,
      Array.from({ length: 6 }, () => auditRecord()),
    ),
  )

  it('verifying the audit log finds changed content', async () => {
    await tamper(sql`update audit_log set detail = '{"status":"DECLINED"}' where sequence = 3`)
    expect(await kinds()).toEqual([['CONTENT_CHANGED', 3n]])
  })

  it.each([sql`transaction_id = null`, sql`transaction_id = 't-9'`, sql`vasp_id = 'v-9'`])(
    'verifying the audit log finds an entry that was moved to the trail of another entity: %#',
    async (change) => {
      await tamper(sql`update audit_log set ${change} where sequence = 3`)
      expect(await kinds()).toEqual([['CONTENT_CHANGED', 3n]])
    },
  )

  it('verifying the audit log finds a changed hash and the broken link to it', async () => {
    await tamper(sql`update audit_log set hash = previous_hash where sequence = 3`)
    expect(await kinds()).toEqual([
      ['CONTENT_CHANGED', 3n],
      ['LINK_BROKEN', 4n],
    ])
  })

  it('verifying the audit log finds missing entries at the start, in the middle and at the end', async () => {
    await tamper(sql`delete from audit_log where sequence in (1, 3, 4, 6)`)
    expect(await kinds()).toEqual([
      ['ENTRY_MISSING', 1n],
      ['ENTRY_MISSING', 3n],
      ['ENTRY_MISSING', 6n],
    ])
  })

  it('verifying the audit log finds a rewritten last entry with a matching hash', async () => {
    const { previousHash } = await store.db
      .selectFrom('auditLog')
      .select('previousHash')
      .where('sequence', '=', 6n)
      .executeTakeFirstOrThrow()
    await tamper(sql`delete from audit_log where sequence = 6`)
    await sql`update audit_chain set sequence = 5, hash = ${previousHash}`.execute(store.db)
    const { hash } = await store.db.selectFrom('auditChain').select('hash').executeTakeFirstOrThrow()
    await appendAll(store, [auditRecord({ type: 'transfer.declined' })])
    expect(await kinds()).toEqual([])
    await sql`update audit_chain set hash = ${hash}`.execute(store.db)
    expect(await kinds()).toEqual([['END_DIFFERS', 6n]])
  })

  it('verifying the audit log covers only the requested range and compares it with the preceding entry', async () => {
    await tamper(sql`update audit_log set hash = previous_hash where sequence = 2`)
    expect(await kinds({ from: 4n, to: 5n })).toEqual([])
    expect(await kinds({ from: 3n, to: 3n })).toEqual([['LINK_BROKEN', 3n]])
    expect(await verifyAudit(store.db, { from: 4n, to: 99n })).toMatchObject({ from: 4n, to: 6n, checked: 3 })
    expect(await verifyAudit(store.db, { from: 9n, to: undefined })).toMatchObject({ to: 8n, checked: 0, problems: [] })
  })
})
