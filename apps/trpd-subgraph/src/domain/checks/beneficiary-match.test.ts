import { describe, expect, it } from 'vitest'
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

  it('matches by any of the names of the customer, and the evidence says which words agree', () => {
    expect(judge('Lind', 'Karin', { names: ['K. L.', 'Karin Lind'], accounts: [] })).toMatchObject({
      verdict: 'PASS',
      evidence: { score: '1', explanation: expect.stringContaining('Karin = Karin') },
    })
  })

  it.each([
    ['one that the customer has', ['CH93'], ['ch93'], 'PASS'],
    ['the payment address of the travel address', [], [ADDRESS], 'PASS'],
    ['another one than those that the customer has', ['CH93'], ['77'], 'WARN'],
    ['another address on the ledger', [], [OTHER_ADDRESS], 'WARN'],
    ["a number of the counterparty's own", [], ['77'], 'PASS'],
    ['missing', ['CH93'], [], 'PASS'],
  ])('has an account that is %s', (_case, ofCustomer, written, verdict) => {
    expect(judge('Lind', 'Karin', known('Karin Lind', ...ofCustomer), written)).toMatchObject({ verdict })
  })

  it('cannot be compared without a customer, a name or a response, and is UNKNOWN then', () => {
    expect(judge('Lind', 'Karin', undefined)).toMatchObject({
      verdict: 'UNKNOWN',
      reason: expect.stringContaining('upsertCustomer'),
    })
    const problem = 'The customer lookup failed: timeout.'
    expect(judge('Lind', 'Karin', { problem })).toEqual({ verdict: 'UNKNOWN', reason: problem })
    expect(judge(' ', undefined, known('Karin Lind'))).toMatchObject({ verdict: 'UNKNOWN' })
  })

  it('of our own inquiry is not our customer, so that the check does not apply', () => {
    expect(beneficiaryMatch.judge(checkFacts({ transfer: sent(true) }))).toBeUndefined()
  })
})
