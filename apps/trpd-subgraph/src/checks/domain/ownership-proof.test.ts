import { describe, expect, it } from 'vitest'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { parseAmount } from '../../foundation/domain/amount.ts'
import { checkFacts, jurisdictionOf } from '../../testing/example-facts.ts'
import { at, facts, later } from '../../testing/example-transfers.ts'
import { openRegistered } from '../../transfers/domain/transfer.ts'
import type { AddressProof, CheckFacts, ProofSourceState } from './check.ts'
import { ownershipProof } from './ownership-proof.ts'

const WALLET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const EU = jurisdictionOf('EU')
const { travelAddress: _travelAddress, vaspId: _vaspId, protocolVersion: _version, ...registered } = facts

const proof = (more: Partial<AddressProof> = {}): AddressProof => ({
  id: 'p-1',
  method: 'SIGNATURE',
  verifiedAt: at,
  of: 'CUSTOMER',
  ...more,
})

/** The facts about a withdrawal to a self-hosted wallet, in Switzerland. */
function withdrawal(proofs: readonly AddressProof[], more: Partial<CheckFacts> = {}): CheckFacts {
  const transfer = openRegistered({
    facts: { ...registered, direction: 'SENT', channel: 'SELF_HOSTED' },
    address: WALLET,
    txHash: undefined,
  })
  return checkFacts({ transfer, ownership: { source: 'READ', proofs }, ...more })
}

const judge = (given: CheckFacts) => ownershipProof.judge(given)

function worth(amount: string): Pick<CheckFacts, 'valueIn'> {
  const parsed = parseAmount(amount)
  if (!parsed.ok) throw new Error(parsed.refusal.message)
  const value: Decimal = parsed.value
  return { valueIn: (currency) => (currency === 'EUR' ? value : undefined) }
}

describe('the ownership proof of a self-hosted wallet', () => {
  it('the ownership check does not apply to a transfer between VASPs', () => {
    expect(judge(checkFacts())).toBeUndefined()
  })

  it.each<[string, readonly AddressProof[], string]>([
    ['passes with a proof of the customer', [proof()], 'PASS'],
    ['is missing', [], 'FAIL'],
    ['warns with a proof of no known customer', [proof({ of: 'UNKNOWN' })], 'WARN'],
    ['fails with a proof of another customer', [proof({ of: 'OTHER_CUSTOMER' })], 'FAIL'],
    ['fails once it is revoked', [proof({ revokedAt: later })], 'FAIL'],
    [
      'passes with one of several proofs',
      [proof({ of: 'OTHER_CUSTOMER' }), proof({ revokedAt: later }), proof({ id: 'p-2' })],
      'PASS',
    ],
  ])('where an ownership proof is required: %s', (_case, proofs, verdict) => {
    expect(judge(withdrawal(proofs))).toMatchObject({ verdict, evidence: { address: WALLET, jurisdiction: 'CH' } })
  })

  it('the ownership check has the id, method and time of the proof as evidence', () => {
    const { evidence } = judge(withdrawal([proof()])) ?? {}
    expect(evidence).toEqual({
      address: WALLET,
      proof: 'p-1',
      method: 'SIGNATURE',
      verifiedAt: at.toISOString(),
      jurisdiction: 'CH',
      version: String(jurisdictionOf('CH').version),
    })
  })

  it.each<[string, readonly AddressProof[], string, string]>([
    ['1000', [], 'PASS', 'the amount is worth less'],
    ['1000', [proof({ of: 'UNKNOWN' })], 'PASS', 'neither for this transaction'],
    ['1000', [proof({ of: 'OTHER_CUSTOMER' })], 'WARN', 'Another customer'],
    ['1000.00000001', [], 'FAIL', 'above 1000 EUR.'],
    ['1000.00000001', [proof()], 'PASS', 'has proven'],
  ])('an ownership proof is required by the EU above 1000 EUR: %s EUR', (amount, proofs, verdict, reason) => {
    const finding = judge(withdrawal(proofs, { jurisdiction: EU, ...worth(amount) }))
    expect(finding).toMatchObject({ verdict, reason: expect.stringContaining(reason) })
  })

  it.each<[string, Partial<CheckFacts>, string]>([
    ['the value of the amount is', { jurisdiction: EU }, 'the value of the amount in EUR is unknown'],
    ['the requirement of the law is', { jurisdiction: jurisdictionOf('US') }, 'Whether the law of US requires'],
    ['the jurisdiction is', { jurisdiction: undefined }, 'TRPD_JURISDICTION'],
  ])('the ownership check passes with a proof, and is otherwise UNKNOWN, while %s not known', (_case, more, reason) => {
    expect(judge(withdrawal([proof()], more))).toMatchObject({ verdict: 'PASS' })
    expect(judge(withdrawal([], more))).toMatchObject({ verdict: 'UNKNOWN', reason: expect.stringContaining(reason) })
  })

  it('an ownership proof is not required if the operator has turned the requirement off', () => {
    const law = {
      ...EU,
      selfHosted: { ...EU.selfHosted, ownershipProof: { value: false, source: 'x', checked: null } },
    }
    const finding = judge(withdrawal([], { jurisdiction: law as typeof EU }))
    expect(finding).toMatchObject({ verdict: 'PASS', reason: expect.stringContaining('The law of EU requires no') })
  })

  it.each<[Exclude<ProofSourceState, 'READ'>, string]>([
    ['NOT_CONFIGURED', 'No source of ownership proofs is configured'],
    ['NOT_READ', 'have not been read yet'],
    ['STOPPED', 'npm run feeds -- accept aopd trpd'],
    ['BEHIND', 'last read too long ago'],
  ])('is UNKNOWN while its source is %s, regardless of what was read before', (source, reason) => {
    const ownership = { source, proofs: [proof()] }
    expect(judge(withdrawal([], { ownership }))).toMatchObject({
      verdict: 'UNKNOWN',
      reason: expect.stringContaining(reason),
    })
    expect(judge(withdrawal([], { ownership, jurisdiction: EU, ...worth('1') }))).toMatchObject({ verdict: 'PASS' })
  })

  it('the ownership check is UNKNOWN for a deposit from an unrecorded address, where a proof is required', () => {
    const transfer = openRegistered({
      facts: { ...registered, direction: 'RECEIVED', channel: 'SELF_HOSTED' },
      address: WALLET,
      txHash: undefined,
    })
    expect(judge(withdrawal([proof()], { transfer }))).toMatchObject({
      verdict: 'UNKNOWN',
      reason: expect.stringContaining('The address of the self-hosted wallet is not recorded.'),
    })
  })
})
