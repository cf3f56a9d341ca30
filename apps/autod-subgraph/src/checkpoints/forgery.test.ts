import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditReport } from '../audit-log/domain/audit-entry.ts'
import { hashEntry, listAudit } from '../store/audit-log.ts'
import { verifyAudit } from '../store/verify-audit.ts'
import { type OwnedStore, type OwnedStores, openOwnedStores } from '../testing/open-owned-store.ts'
import { acceptGap } from './actions/accept-gap.ts'
import { openCheckpointKeys } from './checkpoint-keys.ts'
import type { Checkpoint } from './domain/checkpoint.ts'

let stores: OwnedStores
let store: OwnedStore
beforeAll(async () => {
  stores = await openOwnedStores()
})
afterAll(() => stores?.[Symbol.asyncDispose]())
beforeEach(async () => {
  store = await stores.open()
})
afterEach(() => store[Symbol.asyncDispose]())

async function verify(outside: readonly Checkpoint[] = []): Promise<AuditReport> {
  const known = { verify: store.keys.verify, outside, invalidOutside: 0 }
  return await verifyAudit(store.database.db, { from: 1n, to: undefined }, known)
}
const found = async (outside?: readonly Checkpoint[]) =>
  (await verify(outside)).problems.map(({ kind, sequence }) => [kind, sequence])

/** Entries 1 to 4, 5 to 8 and 9 to 10, each group with its checkpoint. */
async function fill(): Promise<void> {
  for (const count of [4, 4, 2]) {
    await store.append(count)
    expect(await store.sign()).toMatchObject({ outcome: 'signed' })
  }
}

/** SQL that recomputes the chain from row `first` on, and moves its end accordingly. */
async function rehash(first: bigint): Promise<string[]> {
  const entries = (await listAudit(store.database.db, {}, { limit: 100, before: undefined })).reverse()
  const statements: string[] = []
  let previous = entries.find(({ sequence }) => sequence === first - 1n)?.hash ?? Buffer.alloc(32)
  for (const entry of entries.filter(({ sequence }) => sequence >= first)) {
    const hash = hashEntry(previous, entry.sequence, entry, entry.version)
    statements.push(
      `update audit_log set previous_hash = '\\x${Buffer.from(previous).toString('hex')}', hash = '\\x${hash.toString('hex')}'
       where sequence = ${entry.sequence}`,
    )
    previous = hash
  }
  return [...statements, MOVE_END]
}

const MOVE_END = `update audit_chain set (sequence, hash) =
  (select sequence, hash from audit_log order by sequence desc limit 1)`

