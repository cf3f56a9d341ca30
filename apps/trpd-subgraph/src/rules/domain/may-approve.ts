import { type Asset, wholeAmount } from '../../assets/domain/asset.ts'
import { checkAddress } from '../../assets/domain/ledger-string.ts'
import { allowApproval } from '../../checks/domain/allow-approval.ts'
import type { CheckName, CheckResult } from '../../checks/domain/check.ts'
import { compareDecimals } from '../../foundation/domain/amount.ts'
import { needsOfficer } from '../../ivms101/domain/issue.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { mayDecideAutomatically } from '../../vasps/domain/sender-proof.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'

/** The facts that automatic approval depends on, independent of the rules. */
export interface ApprovalFacts {
  readonly transfer: Pick<
    Transfer,
    'direction' | 'channel' | 'assetId' | 'amount' | 'amountUnit' | 'sender' | 'ivms101Issues'
  >
  readonly asset: Asset
  readonly vasp: Pick<Vasp, 'trust' | 'autoApprove' | 'autoApproveLimits'>
  readonly mutualTlsRequired: boolean
  /** The address book entry of the transfer. */
  readonly entry: { readonly address?: string; readonly active: boolean } | undefined
  readonly results: readonly Pick<CheckResult, 'check' | 'verdict'>[]
  readonly requiredChecks: ReadonlySet<CheckName>
}

/**
 * The payment address of an inquiry that may be approved automatically; `undefined` when an officer
 * must decide.
 *
 * Requires a trusted VASP with auto-approval on and a limit that the amount does not exceed, a
 * sender that `mayDecideAutomatically` accepts, an IVMS101 payload without issues that matter,
 * results that `allowApproval` accepts, and an active address book entry with a valid payment address.
 */
export function mayApprove(facts: ApprovalFacts): string | undefined {
  const { transfer, asset, vasp, entry, results } = facts
  const { direction, channel, ivms101Issues, sender } = transfer
  if (direction !== 'RECEIVED' || channel !== 'TRP' || ivms101Issues.some(needsOfficer)) return undefined
  if (!vasp.autoApprove || vasp.trust !== 'TRUSTED') return undefined
  if (!mayDecideAutomatically(sender, facts.mutualTlsRequired)) return undefined
  if (!isWithinLimit(facts) || !allowApproval(results, facts.requiredChecks)) return undefined
  if (entry?.address === undefined || !entry.active) return undefined
  return checkAddress(asset, entry.address).ok ? entry.address : undefined
}

function isWithinLimit({ transfer, asset, vasp: { autoApproveLimits } }: ApprovalFacts): boolean {
  const amount = wholeAmount(transfer, asset)
  const limit = autoApproveLimits[asset.id]
  return amount !== undefined && limit !== undefined && compareDecimals(amount, limit) <= 0
}
