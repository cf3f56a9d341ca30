import { describe, expect, it, vi } from 'vitest'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { checkFacts, naturalPerson, payloadOf } from '../../testing/example-facts.ts'
import { sent } from '../../testing/example-transfers.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { addressOfAsset } from './address-of-asset.ts'
import { allowApproval } from './allow-approval.ts'
import { CHECK_NAMES, type Check, type CheckResult } from './check.ts'
import { duplicate } from './duplicate.ts'
import { meaningfulNames } from './meaningful-names.ts'
import { CHECKS, runChecks } from './run-checks.ts'
import { usualAmount } from './usual-amount.ts'

describe('checks', () => {
  it('all checks have unique names that are in the list', () => {
    expect(CHECKS.map(({ name }) => name).toSorted()).toEqual([...CHECK_NAMES].toSorted())
  })

  it('each check gives one result, with version and time', () => {
    const facts = checkFacts({ screening: 'PENDING' })
    const results = runChecks(CHECKS, facts, (error) => expect.unreachable(String(error)))
    expect(results.map(({ check }) => check)).toEqual(
      CHECKS.map(({ name }) => name).filter((name) => name !== 'OWNERSHIP_PROOF'),
    )
    expect(results.every(({ at, version }) => at === facts.at && version > 0)).toBe(true)
  })

  it("a check's reason never quotes personal data", () => {
    const payload = payloadOf(naturalPerson('Our Client'), naturalPerson('Unmistakable'))
    const results = runChecks(CHECKS, checkFacts({ payload }), (error) => expect.unreachable(String(error)))
    expect(results.map(({ reason }) => reason).join(' ')).not.toMatch(/Our Client|Unmistakable/)
  })

  it('a check that throws is UNKNOWN, and the others still run', () => {
    const broken: Check = {
      ...duplicate,
      judge: () => {
        throw new Error('defect')
      },
    }
    const onError = vi.fn()
    const results = runChecks([broken, meaningfulNames], checkFacts(), onError)
    expect(results).toMatchObject([{ check: 'DUPLICATE', verdict: 'UNKNOWN' }, { check: 'MEANINGFUL_NAMES' }])
    expect(onError).toHaveBeenCalledOnce()
  })
})

describe('an automatic approval', () => {
  const result = (check: CheckResult['check'], verdict: CheckResult['verdict']): CheckResult => ({
    check,
    verdict,
    version: 1,
    reason: '',
    at: new Date(0),
  })
  it.each([
    ['a PASS of the required check', [result('DUPLICATE', 'PASS')], true],
    ['a WARN of the required check', [result('DUPLICATE', 'WARN')], false],
    ['an UNKNOWN of the required check', [result('DUPLICATE', 'UNKNOWN')], false],
    ['a FAIL of the required check', [result('DUPLICATE', 'FAIL')], false],
    ['no result of the required check', [], false],
    ['an UNKNOWN of another check', [result('DUPLICATE', 'PASS'), result('USUAL_AMOUNT', 'UNKNOWN')], true],
    ['a FAIL of another check', [result('DUPLICATE', 'PASS'), result('ADDRESS_OF_ASSET', 'FAIL')], false],
  ])('with %s', (_case, results, allowed) => {
    expect(allowApproval(results, new Set(['DUPLICATE']))).toBe(allowed)
  })
})

describe('names', () => {
  it.each([
    ['Our Client', 'FAIL'],
    ['our-client.', 'FAIL'],
    ['N/A', 'FAIL'],
    ['xxx', 'FAIL'],
    ['—', 'FAIL'],
    ['12345', 'FAIL'],
    ['Unbekannt', 'FAIL'],
    ['Ng', 'PASS'],
    ['Kunder', 'PASS'],
    ['王', 'PASS'],
    ['Ольга Петрова', 'PASS'],
  ])('%s: %s', (name, verdict) => {
    const payload = payloadOf(naturalPerson('Engels'), naturalPerson(name))
    expect(meaningfulNames.judge(checkFacts({ payload }))).toMatchObject({ verdict })
  })

  it('missing names are UNKNOWN', () => {
    expect(meaningfulNames.judge(checkFacts({ payload: { transferPath: [] } }))).toMatchObject({ verdict: 'UNKNOWN' })
  })
})

describe('the payment address', () => {
  const judge = (assetId: string, address: string | undefined) => {
    const asset = BUILT_IN_ASSETS.find(({ id }) => id === assetId) ?? BUILT_IN_ASSETS[0]
    if (asset === undefined) throw new Error('there are no built-in assets')
    return addressOfAsset.judge(checkFacts({ asset, entry: { travelAddress: 'ta…', ...(address && { address }) } }))
  }
  it.each([
    ['of the asset', 'btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'PASS'],
    ['of another asset', 'eth', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'FAIL'],
    ['with a destination tag', 'xrp', 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=17', 'PASS'],
    ['without the destination tag that custodians need', 'xrp', 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', 'WARN'],
    ['with a tag that its ledger cannot have', 'xrp', 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=abc', 'FAIL'],
    ['that no one has entered', 'btc', undefined, 'UNKNOWN'],
  ])('%s', (_case, asset, address, verdict) => {
    expect(judge(asset, address)).toMatchObject({ verdict })
  })

  it('the payment address of an inquiry that we send is not known yet, so the check does not apply', () => {
    const { entry, ...facts } = checkFacts({ transfer: sent(true) })
    expect(addressOfAsset.judge(facts)).toBeUndefined()
  })
})

describe('duplicates', () => {
  const judge = (...duplicates: readonly { id: string; sameHash: boolean }[]) =>
    duplicate.judge(checkFacts({ similar: { approved: { count: 0 }, duplicates } }))
  it('a duplicate of amount and parties is a WARN, of hash and address a FAIL', () => {
    expect(judge()).toMatchObject({ verdict: 'PASS' })
    expect(judge({ id: 'x', sameHash: false })).toMatchObject({ verdict: 'WARN', evidence: { transactions: 'x' } })
    expect(judge({ id: 'x', sameHash: false }, { id: 'y', sameHash: true })).toMatchObject({ verdict: 'FAIL' })
  })
})

describe('the usual amount', () => {
  const judge = (amount: string, largest: string, count = 5, unit: 'WHOLE' | 'BASE' | null = 'WHOLE') => {
    const { amountUnit: _unit, ...facts } = checkFacts().transfer
    const transfer: Transfer = { ...facts, amount, ...(unit && { amountUnit: unit }) }
    const similar = { approved: { count, largest: largest as Decimal }, duplicates: [] }
    return usualAmount.judge(checkFacts({ transfer, similar }))
  }
  it.each([
    ['three times the largest earlier one', judge('4.5', '1.5'), 'PASS'],
    ['more than three times the largest earlier one', judge('4.50000001', '1.5'), 'WARN'],
    ['in base units', judge('450000001', '1.5', 5, 'BASE'), 'WARN'],
    ['after four earlier ones', judge('1', '1', 4), 'UNKNOWN'],
    ['in an unknown unit', judge('1', '1', 5, null), 'UNKNOWN'],
  ])('%s', (_case, finding, verdict) => {
    expect(finding).toMatchObject({ verdict })
  })
})
