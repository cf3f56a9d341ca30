import { describe, expect, it } from 'vitest'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { at, facts } from '../../testing/example-transfers.ts'
import { openReceived } from '../../transfers/domain/transfer.ts'
import { exceedsFourEyes, needsSecondPerson } from './four-eyes.ts'

const assets = openAssetRegistry(BUILT_IN_ASSETS)
const limits = new Map([['btc', '0.5' as Decimal]])
const amount = { assetId: 'btc', amount: '0.5' as Decimal, amountUnit: 'WHOLE' } as const

describe('a decision needs a second person', () => {
  it.each([
    ['at the limit', amount, false],
    ['above the limit', { ...amount, amount: '0.50000001' as Decimal }, true],
    ['while the unit of the amount is unknown', { assetId: 'btc', amount: '0.1' as Decimal }, true],
    ['about an asset without a limit', { ...amount, assetId: 'eth', amount: '1000' as Decimal }, false],
  ])('%s: %j, %s', (_case, transfer, expected) => {
    expect(exceedsFourEyes(transfer, { limits, assets })).toBe(expected)
  })

  it('a second person is needed to approve or decline an inquiry, not to withdraw an approval', () => {
    const received = { ...facts, direction: 'RECEIVED', assetId: 'btc', amount: '1' as Decimal } as const
    const pending = openReceived({ facts: received, amountUnit: 'WHOLE', vaspTrusted: true })
    const decline = { type: 'assess', verdict: { outcome: 'DECLINE', reason: 'no' }, expiresAt: at, at } as const
    const approve = { ...decline, verdict: { outcome: 'APPROVE', address: 'a' } } as const
    for (const command of [approve, decline]) expect(needsSecondPerson(pending, command, { limits, assets })).toBe(true)
    const approved = { ...pending, state: { status: 'APPROVED', address: 'a', expiresAt: at } } as const
    expect(needsSecondPerson(approved, decline, { limits, assets })).toBe(false)
  })
})
