import type { Outbound } from '@travel-rule/service/outbound'
import { expect, it } from 'vitest'
import { type ScreeningSubject, subjectKey } from '../../domain/screening/screening-result.ts'
import { openScreeningVendor } from './screening-vendor.ts'

it('hits of a person are kept when an organisation of the same name has none', async () => {
  const outbound = {
    request: async ({ body }: { body?: unknown }) => {
      const hits = String(body).includes('PERSON') ? [{ caption: 'Example' }] : []
      return { ok: true, status: 200, body: Buffer.from(JSON.stringify({ hits })) }
    },
  } as unknown as Outbound
  const vendor = openScreeningVendor({
    url: 'https://vendor.example/search',
    mapping: { body: { q: '{name}', kind: '{type}' }, hits: 'hits', name: 'caption' },
    secret: undefined,
    timeoutMs: 60_000,
    outbound,
  })
  const person: ScreeningSubject = { role: 'ORIGINATOR', name: 'Example', kind: 'PERSON' }
  const organisation: ScreeningSubject = { ...person, kind: 'ORGANISATION' }
  const { hits } = await vendor.screen({ subjects: [person, organisation], wallets: [] })
  expect(hits.get(subjectKey(person))).toHaveLength(1)
  expect(hits.get(subjectKey(organisation))).toEqual([])
})
