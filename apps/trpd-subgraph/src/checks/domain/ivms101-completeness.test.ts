import { describe, expect, it } from 'vitest'
import type { Decimal } from '../../foundation/domain/amount.ts'
import type { Person } from '../../ivms101/domain/model.ts'
import type { Jurisdiction } from '../../jurisdictions/domain/jurisdiction.ts'
import { checkFacts, jurisdictionOf, naturalPerson, payloadOf } from '../../testing/example-facts.ts'
import { ivms101Completeness } from './ivms101-completeness.ts'

const address = { geographicAddress: [{ addressType: 'HOME', addressLine: ['Rue du Lac 7'], country: 'CH' }] }
const birth = { dateAndPlaceOfBirth: { dateOfBirth: '1980-05-17', placeOfBirth: 'Geneva' } }
const nationalId = { nationalIdentification: { nationalIdentifier: '756', nationalIdentifierType: 'IDCD' } }
const number = { customerIdentification: '77' }

function judge(code: string, originator: Person, beneficiary = naturalPerson('Lind', 'Karin', {}), accounts = ['1']) {
  const payload = payloadOf(originator, beneficiary, accounts)
  return ivms101Completeness.judge(checkFacts({ payload, jurisdiction: jurisdictionOf(code) }))
}
const moreau = (...fields: readonly object[]) => naturalPerson('Moreau', 'Alice', Object.assign({}, ...fields))

