import { expect, it } from 'vitest'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { checkFacts } from '../../testing/example-facts.ts'
import { type ApprovalFacts, mayApprove } from './may-approve.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ISSUE = { path: 'originator', constraint: 'REQUIRED', message: 'originator: missing' } as const
const { transfer, asset, vasp } = checkFacts()
if (vasp === undefined) throw new Error('the example has no VASP')

/** The facts of an inquiry for 1 BTC that may be approved automatically. */
const facts: ApprovalFacts & { readonly vasp: object; readonly transfer: object } = {
  transfer: { ...transfer, sender: { verification: 'VERIFIED', reason: 'pinned', address: '::1' } },
  asset,
  vasp: { ...vasp, autoApprove: true, autoApproveLimits: { btc: '1' as Decimal } },
  mutualTlsRequired: true,
  entry: { address: ADDRESS, active: true },
  results: [
    { check: 'DUPLICATE', verdict: 'PASS' },
    { check: 'USUAL_AMOUNT', verdict: 'UNKNOWN' },
  ],
  requiredChecks: new Set(['DUPLICATE']),
}

it('an inquiry that meets every condition is approved automatically, with the payment address of the address book entry', () => {
  expect(mayApprove(facts)).toBe(ADDRESS)
})

it.each<[string, Partial<ApprovalFacts>]>([
  ['from a VASP that is not trusted', { vasp: { ...facts.vasp, trust: 'UNTRUSTED' } }],
  ['while automatic approval is off', { vasp: { ...facts.vasp, autoApprove: false } }],
  ['above the limit of the asset', { vasp: { ...facts.vasp, autoApproveLimits: { btc: '0.99999999' as Decimal } } }],
  ['about an asset without a limit', { vasp: { ...facts.vasp, autoApproveLimits: { eth: '9' as Decimal } } }],
  ['whose amount has an unknown unit', { transfer: { ...facts.transfer, amountUnit: undefined } as never }],
  [
    'with a check that fails, required or not',
    { results: [{ check: 'USUAL_AMOUNT', verdict: 'FAIL' }], requiredChecks: new Set() },
  ],
  ['with a required check that warns', { results: [{ check: 'DUPLICATE', verdict: 'WARN' }] }],
  ['with a required check that is unknown', { results: [{ check: 'DUPLICATE', verdict: 'UNKNOWN' }] }],
  ['with a required check that has not run', { results: [] }],
  ['with an issue of IVMS101 that matters', { transfer: { ...facts.transfer, ivms101Issues: [ISSUE] } }],
  [
    'whose sender is not verified, where that is required',
    { transfer: { ...facts.transfer, sender: { verification: 'UNVERIFIED', reason: 'none', address: '::1' } } },
  ],
  ['to an address book entry that is not active', { entry: { address: ADDRESS, active: false } }],
  ['to an address book entry without a payment address', { entry: { active: true } }],
  ['whose payment address is not one of the asset', { entry: { address: 'hello', active: true } }],
  ['to no address book entry', { entry: undefined }],
  ['that we have sent', { transfer: { ...facts.transfer, direction: 'SENT' } }],
])('an inquiry %s is left to an officer', (_case, change) => {
  expect(mayApprove({ ...facts, ...change })).toBeUndefined()
})
