import { describe, expect, it } from 'vitest'
import { leiResponse } from '../../testing/lei-response.ts'
import type { DueDiligence } from './due-diligence.ts'
import { type KnownLeiRecord, latestLeiStatuses, parseLeiRecord } from './lei-record.ts'

const LEI = '529900T8BM49AURSDO55'

describe("a response of GLEIF's API", () => {
  it('a GLEIF response is reduced to the relevant fields', () => {
    expect(parseLeiRecord(leiResponse(LEI), LEI)).toEqual({
      legalName: 'Example Bank AG',
      country: 'CH',
      entityStatus: 'ACTIVE',
      registrationStatus: 'ISSUED',
      nextRenewalAt: '2027-01-02T08:00:00Z',
    })
  })

  it('a GLEIF response may lack the country and the next renewal', () => {
    const response = leiResponse(LEI, {
      entity: { legalAddress: null },
      registration: { nextRenewalDate: null, status: 'RETIRED' },
    })
    expect(parseLeiRecord(response, LEI)).toEqual({
      legalName: 'Example Bank AG',
      entityStatus: 'ACTIVE',
      registrationStatus: 'RETIRED',
    })
  })

  it.each<[string, unknown]>([
    ['that is not JSON', undefined],
    ['with a list of records', { data: [leiResponse(LEI).data] }],
    ['about another LEI', leiResponse('5493001KJTIIGC8Y1R12')],
    ['with an invalid status', leiResponse(LEI, { registration: { status: 'Issued, probably' } })],
    ['with an invalid time', leiResponse(LEI, { registration: { nextRenewalDate: 'next year' } })],
    ['without a name', leiResponse(LEI, { entity: { legalName: {} } })],
    ['with a NUL in the name', leiResponse(LEI, { entity: { legalName: { name: 'A\u0000G' } } })],
    ['with half a character in the name', leiResponse(LEI, { entity: { legalName: { name: 'A\ud800G' } } })],
  ])('a GLEIF response %s is not a record', (_case, response) => {
    expect(parseLeiRecord(response, LEI)).toBeUndefined()
  })
})

describe('the LEI statuses that count', () => {
  const reviewed: DueDiligence = {
    id: 'r',
    licence: 'ACTIVE',
    leiEntityStatus: 'ACTIVE',
    leiRegistrationStatus: 'ISSUED',
    reviewedAt: '2026-02-01T00:00:00Z',
    recordedBy: 'officer-1',
    recordedAt: '2026-02-01T00:00:00Z',
  }
  const known = (retrievedAt: string): KnownLeiRecord => ({
    lei: LEI,
    latest: {
      record: { legalName: 'Example Bank AG', entityStatus: 'ACTIVE', registrationStatus: 'LAPSED' },
      retrievedAt: new Date(retrievedAt),
    },
    askedAt: new Date(retrievedAt),
  })
  const officers = { leiEntityStatus: 'ACTIVE', leiRegistrationStatus: 'ISSUED' }
  const registers = { leiEntityStatus: 'ACTIVE', leiRegistrationStatus: 'LAPSED' }

  it.each<[string, DueDiligence, KnownLeiRecord | undefined, object]>([
    ["are the officer's without a register", reviewed, undefined, officers],
    ["are the officer's until a record is retrieved", reviewed, { lei: LEI, askedAt: new Date() }, officers],
    ["are the officer's if the review is later than the record", reviewed, known('2026-01-31T23:59:59Z'), officers],
    ["are the register's if the record is later than the review", reviewed, known('2026-02-01T00:00:01Z'), registers],
  ])('%s', (_rule, dueDiligence, record, statuses) => {
    expect(latestLeiStatuses(dueDiligence, record)).toMatchObject(statuses)
  })

  it("are the register's if the officer recorded only one of them", () => {
    const { leiEntityStatus: _absent, ...partly } = reviewed
    expect(latestLeiStatuses(partly, known('2026-01-01T00:00:00Z'))).toEqual({
      ...registers,
      leiRetrievedAt: '2026-01-01T00:00:00.000Z',
    })
  })
})
