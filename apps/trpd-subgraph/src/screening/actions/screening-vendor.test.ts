import { type Outbound, openOutbound } from '@travel-rule/service/outbound'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import { type ScreeningSubject, subjectKey } from '../domain/screening-result.ts'
import { readHits } from '../domain/vendor-mapping.ts'
import { openScreeningVendor } from './screening-vendor.ts'

it('vendor hits of a person are kept when an organisation of the same name has none', async () => {
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

it('a screening vendor that does not respond, or whose response does not end, results in a gap', async () => {
  await using server = await openTestCounterparty()
  await using outbound = openOutbound({
    privateHosts: 'http',
    timeoutMs: 60_000,
    responseBytesMax: 2_000,
    logger: pino({ level: 'silent' }),
  })
  const vendor = openScreeningVendor({
    url: server.url,
    mapping: { body: { q: '{name}' }, hits: 'hits', name: 'caption' },
    secret: undefined,
    timeoutMs: 1_000,
    outbound,
  })
  const subjects: ScreeningSubject[] = [{ role: 'ORIGINATOR', name: 'Example', kind: 'PERSON' }]
  const answer = () => vendor.screen({ subjects, wallets: [] })
  server.respond = () => new Promise(() => {})
  const message = 'The screening vendor did not screen every name: time-out.'
  expect(await answer()).toEqual({ hits: new Map(), gaps: [{ code: 'SCREENING_VENDOR_FAILED', message }] })
  server.respond = () => ({ status: 200, body: JSON.stringify({ hits: [{ caption: 'x'.repeat(10_000) }] }) })
  expect((await answer()).gaps).toMatchObject([{ code: 'SCREENING_VENDOR_FAILED' }])
})

it.each([
  ['0.9', 0.9],
  ['"0.9"', 0.9],
  ['null', undefined],
  ['""', undefined],
  ['"high"', undefined],
])("the vendor's hit score %s is read as %s", (score, expected) => {
  const mapping = { body: {}, hits: 'hits', name: 'caption', score: 'score' }
  const read = readHits(mapping, `{"hits":[{"caption":"Example","score":${score}}]}`)
  expect(read).toEqual({ ok: true, hits: [{ name: 'Example', score: expected, reference: undefined }] })
})
