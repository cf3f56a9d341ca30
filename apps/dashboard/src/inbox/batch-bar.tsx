import { lazy, Suspense } from 'react'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import type { BatchDialogProps } from './batch-dialog.tsx'
import { BATCH_ACTIONS, type BatchAction } from './change-batch.ts'
import { SELECTED_MAX } from './selection.ts'

interface BatchBarProps {
  readonly count: number
  readonly onAction: (action: BatchAction) => void
  readonly onClear: () => void
}

/** Actions for the selected rows; empty while none is selected. */
export function BatchBar({ count, onAction, onClear }: BatchBarProps) {
  const { t, formats } = useLanguage()
  return (
    <div className="batch" hidden={count === 0}>
      <span role="status">
        {count > 0 && t.batch.selected(count, formats.count(count))}
        {count === SELECTED_MAX && ` ${t.batch.full(formats.count(SELECTED_MAX))}`}
      </span>
      {BATCH_ACTIONS.map((action) => (
        <Button key={action} onClick={() => onAction(action)}>
          {t.batch[action].button}
        </Button>
      ))}
      <Button look="plain" onClick={onClear}>
        {t.batch.clear}
      </Button>
    </div>
  )
}

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }))

/** The dialog of a batch, loaded when it is first needed. */
export function LazyBatchDialog(props: BatchDialogProps) {
  return (
    <Suspense>
      <BatchDialog {...props} />
    </Suspense>
  )
}
