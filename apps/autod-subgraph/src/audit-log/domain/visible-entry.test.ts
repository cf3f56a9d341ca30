import { expect, it } from 'vitest'
import { type AuditEntry, entityLinks } from './audit-entry.ts'
import { readableSources, visibleEntry } from './visible-entry.ts'

const entry = {
  source: 'trpd',
  type: 'transfer.inquired',
  subject: { type: 'transfer', id: 't-1' },
  actor: { type: 'COUNTERPARTY', id: 'v-1', name: 'Other VASP' },
  detail: { vaspId: 'v-1', amount: '7' },
} as unknown as AuditEntry

it('an entry is complete for a caller with the scope of its source', () => {
  expect(visibleEntry(entry, readableSources(['autod:read', 'trpd:read']))).toEqual({
    ...entry,
    isDetailWithheld: false,
  })
})

it.each([[['autod:read']], [['autod:read', 'aopd:read']], [['trpd:write']], [[]]])(
  'an entry of trpd shows no detail, no link of its detail and no outside name to a caller with %j',
  (scopes) => {
    const visible = visibleEntry(entry, readableSources(scopes))
    expect(visible).toEqual({
      ...entry,
      actor: { type: 'COUNTERPARTY', id: 'v-1' },
      detail: {},
      isDetailWithheld: true,
    })
    expect(entityLinks(visible)).toEqual({ transactionId: 't-1', vaspId: undefined })
  },
)

it('the name of a colleague is not withheld', () => {
  const actor = { type: 'USER', id: 'u-1', name: 'Ada' } as const
  expect(visibleEntry({ ...entry, actor }, []).actor).toEqual(actor)
})
