import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashEntry } from '../../store/audit-log.ts'
import { type AuditRecord, canonicalEntry } from './audit-entry.ts'

const record: AuditRecord = {
  source: 'trpd',
  sourceEpoch: undefined,
  sourcePosition: 17n,
  eventId: 'e-1',
  previousEventId: undefined,
  type: 'transfer.approved',
  subject: { type: 'transfer', id: 't-1' },
  actor: { type: 'USER', id: 'u-1' },
  at: new Date('2025-01-02T03:04:05.678Z'),
  detail: { b: 1, a: null, ä: 'é' },
}
const canonical =
  '{"actor":{"id":"u-1","name":null,"type":"USER"},"at":"2025-01-02T03:04:05.678Z","detail":{"a":null,"b":1,"ä":"é"},' +
  '"eventId":"e-1","sequence":"3","source":"trpd","sourcePosition":"17","subject":{"id":"t-1","type":"transfer"},"type":"transfer.approved"}'
const canonicalOf2 = canonical
  .replace('"sourcePosition"', '"sourceEpoch":"e","sourcePosition"')
  .replace(/\}$/, ',"version":2}')

const canonicalOf3 = canonicalOf2
  .replace('"sequence"', '"previousEventId":"e-0","sequence"')
  .replace('"version":2', '"version":3')

describe('the canonical JSON of an audit entry', () => {
  it('the canonical JSON of an audit entry never changes, because a change would break every stored chain', () => {
    expect(canonicalEntry(3n, record, 1)).toBe(canonical)
    expect(hashEntry(Buffer.alloc(32), 3n, record, 1).toString('hex')).toBe(
      '11b4adf43d04cc7d529fa89a92792a25cac960ec0e54217cdd4b816ae4bc4d5b',
    )
  })

  it('the canonical JSON of an audit entry covers the epoch of the source since version 2', () => {
    expect(canonicalEntry(3n, { ...record, sourceEpoch: 'e' }, 2)).toBe(canonicalOf2)
    expect(canonicalEntry(3n, { ...record, sourceEpoch: 'f' }, 2)).not.toBe(canonicalOf2)
    expect(hashEntry(Buffer.alloc(32), 3n, { ...record, sourceEpoch: 'e' }, 2).toString('hex')).toBe(
      '461413ac509fb13e2bb39e63b2796660c46708312fe633df2d67e91616222574',
    )
  })

  it('the canonical JSON of an audit entry covers the event preceding that of the entry since version 3', () => {
    const third = { ...record, sourceEpoch: 'e', previousEventId: 'e-0' }
    expect(canonicalEntry(3n, third, 3)).toBe(canonicalOf3)
    expect(canonicalEntry(3n, { ...third, previousEventId: undefined }, 3)).toBe(canonicalOf3.replace('"e-0"', 'null'))
    expect(canonicalEntry(3n, third, 2)).not.toBe(canonicalOf2)
    expect(hashEntry(Buffer.alloc(32), 3n, third, 3).toString('hex')).toBe(
      '4c3e2dc795b02e9a9a5f1503c9776936c91e6227971c77d518bd568ee51dcace',
    )
  })

  it('the canonical JSON of an audit entry does not depend on the order of the detail', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))), (detail) => {
        const reversed = Object.fromEntries(Object.entries(detail).reverse())
        expect(canonicalEntry(1n, { ...record, detail: reversed }, 2)).toBe(
          canonicalEntry(1n, { ...record, detail }, 2),
        )
      }),
    )
  })

  it('the canonical JSON of an audit entry differs if any member differs', () => {
    const changes: Partial<AuditRecord>[] = [
      { source: 'aopd' },
      { sourcePosition: 18n },
      { sourcePosition: undefined },
      { eventId: 'e-2' },
      { previousEventId: 'e-0' },
      { type: 'transfer.declined' },
      { subject: { type: 'transfer', id: 't-2' } },
      { subject: { type: 'vasp', id: 't-1' } },
      { actor: { type: 'SYSTEM', id: 'u-1' } },
      { actor: { type: 'USER', id: 'u-1', name: 'Ada' } },
      { at: new Date('2025-01-02T03:04:05.679Z') },
      { detail: {} },
    ]
    const documents = changes.map((change) => canonicalEntry(3n, { ...record, ...change }, 1))
    expect(new Set([...documents, canonical, canonicalEntry(4n, record, 1)]).size).toBe(changes.length + 2)
  })
})
