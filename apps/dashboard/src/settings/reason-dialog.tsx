import { useApolloClient } from '@apollo/client/react'
import { type FormEvent, useState } from 'react'
import {
  RetireReviewedReasonDocument,
  type ReviewedReasonFragment,
  SetReviewedReasonDocument,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { Modal } from '../ui/modal.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
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
  const [isWorking, setWorking] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const words = t.reasons
  const isTaken = change.kind === 'ADD' && takenIds.includes(id.trim())

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const empty = [...(id.trim() === '' ? ['id' as const] : []), ...(text.trim() === '' ? ['text' as const] : [])]
    setMissing(empty)
    if (empty.length > 0 || isTaken || isWorking) return
    setWorking(true)
    setProblem(undefined)
    try {
      const written = { id: id.trim(), text: text.trim() }
      if (change.kind === 'RETIRE') {
        await client.mutate({ mutation: RetireReviewedReasonDocument, variables: { id: written.id } })
      } else {
        await client.mutate({ mutation: SetReviewedReasonDocument, variables: written })
      }
      onClose(true)
    } catch (error) {
      setProblem(apiProblem(error))
      setWorking(false)
    }
  }

  return (
    <Modal title={words.dialogs[change.kind]} onClose={() => onClose(false)}>
      <form className="action-form" onSubmit={(event) => void submit(event)} noValidate>
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
        {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
        <div className="action-buttons">
          <button type="button" className="button" onClick={() => onClose(false)}>
            {t.actions.cancelDialog}
          </button>
          <button type="submit" className="button button-main" aria-disabled={isWorking}>
            {isWorking ? t.actions.working : words.buttons[change.kind]}
          </button>
        </div>
      </form>
    </Modal>
  )
}
