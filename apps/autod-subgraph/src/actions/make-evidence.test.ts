import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checkpoint } from '../domain/checkpoint.ts'
import { saveCheckpoint } from '../store/checkpoints.ts'
import { appendAll, auditRecord, openTestStore } from '../testing/open-test-store.ts'
import { makeEvidence } from './make-evidence.ts'

const stack = new AsyncDisposableStack()
let database: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  database = stack.use(await openTestStore())
})
afterAll(() => stack.disposeAsync())

test('a checkpoint without a tree is verified once, whatever the number of entries that it covers', async () => {
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
      caller: { subject: 'officer-1', clientId: 'desk', actsFor: 'PERSON', name: '', roles: [], scopes: [] },
    },
  )
  expect(made.ok && made.value.evidence.entries.map(({ proof }) => proof)).toEqual(Array(5).fill(undefined))
  expect(verified).toEqual(['signed'])
})