describe('the role of the service', () => {
  it.each([
    `update audit_log set type = 'x'`,
    'delete from audit_log where sequence = 4',
    'truncate audit_log',
    'alter table audit_log disable trigger all',
    'update audit_chain set sequence = 3',
    'delete from audit_checkpoint',
    `update audit_checkpoint set jws = 'x'`,
    `set session_replication_role = 'replica'`,
    'drop table audit_log',
    'create or replace function extend_audit_chain() returns trigger language sql as $$ select new $$',
  ])('the role of the service may not run %s', async (statement) => {
    await store.append(4)
    await expect(store.database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    expect(await found()).toEqual([])
  })

  it('the role of the service cannot move the end of the chain without an entry', async () => {
    await store.append(4)
    const columns = 'version, source, type, subject_type, subject_id, actor_type, actor_id, at, detail, hash, event_id'
    await store.database.pool.query(
      `insert into audit_log (sequence, previous_hash, ${columns})
       select sequence + 1, hash, ${columns} from audit_log where sequence = 4 on conflict do nothing`,
    )
    await store.append(1)
    expect(await found()).toEqual([])
    // The role could otherwise use it in a trigger on a table of its own to move the end.
    const { rows } = await store.database.pool.query(
      `select has_function_privilege('extend_audit_chain()', 'execute') as granted`,
    )
    expect(rows).toEqual([{ granted: false }])
  })

  it.each([0, 2, 7])('the role of the service may insert an entry only at the end: %i', async (sequence) => {
    await store.append(4)
    const columns = 'version, source, event_id, type, subject_type, subject_id, actor_type, actor_id, at, detail, hash'
    const insert = `insert into audit_log (sequence, previous_hash, ${columns})
      select ${sequence}, previous_hash, version, source, 'new', type, subject_type, subject_id, actor_type, actor_id, at, detail, hash
      from audit_log where sequence = 4`
    await expect(store.database.pool.query(insert)).rejects.toThrow(/does not continue the audit chain|duplicate key/)
  })
})

describe('an audit log that a superuser changed', () => {
  beforeEach(fill)

  it('the audit log is intact before it is changed', async () => {
    expect(await verify(store.signed)).toMatchObject({ checked: 10, problems: [] })
    expect((await verify()).newestCheckpoint).toEqual(store.signed.at(-1))
    expect(store.signed.map(({ sequence, count }) => [sequence, count])).toEqual([
      [4n, 4n],
      [8n, 8n],
      [10n, 10n],
    ])
  })

  it('a change of the audit log is detected when content was changed while the trigger was disabled', async () => {
    await store.tamper(`update audit_log set detail = '{"status":"DECLINED"}' where sequence = 6`)
    expect(await found()).toEqual([['CONTENT_CHANGED', 6n]])
  })

  it.each([
    `at = at + interval '3 microseconds'`,
    'version = 1',
    `source_epoch = 'e'`,
    `actor_name = ''`,
    `transaction_id = 't-9'`,
    'source_position = source_position + 1000',
  ])('a change of the audit log is detected when a part was changed that a hash could miss: %s', async (change) => {
    await store.tamper(`update audit_log set ${change} where sequence = 6`)
    expect(await found()).toEqual([['CONTENT_CHANGED', 6n]])
  })

  it('a change of the audit log is detected when an entry of version 1 was given an epoch, which its hash does not cover', async () => {
    const [entry] = await listAudit(store.database.db, {}, { limit: 1, before: 2n })
    if (entry === undefined) throw new Error('no entry')
    const hash = hashEntry(entry.previousHash, 1n, entry, 1).toString('hex')
    await store.tamper(
      'alter table audit_log drop constraint audit_log_check',
      `update audit_log set version = 1, hash = '\\x${hash}', source_epoch = 'e' where sequence = 1`,
      `update audit_log set previous_hash = '\\x${hash}' where sequence = 2`,
    )
    expect(await found()).toEqual([
      ['CONTENT_CHANGED', 1n],
      ['CONTENT_CHANGED', 2n],
    ])
  })

  it('a hole in the audit log is detected with its place', async () => {
    await store.tamper('delete from audit_log where sequence in (6, 7)')
    expect((await verify()).problems).toEqual([
      { kind: 'ENTRY_MISSING', sequence: 6n, message: 'Entries 6 to 7 are missing' },
    ])
  })

  it.each([
    ['with its checkpoints', true],
    ['without its checkpoints', false],
  ])(
    'a change of the audit log is detected when its end was deleted and the chain moved back, %s',
    async (_name, keep) => {
      const newest = store.signed.at(-1) as Checkpoint
      await store.tamper('delete from audit_log where sequence > 8', MOVE_END)
      if (!keep) await store.tamper('delete from audit_checkpoint where sequence > 8')
      const report = await verify([newest])
      expect(report.problems.map(({ kind, sequence }) => [kind, sequence])).toEqual([['END_TRUNCATED', 9n]])
      expect(report.problems[0]?.message).toMatch(/^Entries 9 to 10 are missing: .*signed at 2/)
      expect(await store.sign([newest])).toMatchObject({ outcome: 'refused', problems: [{ kind: 'END_TRUNCATED' }] })
    },
  )

  it('a change of the audit log is detected when its last entry was deleted and the chain moved back', async () => {
    const newest = store.signed.at(-1) as Checkpoint
    await store.tamper('delete from audit_log where sequence > 9', MOVE_END)
    expect((await verify([newest])).problems).toMatchObject([
      {
        kind: 'END_TRUNCATED',
        message: expect.stringMatching(/^Entry 10 is missing: the log was longer at the checkpoint/),
      },
    ])
  })

  it('a change of the audit log is detected when every hash was recomputed, with the entries between two checkpoints', async () => {
    await store.tamper(`update audit_log set actor_id = 'u-9' where sequence = 6`)
    await store.tamper(...(await rehash(1n)))
    const report = await verify()
    expect(report.problems.map(({ kind, sequence }) => [kind, sequence])).toEqual([['CHECKPOINT_DIFFERS', 5n]])
    expect(report.problems[0]?.message).toMatch(/^Entries 5 to 8 changed after the checkpoint of entry 8, signed at 2/)
    expect(await store.sign()).toMatchObject({ outcome: 'refused', problems: [{ kind: 'CHECKPOINT_DIFFERS' }] })
  })

  it('a change of the audit log is detected when an entry was inserted and all later ones were moved and recomputed', async () => {
    await store.tamper(
      'update audit_log set sequence = sequence + 1000 where sequence >= 6',
      'update audit_log set sequence = sequence - 999 where sequence >= 1000',
      `insert into audit_log select 6, source, null, 'forged', type, subject_type, subject_id, actor_type, actor_id, actor_name,
       at, detail, transaction_id, vasp_id, previous_hash, hash, version from audit_log where sequence = 5`,
    )
    await store.tamper(...(await rehash(6n)))
    expect(await found()).toEqual([['CHECKPOINT_DIFFERS', 5n]])
  })

  it.each([12, 11, 0, -3])(
    'a change of the audit log is detected when an entry was inserted outside the chain: %i',
    async (sequence) => {
      await store.tamper(
        `insert into audit_log select ${sequence}, source, null, 'forged', type, subject_type, subject_id, actor_type, actor_id,
       actor_name, at, detail, transaction_id, vasp_id, previous_hash, hash, version from audit_log where sequence = 5`,
      )
      expect(await found()).toEqual([['ENTRY_INSERTED', BigInt(sequence)]])
      await store.append(sequence === 11 ? 0 : 1)
      expect(await store.sign()).toMatchObject(
        sequence === 11 ? { outcome: 'nothing-due' } : { outcome: 'refused', problems: [{ kind: 'ENTRY_INSERTED' }] },
      )
    },
  )

  it('a change of the audit log is detected when an entry was added at the end without continuing the chain', async () => {
    await store.tamper(
      `insert into audit_log select 11, source, null, 'forged', type, subject_type, subject_id, actor_type, actor_id, actor_name,
       at, detail, transaction_id, vasp_id, previous_hash, hash, version from audit_log where sequence = 5`,
      MOVE_END,
    )
    expect(await found()).toEqual([
      ['LINK_BROKEN', 11n],
      ['CONTENT_CHANGED', 11n],
    ])
    expect(await store.sign()).toMatchObject({ outcome: 'refused' })
  })

  it('a change of the audit log is detected when checkpoints were deleted, or replaced by checkpoints of another key', async () => {
    await store.tamper('delete from audit_checkpoint where sequence = 8')
    expect(await found(store.signed)).toEqual([['CHECKPOINT_MISSING', 8n]])
    const other = await openCheckpointKeys((await generateAssertionKeys()).keys)
    const { jws } = await other.sign(store.signed[0] as Checkpoint)
    await store.tamper(`update audit_checkpoint set jws = '${jws}' where sequence = 4`)
    expect(await found()).toEqual([['CHECKPOINT_INVALID', 1n]])
  })
})

describe('a checkpoint that the role of the service inserted itself', () => {
  beforeEach(fill)
  const insert = (sequence: number, jws: string) =>
    store.database.pool.query(
      `insert into audit_checkpoint (epoch, sequence, at, jws) select epoch, $1, now(), $2 from audit_checkpoint limit 1`,
      [sequence, jws],
    )
  const storedJws = async () =>
    (await store.database.db.selectFrom('auditCheckpoint').select('jws').orderBy('id').executeTakeFirstOrThrow()).jws

  it('a checkpoint inserted by the role of the service is detected when it repeats an earlier one in place of the next, and nothing is signed after it', async () => {
    await insert(12, await storedJws())
    await store.append(2)
    expect(await store.sign([store.signed.at(-1) as Checkpoint])).toMatchObject({
      outcome: 'refused',
      problems: [{ kind: 'CHECKPOINT_INVALID' }],
    })
    expect(await found()).toEqual([['CHECKPOINT_INVALID', 1n]])
  })

  it.each([
    ['repeats an earlier one', storedJws],
    ['has no signature', async () => 'x'],
  ])(
    'a checkpoint inserted by the role of the service is detected beyond the end of the log when it %s',
    async (_name, jws) => {
      await insert(1_000, await jws())
      expect(await found()).toEqual([['CHECKPOINT_INVALID', 11n]])
    },
  )

  it('a checkpoint inserted by the role of the service does not hide a removed end whose checkpoints still exist', async () => {
    await store.tamper('delete from audit_log where sequence > 4', MOVE_END)
    const jws = await storedJws()
    await store.tamper(
      `delete from audit_checkpoint where sequence = 4`,
      `insert into audit_checkpoint (epoch, sequence, at, jws) values
       ('${store.signed[0]?.epoch}', 4, '${store.signed[0]?.at.toISOString()}', '${jws}')`,
    )
    expect(await found()).toEqual([['END_TRUNCATED', 5n]])
  })
})

describe('a log that was restored to an earlier state', () => {
  const restore = () =>
    store.tamper(
      'delete from audit_log where sequence > 8',
      MOVE_END,
      'delete from audit_checkpoint where sequence > 8',
    )
  const accept = (known: readonly Checkpoint[]) =>
    acceptGap({
      db: store.database.db,
      signer: store.keys,
      known,
      now: new Date(),
      newEpoch: crypto.randomUUID(),
      eventId: crypto.randomUUID(),
      reason: 'restored the backup of Monday',
      acceptedBy: 'ada',
    })

  // Including beyond the lost entries, before the restore was noticed.
  it.each([0, 1, 5])(
    'a log that was restored to an earlier state is signed again once the gap is accepted, after %i new entries',
    async (count) => {
      await fill()
      const lost = store.signed.at(-1) as Checkpoint
      await restore()
      await store.append(count)
      expect(await store.sign([lost])).toMatchObject({ outcome: 'refused' })
      expect(await accept([lost])).toEqual({ outcome: 'accepted', keptTo: 8n, lostTo: 10n })
      expect(await accept([lost])).toEqual({ outcome: 'nothing-lost' })
      const [entry] = await listAudit(store.database.db, {}, { limit: 1, before: undefined })
      expect(entry).toMatchObject({
        type: 'audit.gap-accepted',
        actor: { name: 'ada' },
        detail: { reason: 'restored the backup of Monday', keptTo: '8', lostTo: '10' },
      })
      await store.append(3)
      expect(await store.sign([lost])).toMatchObject({
        outcome: 'signed',
        checkpoint: { sequence: BigInt(12 + count) },
      })
      expect(await found([lost])).toEqual([])
      await store.tamper(`delete from audit_log where sequence > ${9 + count}`, MOVE_END)
      expect(await found([lost])).toEqual([['END_TRUNCATED', BigInt(10 + count)]])
    },
  )

  it('a log that was restored to an earlier state is intact after a second, earlier restore, which drops the checkpoints of all later epochs', async () => {
    await fill()
    await restore()
    expect(await accept(store.signed)).toMatchObject({ outcome: 'accepted', keptTo: 8n })
    await store.append(1)
    await store.sign(store.signed)
    await store.tamper(
      'delete from audit_log where sequence > 4',
      MOVE_END,
      'delete from audit_checkpoint where sequence > 4',
    )
    expect(await accept(store.signed)).toMatchObject({ outcome: 'accepted', keptTo: 4n })
    await store.append(6)
    expect(await store.sign(store.signed)).toMatchObject({ outcome: 'signed', checkpoint: { sequence: 11n } })
    expect(await found(store.signed)).toEqual([])
  })

  it('a log that was restored to an earlier state is not accepted if it is also damaged, or if nothing was lost', async () => {
    await fill()
    expect(await accept(store.signed)).toEqual({ outcome: 'nothing-lost' })
    const lost = store.signed.at(-1) as Checkpoint
    await restore()
    await store.append(3)
    await store.tamper('delete from audit_log where sequence = 10')
    expect(await accept([lost])).toMatchObject({ outcome: 'refused', problems: [{ kind: 'ENTRY_MISSING' }] })
  })
})
