import { describe, expect, it } from 'vitest'
import type { Person } from '../../ivms101/domain/model.ts'
import { checkFacts, naturalPerson, payloadOf } from '../../testing/example-facts.ts'
import { sent } from '../../testing/example-transfers.ts'
import { beneficiaryMatch } from './beneficiary-match.ts'
import type { CustomerFact } from './check.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

function judge(family: string, given: string | undefined, customer: CustomerFact | undefined, accounts = ['77']) {
  const payload = payloadOf(naturalPerson('Engels'), naturalPerson(family, given), accounts)
  return beneficiaryMatch.judge(checkFacts({ payload, ...(customer && { customer }) }))
}
function judgePersons(customer: CustomerFact, ...beneficiaryPersons: readonly Person[]) {
  const payload = payloadOf(naturalPerson('Engels'), naturalPerson('Lind'), [])
  const beneficiary = { beneficiaryPersons, accountNumber: [] }
  return beneficiaryMatch.judge(checkFacts({ payload: { ...payload, beneficiary }, customer }))
}
function personOf(...names: readonly string[]): Person {
  const nameIdentifier = names.map((primaryIdentifier) => ({ primaryIdentifier, nameIdentifierType: 'ALIA' }))
  return {
    naturalPerson: {
      name: { nameIdentifier, localNameIdentifier: [], phoneticNameIdentifier: [] },
      geographicAddress: [],
    },
  }
}
const known = (name: string, ...accounts: readonly string[]) => ({ names: [name], accounts })

describe('the beneficiary', () => {
  it.each([
    ['Lind', 'Karin', 'Karin Lind', 'PASS'],
    ['Karin', 'Lind', 'Karin Lind', 'PASS'],
    ['Petrova', 'Olga', 'Ольга Петрова', 'PASS'],
    ['Lindström', 'Karin', 'LINDSTROM KARIN', 'PASS'],
    ['Lind', undefined, 'Karin Lind', 'WARN'],
    ['Moreau', 'Alice', 'Karin Lind', 'FAIL'],
    ['Lind', 'Gustav', 'Karin Lind', 'FAIL'],
  ])('%s, %s against the customer %s: %s', (family, given, name, verdict) => {
    expect(judge(family, given, known(name))).toMatchObject({ verdict, evidence: { customer: name } })
  })

  it('a beneficiary matches any name of the customer, and the evidence says which words agree', () => {
    expect(judge('Lind', 'Karin', { names: ['K. L.', 'Karin Lind'], accounts: [] })).toMatchObject({
      verdict: 'PASS',
      evidence: { score: '1', explanation: expect.stringContaining('Karin = Karin') },
    })
  })

  it('a beneficiary does not match if only one of several persons is the customer', () => {
    const karin = personOf('Karin Lind')
    expect(judgePersons(known('Karin Lind'), karin, personOf('Alice Moreau'))).toMatchObject({
      verdict: 'FAIL',
      evidence: { beneficiary: 'Alice Moreau' },
    })
    expect(judgePersons(known('Karin Lind'), karin, personOf('Lind'))).toMatchObject({ verdict: 'WARN' })
    expect(judgePersons(known('Karin Lind'), karin, personOf())).toMatchObject({ verdict: 'WARN' })
    const both = { names: ['Karin Lind', 'Lind, Karin Eva'], accounts: [] }
    expect(judgePersons(both, karin, personOf('Karin Eva Lind'))).toMatchObject({ verdict: 'PASS' })
  })

  it('a beneficiary does not pass with several names of which one is guessed right', () => {
    const guesses = personOf('Alice Moreau', 'Karin Lind', 'Gustav Holm')
    expect(judgePersons(known('Karin Lind'), guesses)).toMatchObject({
      verdict: 'WARN',
      evidence: { beneficiary: 'Karin Lind', otherName: 'Alice Moreau' },
    })
    const both = { names: ['Karin Lind', 'Karin Holm'], accounts: [] }
    expect(judgePersons(both, personOf('Karin Lind', 'Karin Holm'))).toMatchObject({ verdict: 'PASS' })
  })

  it('a beneficiary match is UNKNOWN with more than 50 names in one person, in all persons, or in the customer', () => {
    const names = (count: number) => Array.from({ length: count }, () => 'Karin Lind')
    expect(judgePersons(known('Karin Lind'), personOf(...names(50)))).toMatchObject({ verdict: 'PASS' })
    expect(judgePersons(known('Karin Lind'), personOf(...names(51)))).toMatchObject({ verdict: 'UNKNOWN' })
    const persons = [personOf(...names(25)), personOf(...names(26))]
    expect(judgePersons(known('Karin Lind'), ...persons)).toMatchObject({ verdict: 'UNKNOWN' })
    const customer = { names: names(51), accounts: [] }
    expect(judgePersons(customer, personOf('Karin Lind'))).toMatchObject({ verdict: 'UNKNOWN' })
  })

  it.each([
    ['one that the customer has', ['CH93'], ['ch93'], 'PASS'],
    ['the payment address of the travel address', [], [ADDRESS], 'PASS'],
    ['another one than those that the customer has', ['CH93'], ['77'], 'WARN'],
    ['another address on the ledger', [], [OTHER_ADDRESS], 'WARN'],
    ["a number of the counterparty's own", [], ['77'], 'PASS'],
    ['one of the customer, in groups', ['CH93 0076 2011'], ['CH9300762011'], 'PASS'],
    ['one of the customer, without groups', ['CH9300762011'], ['ch93 0076\u00a02011'], 'PASS'],
    ['missing', ['CH93'], [], 'PASS'],
  ])('a beneficiary has an account that is %s', (_case, ofCustomer, written, verdict) => {
    expect(judge('Lind', 'Karin', known('Karin Lind', ...ofCustomer), written)).toMatchObject({ verdict })
  })

  it('a beneficiary match is UNKNOWN without a customer, a name or a lookup response', () => {
    expect(judge('Lind', 'Karin', undefined)).toMatchObject({
      verdict: 'UNKNOWN',
      reason: expect.stringContaining('upsertCustomer'),
    })
    const problem = 'The customer lookup failed: timeout.'
    expect(judge('Lind', 'Karin', { problem })).toEqual({ verdict: 'UNKNOWN', reason: problem })
    expect(judge(' ', undefined, known('Karin Lind'))).toMatchObject({ verdict: 'UNKNOWN' })
  })

  it('the beneficiary of our own inquiry is not our customer, so the check does not apply', () => {
    expect(beneficiaryMatch.judge(checkFacts({ transfer: sent(true) }))).toBeUndefined()
  })
})
