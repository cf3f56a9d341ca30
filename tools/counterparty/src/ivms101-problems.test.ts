import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ownIdentity } from './invented-vasp.ts'
import { isLei, ivms101Problems } from './ivms101-problems.ts'
import { inquiryBody } from './testing/open-peer.ts'

// biome-ignore lint/suspicious/noExplicitAny: the changes below fit no type
type Loose = any
const today = '2026-01-01'
const payload = (change: (draft: Loose) => void = () => {}): unknown => {
  const draft: Loose = structuredClone(inquiryBody().IVMS101)
  change(draft)
  return draft
}
const natural = (draft: Loose) => draft.originator.originatorPersons[0].naturalPerson
const legal = (draft: Loose) => draft.originatingVASP.originatingVASP.legalPerson

describe('the IVMS101 check', () => {
  it('the IVMS101 check accepts the payloads of our own inquiries', () => {
    expect(ivms101Problems(payload(), today)).toEqual([])
  })

  it('the IVMS101 check accepts a single object instead of a list with one element', () => {
    const bare = payload((draft) => {
      draft.originator.originatorPersons = draft.originator.originatorPersons[0]
      draft.beneficiary.accountNumber = draft.beneficiary.accountNumber[0]
    })
    expect(ivms101Problems(bare, today)).toEqual([])
  })

  it.each<[string, (draft: Loose) => void]>([
    ['originator: missing', (draft) => delete draft.originator],
    ['contains a field that is not in IVMS101', (draft) => Object.assign(draft.originator, { shoeSize: 43 })],
    ['empty', (draft) => Object.assign(draft.originator, { originatorPersons: [] })],
    ['longer than 100', (draft) => Object.assign(draft.originator, { accountNumber: ['x'.repeat(101)] })],
    ['not one of', (draft) => Object.assign(natural(draft).name.nameIdentifier[0], { nameIdentifierType: 'X' })],
    ['exactly one of', (draft) => Object.assign(draft.originator.originatorPersons[0], { legalPerson: legal(draft) })],
    ['exactly one of', (draft) => Object.assign(draft.originator, { originatorPersons: [{}] })],
    [
      'C1',
      (draft) => {
        delete natural(draft).geographicAddress
        delete natural(draft).customerIdentification
        delete natural(draft).dateAndPlaceOfBirth
      },
    ],
    [
      'C2',
      (draft) => Object.assign(natural(draft), { dateAndPlaceOfBirth: { dateOfBirth: today, placeOfBirth: 'x' } }),
    ],
    [
      'C2',
      (draft) =>
        Object.assign(natural(draft), { dateAndPlaceOfBirth: { dateOfBirth: '2001-02-30', placeOfBirth: 'x' } }),
    ],
    ['does not match', (draft) => Object.assign(natural(draft), { countryOfResidence: 'de' })],
    ['C4', (draft) => delete legal(draft).nationalIdentification],
    ['C5', (draft) => Object.assign(legal(draft).name.nameIdentifier[0], { legalPersonNameIdentifierType: 'TRAD' })],
    ['C6', (draft) => Object.assign(natural(draft).name.nameIdentifier[0], { nameIdentifierType: 'ALIA' })],
    ['C7', (draft) => Object.assign(legal(draft).nationalIdentification, { nationalIdentifierType: 'CCPT' })],
    ['C8', (draft) => delete natural(draft).geographicAddress[0].buildingNumber],
    ['C9', (draft) => Object.assign(legal(draft).nationalIdentification, { registrationAuthority: 'RA000001' })],
    ['C9', (draft) => Object.assign(legal(draft).nationalIdentification, { countryOfIssue: 'DE' })],
    ['C11', (draft) => Object.assign(legal(draft).nationalIdentification, { nationalIdentifier: ownIdentity.name })],
  ])('the IVMS101 check reports: %s', (rule, change) => {
    expect(ivms101Problems(payload(change), today).join('\n')).toContain(rule)
  })

  it('the IVMS101 check does not report values from the payload', () => {
    const broken = payload((draft) => {
      natural(draft).name.nameIdentifier[0].primaryIdentifier = 'Verysecretname'.repeat(10)
      natural(draft).Verysecretfield = 1
    })
    expect(ivms101Problems(broken, today).join()).not.toContain('Verysecret')
  })
})

describe('the LEI check', () => {
  const vectors = JSON.parse(readFileSync(new URL('../vectors/lei.json', import.meta.url), 'utf8')) as {
    valid: string[]
    invalid: { lei: string }[]
  }
  it.each([...vectors.valid, ownIdentity.lei])('accepts %s', (lei) => expect(isLei(lei)).toBe(true))
  it.each(vectors.invalid)('refuses $lei', ({ lei }) => expect(isLei(lei)).toBe(false))
})
