import { randomUUID } from 'node:crypto'
import { countStatements } from '@travel-rule/database/testing/statement-counter'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checkpoint } from '../../checkpoints/domain/checkpoint.ts'
import { appendAudit } from '../../store/audit-log.ts'
import { saveCheckpoint } from '../../store/checkpoints.ts'
import { merkleRoot } from '../../store/merkle-tree.ts'
import { appendAll, auditRecord, openTestStore } from '../../testing/open-test-store.ts'
import { makeEvidence } from './make-evidence.ts'

const caller = { subject: 'officer-1', clientId: 'desk', actsFor: 'PERSON' as const, name: '', roles: [], scopes: [] }

const stack = new AsyncDisposableStack()
let database: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  database = stack.use(await openTestStore())
})
afterAll(() => stack.disposeAsync())

test('a checkpoint without a tree is verified once, however many entries it covers', async () => {
  const subject = { type: 'transfer', id: 't-1' }
  await appendAll(
    database,
    Array.from({ length: 5 }, () => auditRecord({ subject })),
  )
  const checkpoint: Checkpoint = {
    epoch: randomUUID(),
    sequence: 5n,
    hash: '00'.repeat(32),
    count: 5n,
    at: new Date(),
    keyId: 'key-1',
  }
  await saveCheckpoint(database.db, checkpoint, 'signed')
  const verified: string[] = []
  const made = await makeEvidence(
    {
      db: database.db,
      now: () => new Date(),
      verify: async (jws) => {
        verified.push(jws)
        return checkpoint
      },
      sign: async () => ({ signature: 'signature', keyId: 'key-1' }),
      signCheckpoint: async () => ({ outcome: 'nothing-due' }),
    },
    {
      transactionId: subject.id,
      exchange: '{}',
      proofs: '[]',
      caller,
    },
  )
  expect(made.ok && made.value.evidence.entries.map(({ proof }) => proof)).toEqual(Array(5).fill(undefined))
  expect(verified).toEqual(['signed'])
})

test('the number of statements does not depend on the number of checkpoints', async () => {
  const subject = { type: 'transfer', id: 't-2' }
  const signed = new Map<string, Checkpoint>()
  const epoch = randomUUID()
  const appendSigned = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const record = auditRecord({ subject })
      const { sequence, hash } = await database.db.transaction().execute((tx) => appendAudit(tx, record))
      const tree = { from: sequence, root: merkleRoot([hash]).toString('hex') }
      const claims = { epoch, sequence, hash: Buffer.from(hash).toString('hex'), count: sequence, at: new Date(), tree }
      signed.set(`signed ${sequence}`, { ...claims, keyId: 'key-1' })
      await saveCheckpoint(database.db, claims, `signed ${sequence}`)
    }
  }
  const make = async () => {
    const statements = countStatements()
    const made = await makeEvidence(
      {
        db: database.db.withPlugin(statements),
        now: () => new Date(),
        verify: async (jws) => signed.get(jws),
        sign: async () => ({ signature: 'signature', keyId: 'key-1' }),
        signCheckpoint: async () => ({ outcome: 'nothing-due' }),
      },
      { transactionId: subject.id, exchange: '{}', proofs: '[]', caller },
    )
    if (!made.ok) throw new Error(made.refusal.message)
    const { checkpoints, entries } = made.value.evidence
    return {
      statements: statements.count,
      checkpoints,
      proven: entries.filter(({ proof }) => proof !== undefined).length,
    }
  }
  await appendSigned(1)
  const one = await make()
  await appendSigned(19)
  const many = await make()
  expect(many).toEqual({ statements: one.statements, checkpoints: [...signed.keys()], proven: 20 })
})
