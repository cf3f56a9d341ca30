import type { Database } from '@travel-rule/database/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditFilter } from '../audit-log/domain/audit-entry.ts'
import { appendAll, auditRecord, openTestStore } from '../testing/open-test-store.ts'
import { countAudit, listAudit, listTrails, type TrailEntity } from './audit-log.ts'
import type { Tables } from './tables.ts'

let store: Database<Tables>
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store[Symbol.asyncDispose]())

describe('the list of audit entries', () => {
  const at = (second: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, second))
  beforeEach(() =>
    appendAll(store, [
      auditRecord({ at: at(1), type: 'a', subject: { type: 'transfer', id: 't-1' } }),
      auditRecord({ at: at(2), type: 'b', subject: { type: 'transfer', id: 't-2' } }),
      auditRecord({ at: at(3), type: 'a', subject: { type: 'vasp', id: 't-1' }, actor: { type: 'SYSTEM', id: 's' } }),
    ]),
  )

  it.each<[AuditFilter, number[]]>([
    [{}, [3, 2, 1]],
    [{ subjectType: 'transfer' }, [2, 1]],
    [{ subjectType: 'transfer', subjectId: 't-1' }, [1]],
    [{ subjectId: 't-1' }, [3, 1]],
    [{ actorId: 's' }, [3]],
    [{ types: ['a', 'c'] }, [3, 1]],
    [{ types: [] }, []],
    [{ from: at(2) }, [3, 2]],
    [{ to: at(2) }, [1]],
    [{ from: at(2), to: at(3) }, [2]],
    [{ types: ['a'], subjectType: 'vasp', actorId: 's', from: at(3) }, [3]],
  ])('the list of audit entries with %j contains %j, newest first', async (filter, sequences) => {
    const found = await listAudit(store.db, filter, { limit: 10, before: undefined })
    expect(found.map(({ sequence }) => Number(sequence))).toEqual(sequences)
    expect(await countAudit(store.db, filter)).toBe(sequences.length)
  })

  it('the list of audit entries can be filtered by more types than a statement can have parameters', async () => {
    const types = [...Array.from({ length: 70_000 }, (_, index) => `t${index}`), 'b']
    expect(await countAudit(store.db, { types })).toBe(1)
  })

  it('the list of audit entries continues before a given entry after new ones were appended', async () => {
    const first = await listAudit(store.db, {}, { limit: 2, before: undefined })
    await appendAll(store, [auditRecord()])
    const second = await listAudit(store.db, {}, { limit: 2, before: first.at(-1)?.sequence })
    expect([...first, ...second].map(({ sequence }) => sequence)).toEqual([3n, 2n, 1n])
  })
})

describe('the audit trails of many entities', () => {
  const sources = ['trpd', 'aopd']
  it('audit trails contain the newest entries of each, and none for an entity without events', async () => {
    const ofTransfer = (id: string) => auditRecord({ subject: { type: 'transfer', id }, detail: { vaspId: 'v-1' } })
    const ofProof = auditRecord({ subject: { type: 'proof', id: 'p-1' }, detail: { transactionId: 't-2' } })
    await appendAll(store, [ofTransfer('t-1'), ofTransfer('t-2'), ofTransfer('t-1'), ofProof, ofTransfer('t-1')])
    const trails = await listTrails(store.db, 'transactionId', ['t-2', 't-9', 't-1', 't-2'], { limit: 2, sources })
    expect(trails.map((trail) => trail.map(({ sequence }) => sequence))).toEqual([[4n, 2n], [], [5n, 3n], [4n, 2n]])
    expect((await listTrails(store.db, 'vaspId', ['v-1'], { limit: 50, sources }))[0]).toHaveLength(4)
  })

  it('audit trails contain only entries about the entity itself for sources that are not readable', async () => {
    const ofTransfer = auditRecord({ subject: { type: 'transfer', id: 't-1' }, detail: { vaspId: 'v-1' } })
    const ofProof = auditRecord({
      source: 'aopd',
      subject: { type: 'proof', id: 'p-1' },
      detail: { transactionId: 't-1' },
    })
    const ofVasp = auditRecord({ subject: { type: 'vasp', id: 'v-1' } })
    await appendAll(store, [ofTransfer, ofProof, ofVasp])
    const trail = async (entity: TrailEntity, id: string, readable: readonly string[]) =>
      (await listTrails(store.db, entity, [id], { limit: 50, sources: readable }))[0]?.map(({ sequence }) => sequence)
    expect(await trail('transactionId', 't-1', ['trpd'])).toEqual([1n])
    expect(await trail('transactionId', 't-1', ['aopd'])).toEqual([2n, 1n])
    expect(await trail('vaspId', 'v-1', [])).toEqual([3n])
    expect(await trail('vaspId', 'v-1', ['trpd'])).toEqual([3n, 1n])
  })
})
