import { lazy, Suspense } from 'react'
import type { ActionDialogProps } from './action-dialog.tsx'

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }))

/** The dialog of an action, loaded when first needed. */
export function LazyActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <ActionDialog {...props} />
    </Suspense>
  )
}
