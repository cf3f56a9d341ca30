import { useState } from 'react'
import { SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

export interface RemoveOneDialogProps {
  readonly words: { readonly title: string; readonly open: string; readonly text: string; readonly field: string }
  readonly values: readonly string[]
  remove(value: string): Promise<object>
  onClose(done: boolean): void
}

/** Removes one of a VASP's values. */
export function RemoveOneDialog({ words, values, remove, onClose }: RemoveOneDialogProps) {
  const [value, setValue] = useState(values[0] ?? '')
  return (
    <FormDialog title={words.title} button={words.open} isDangerous submit={() => remove(value)} onClose={onClose}>
      <p>{words.text}</p>
      <SelectField label={words.field} value={value} onChange={setValue} options={values.map((each) => [each, each])} />
    </FormDialog>
  )
}
