import { useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { InputField, useMissing } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface AskReasonDialogProps {
  readonly title: string
  /** What happens, and what does not. */
  readonly text: string
  readonly button: string
  readonly isDangerous?: boolean
  /** Most characters of the reason. */
  readonly lengthMax?: number
  readonly submit: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for an internal reason before something is done. */
export function AskReasonDialog({ text, lengthMax, submit, ...dialog }: AskReasonDialogProps) {
  const { t } = useLanguage()
  const [reason, setReason] = useState('')
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  return (
    <FormDialog
      {...dialog}
      check={() => {
        setTried(true)
        return reason.trim() !== ''
      }}
      submit={() => submit(reason.trim())}
    >
      <p>{text}</p>
      <InputField
        label={t.case.reason}
        hint={t.case.internal}
        isRequired
        problem={missing(reason)}
        value={reason}
        onChange={setReason}
        lines={3}
        {...(lengthMax !== undefined && { lengthMax })}
      />
    </FormDialog>
  )
}
