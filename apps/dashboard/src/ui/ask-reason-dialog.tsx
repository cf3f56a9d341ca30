import { useLanguage } from '../language/language.tsx'
import { useKeptText } from '../session/use-kept-text.ts'
import { InputField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface AskReasonDialogProps {
  /** The purpose of the reason, under which the text is kept until it is sent. */
  readonly name: string
  readonly title: string
  /** Explains the effect of the action. */
  readonly text: string
  readonly button: string
  readonly isDangerous?: boolean
  /** Maximum number of characters of the reason. */
  readonly lengthMax?: number
  readonly submit: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Requests an internal reason before an action. */
export function AskReasonDialog({ name, text, lengthMax, submit, ...dialog }: AskReasonDialogProps) {
  const { t } = useLanguage()
  const { text: reason, change, forget } = useKeptText(name)
  return (
    <FormDialog
      {...dialog}
      submit={async () => {
        await submit(reason.trim())
        forget()
      }}
    >
      <p>{text}</p>
      <InputField
        label={t.case.reason}
        hint={t.case.internal}
        isRequired
        value={reason}
        onChange={change}
        lines={3}
        {...(lengthMax !== undefined && { lengthMax })}
      />
    </FormDialog>
  )
}
