import { AutoApproveDialog } from './auto-approve-dialog.tsx'
import { AddHostDialog, RemoveHostDialog } from './host-dialogs.tsx'
import { IdentityDialog, type VaspDialogProps } from './identity-dialog.tsx'
import { MutualTlsDialog, PinDialog, UnpinDialog } from './key-dialogs.tsx'
import { WireProfileDialog } from './wire-profile-dialog.tsx'

/** The changes that a person can make to a VASP, besides its trust. */
export type VaspChange = keyof typeof DIALOGS

const DIALOGS = {
  IDENTITY: IdentityDialog,
  ADD_HOST: AddHostDialog,
  REMOVE_HOST: RemoveHostDialog,
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
