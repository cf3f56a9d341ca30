import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import {
  RetireReviewedReasonDocument,
  type ReviewedReasonFragment,
  SetReviewedReasonDocument,
} from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

export type ReasonChange =
  | { readonly kind: 'ADD' }
  | { readonly kind: 'EDIT' | 'RETIRE'; readonly reason: ReviewedReasonFragment }

interface ReasonDialogProps {
  readonly change: ReasonChange
  /** Existing ids, which would be overwritten. */
  readonly takenIds: readonly string[]
  readonly onClose: (isDone: boolean) => void
}

/** Writes a reviewed reason, or retires it. */
export function ReasonDialog({ change, takenIds, onClose }: ReasonDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const before = change.kind === 'ADD' ? undefined : change.reason
  const [id, setId] = useState(before?.id ?? '')
  const [text, setText] = useState(before?.text ?? '')
  const [missing, setMissing] = useState<readonly ('id' | 'text')[]>([])
  const words = t.reasons
  const isTaken = change.kind === 'ADD' && takenIds.includes(id.trim())

  return (
    <FormDialog
      title={words.dialogs[change.kind]}
      button={words.buttons[change.kind]}
      check={() => {
        const empty = [...(id.trim() === '' ? ['id' as const] : []), ...(text.trim() === '' ? ['text' as const] : [])]
        setMissing(empty)
        return empty.length === 0 && !isTaken
      }}
      submit={() => {
        const written = { id: id.trim(), text: text.trim() }
        return change.kind === 'RETIRE'
          ? client.mutate({ mutation: RetireReviewedReasonDocument, variables: { id: written.id } })
          : client.mutate({ mutation: SetReviewedReasonDocument, variables: written })
      }}
      onClose={onClose}
    >
      {change.kind === 'ADD' && (
        <TextField
          label={words.id}
          hint={isTaken ? words.taken : words.idHint}
          value={id}
          onChange={setId}
          isCode
          isMissing={missing.includes('id')}
        />
      )}
      {change.kind === 'RETIRE' ? (
        <>
          <p>{words.retireText}</p>
          <blockquote className="quote">
            <bdi>{text}</bdi>
          </blockquote>
        </>
      ) : (
        <TextField
          label={words.text}
          hint={words.textHint}
          value={text}
          onChange={setText}
          isCode={false}
          isMissing={missing.includes('text')}
        />
      )}
    </FormDialog>
  )
}
