import { withoutQuote } from './delivery-verdict.ts'
import type { Hold, Transfer } from './transfer.ts'

/** Why a transfer is on hold or has ended, in words; undefined in the other states. */
export function reasonOf({ state }: Transfer): string | undefined {
  if (state.status === 'BLOCKED') return state.holds.map((hold) => QUESTIONS[hold]).join(' ')
  return 'reason' in state ? state.reason : undefined
}

/** `reasonOf` without what people and counterparties wrote, which may hold personal data. */
export function impersonalReasonOf(transfer: Transfer): string | undefined {
  const { status } = transfer.state
  if (status === 'DECLINED' || status === 'CANCELED') return undefined
  const reason = reasonOf(transfer)
  return reason && withoutQuote(reason)
}

/** What has to be settled before a transfer goes on. */
const QUESTIONS: Readonly<Record<Hold, string>> = {
  VASP_NOT_TRUSTED: 'The VASP is not trusted: call trustVasp to go on.',
  AMOUNT_UNIT_UNKNOWN:
    'Does the VASP write amounts in whole units or in smallest units? Call setWireProfile with amountUnit WHOLE or BASE.',
}
