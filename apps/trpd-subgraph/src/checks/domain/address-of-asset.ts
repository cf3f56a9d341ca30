import { checkAddress, hasMemo, memoFormatOf } from '../../assets/domain/ledger-string.ts'
import type { Check } from './check.ts'

/** Checks that the payment address, with its memo, belongs to the asset. */
export const addressOfAsset: Check = {
  name: 'ADDRESS_OF_ASSET',
  version: 1,
  needs: [],
  judge({ transfer: { direction, state }, asset, entry }) {
    const approved = 'address' in state ? state.address : undefined
    const address = approved ?? entry?.address
    if (address === undefined) {
      const reason = 'The travel address has no payment address yet.'
      return direction === 'RECEIVED' ? { verdict: 'UNKNOWN', reason } : undefined
    }
    const evidence = { address }
    const checked = checkAddress(asset, address)
    if (!checked.ok) return { verdict: 'FAIL', reason: checked.refusal.message, evidence }
    if (asset.addressFormat === 'ANY') {
      return { verdict: 'UNKNOWN', reason: `Addresses of ${asset.name} (${asset.id}) cannot be checked.`, evidence }
    }
    if (memoFormatOf(asset) !== undefined && !hasMemo(address)) {
      const reason = `The address has no memo or destination tag, which most custodians of ${asset.name} require.`
      return { verdict: 'WARN', reason, evidence }
    }
    return { verdict: 'PASS', reason: `The address is one of ${asset.name} (${asset.id}).`, evidence }
  },
}