describe('IVMS101 completeness by the law of', () => {
  it.each([
    ['the EU, with date and place of birth', 'EU', moreau(birth), 'PASS'],
    ['the EU, with address, official number and customer number', 'EU', moreau(address, nationalId, number), 'PASS'],
    ['the EU, with an address alone', 'EU', moreau(address), 'FAIL'],
    ['the EU, with a customer number alone', 'EU', moreau(number), 'FAIL'],
    ['Switzerland, with any one further item', 'CH', moreau(number), 'PASS'],
    ['Switzerland, with a name and account alone', 'CH', moreau(), 'FAIL'],
    ['the UK, with a further item that only large amounts need', 'UK', moreau(birth), 'PASS'],
    ['the UK, without that item and without a rate', 'UK', moreau(), 'UNKNOWN'],
    ['the US, with an address', 'US', moreau(address), 'PASS'],
    ['the US, without an address and without a rate', 'US', moreau(), 'UNKNOWN'],
    ['Singapore, where a customer number does not count as a further item', 'SG', moreau(number), 'UNKNOWN'],
    ['Dubai, with an address', 'AE', moreau(address), 'PASS'],
    ['Japan, whose threshold is not verified, without addresses', 'JP', moreau(), 'UNKNOWN'],
  ])('%s', (_case, code, originator, verdict) => {
    expect(judge(code, originator)).toMatchObject({ verdict, evidence: { jurisdiction: code } })
  })

  it.each([
    [{ country: 'US' }, 'UNKNOWN'],
    [{ country: 'US', addressLine: [' '] }, 'UNKNOWN'],
    [{ country: 'US', streetName: 'Main Street' }, 'UNKNOWN'],
    [{ streetName: 'Main Street', buildingNumber: '7' }, 'UNKNOWN'],
    [{ country: 'US', streetName: 'Main Street', buildingNumber: '7' }, 'PASS'],
  ])('the US, with the address %j', (parts, verdict) => {
    const geographicAddress = [{ addressType: 'HOME', addressLine: [], ...parts }]
    expect(judge('US', moreau({ geographicAddress }))).toMatchObject({ verdict })
  })

  it.each([
    ['the US, below the threshold', 'US', '2999.99', 'PASS'],
    ['the US, at the threshold, which counts', 'US', '3000', 'FAIL'],
    ['Dubai, at the threshold, which does not count', 'AE', '3500', 'PASS'],
    ['Dubai, above the threshold', 'AE', '3500.01', 'FAIL'],
    ['Japan, whose threshold is not verified, at any value', 'JP', '0.01', 'UNKNOWN'],
  ])('%s, by the value of the amount, without an address', (_case, code, value, verdict) => {
    const payload = payloadOf(moreau(), naturalPerson('Lind', 'Karin', {}))
    const facts = checkFacts({ payload, jurisdiction: jurisdictionOf(code), valueIn: () => value as Decimal })
    expect(ivms101Completeness.judge(facts)).toMatchObject({ verdict })
  })

  it('a threshold written with trailing zeros is compared by its value', () => {
    const us = jurisdictionOf('US')
    const tiers = us.tiers.map((tier) => ({ ...tier, amount: { ...tier.amount, value: '3000.00' } }))
    const facts = checkFacts({ payload: payloadOf(moreau(), naturalPerson('Lind')), jurisdiction: { ...us, tiers } })
    expect(ivms101Completeness.judge({ ...facts, valueIn: () => '3000' as Decimal })).toMatchObject({ verdict: 'FAIL' })
  })

  it("Japan's check passes data that satisfies any threshold", () => {
    expect(judge('JP', moreau(address), naturalPerson('Lind', 'Karin', address))).toMatchObject({ verdict: 'PASS' })
  })

  it('an inquiry without an account fails in any country, and the missing data is named without personal data', () => {
    const payload = payloadOf(moreau(birth), naturalPerson('Lind', 'Karin', {}), [' '])
    const { entry: _, ...facts } = checkFacts({ payload, jurisdiction: jurisdictionOf('EU') })
    expect(ivms101Completeness.judge(facts)).toMatchObject({
      verdict: 'FAIL',
      reason: 'Missing: originator account or address on the ledger; beneficiary account or address on the ledger.',
      missing: [
        { party: 'ORIGINATOR', anyOf: [[{ code: 'ACCOUNT', path: 'originator.accountNumber' }]] },
        { party: 'BENEFICIARY', anyOf: [[{ code: 'ACCOUNT', path: 'beneficiary.accountNumber' }]] },
      ],
    })
  })

  it('known addresses count as accounts: those of the address book, the origin and the approval', () => {
    const payload = payloadOf(moreau(birth), naturalPerson('Lind', 'Karin', {}), [])
    const facts = checkFacts({ payload, jurisdiction: jurisdictionOf('EU') })
    const transfer = { ...facts.transfer, originAddress: 'bc1qorigin' }
    expect(ivms101Completeness.judge({ ...facts, transfer })).toMatchObject({ verdict: 'PASS' })
    const { entry: _, ...sent } = { ...facts, transfer }
    expect(ivms101Completeness.judge(sent)).toMatchObject({ verdict: 'FAIL' })
    const state = { status: 'APPROVED', address: 'bc1qpayment' } as typeof transfer.state
    expect(ivms101Completeness.judge({ ...sent, transfer: { ...transfer, state } })).toMatchObject({ verdict: 'PASS' })
  })

  it('missing data is reported as alternatives with their places', () => {
    const person = 'originator.originatorPersons[0].naturalPerson'
    expect(judge('EU', moreau(address))).toMatchObject({
      missing: [
        {
          party: 'ORIGINATOR',
          anyOf: [
            [
              { code: 'NATIONAL_ID', path: `${person}.nationalIdentification.nationalIdentifier` },
              { code: 'CUSTOMER_NUMBER', path: `${person}.customerIdentification` },
            ],
            [{ code: 'BIRTH', path: `${person}.dateAndPlaceOfBirth` }],
          ],
        },
      ],
    })
  })

  it('the reported place is that of the first person who lacks the data', () => {
    const originatorPersons = [moreau(birth), moreau()]
    const payload = { ...payloadOf(moreau(), moreau()), originator: { originatorPersons, accountNumber: ['1'] } }
    const path = 'originator.originatorPersons[1].naturalPerson.dateAndPlaceOfBirth'
    expect(ivms101Completeness.judge(checkFacts({ payload, jurisdiction: jurisdictionOf('EU') }))).toMatchObject({
      missing: [{ anyOf: [expect.anything(), [{ code: 'BIRTH', path }]] }],
    })
  })

  it('completeness is UNKNOWN for a jurisdiction whose required data is not set', () => {
    const [tier] = jurisdictionOf('CH').tiers
    if (tier === undefined) throw new Error('CH has no tier')
    const unset = { value: null, source: null, checked: null }
    const jurisdiction: Jurisdiction = { ...jurisdictionOf('CH'), tiers: [{ ...tier, beneficiary: unset }] }
    expect(ivms101Completeness.judge(checkFacts({ jurisdiction }))).toMatchObject({ verdict: 'UNKNOWN' })
  })

  it('completeness is UNKNOWN without a jurisdiction', () => {
    expect(ivms101Completeness.judge(checkFacts({ jurisdiction: undefined }))).toMatchObject({
      verdict: 'UNKNOWN',
      reason: expect.stringContaining('TRPD_JURISDICTION'),
    })
  })

  it('every person of a party must have the data, and a party without persons lacks everything', () => {
    const payload = payloadOf(moreau(birth), moreau())
    const several = { ...payload, originator: { originatorPersons: [moreau(birth), moreau()], accountNumber: ['1'] } }
    const none = { ...payload, originator: { originatorPersons: [], accountNumber: ['1'] } }
    const jurisdiction = jurisdictionOf('EU')
    expect(ivms101Completeness.judge(checkFacts({ jurisdiction, payload: several }))).toMatchObject({ verdict: 'FAIL' })
    expect(ivms101Completeness.judge(checkFacts({ jurisdiction, payload: none }))).toMatchObject({ verdict: 'FAIL' })
  })
})
