import { compareDecimals, type Decimal } from './amount.ts'
import type { AssetRegistry } from './asset.ts'
import type { Command } from './decision.ts'
import type { Transfer } from './transfer.ts'
import { wholeAmount } from './whole-amount.ts'

/** The amount in whole units of each asset above which a decision needs a second person. */
export type FourEyesLimits = ReadonlyMap<string, Decimal>

/**
 * Whether `command` decides about an inquiry whose amount needs a second person; an unknown amount of
 * such an asset does. An approval can be withdrawn without one, since that must be quick.
 */
export function needsSecondPerson(
  transfer: Transfer,
  command: Command,
  { limits, assets }: { readonly limits: FourEyesLimits; readonly assets: AssetRegistry },
): boolean {
  if (command.type !== 'assess' || transfer.direction !== 'RECEIVED') return false
  if (transfer.state.status !== 'PENDING' && transfer.state.status !== 'BLOCKED') return false
  return exceedsFourEyes(transfer, { limits, assets })
}

/** Whether an amount is above its limit; an unknown amount of such an asset is. */
export function exceedsFourEyes(
  transfer: Pick<Transfer, 'assetId' | 'amount' | 'amountUnit'>,
  { limits, assets }: { readonly limits: FourEyesLimits; readonly assets: AssetRegistry },
): boolean {
  const limit = limits.get(transfer.assetId)
  if (limit === undefined) return false
  const asset = assets.byId(transfer.assetId)
  const amount = asset && wholeAmount(transfer, asset)
  return amount === undefined || compareDecimals(amount, limit) > 0
}
