import { AutoApproveDialog } from './auto-approve-dialog.tsx'
import { IdentityDialog, type VaspDialogProps } from './identity-dialog.tsx'
import { MutualTlsDialog, PinDialog, UnpinDialog } from './key-dialogs.tsx'
import { WireProfileDialog } from './wire-profile-dialog.tsx'

/** What a person can change about a VASP, besides its trust. */
export type VaspChange = 'IDENTITY' | 'WIRE_PROFILE' | 'AUTO_APPROVE' | 'MUTUAL_TLS' | 'PIN' | 'UNPIN'

const DIALOGS = {
  IDENTITY: IdentityDialog,
  WIRE_PROFILE: WireProfileDialog,
  AUTO_APPROVE: AutoApproveDialog,
  MUTUAL_TLS: MutualTlsDialog,
  PIN: PinDialog,
  UNPIN: UnpinDialog,
} as const

export function VaspChangeDialog({ change, ...props }: VaspDialogProps & { readonly change: VaspChange }) {
  const Dialog = DIALOGS[change]
  return <Dialog {...props} />
}
