import { type AssetRegistry, wholeAmount } from '../../assets/domain/asset.ts'
import { compareDecimals, type Decimal } from '../../foundation/domain/amount.ts'
import type { Command } from '../../transfers/domain/decision.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'

/** For each asset, the amount in whole units above which a decision needs a second person. */
export type FourEyesLimits = ReadonlyMap<string, Decimal>

/**
 * True if `command` decides about an inquiry whose amount needs a second person. For an asset with a limit,
 * an unknown amount does. Withdrawing an approval never needs one, since it must be quick.
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

/** True if an amount exceeds the limit of its asset, or is unknown although there is a limit. */
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
