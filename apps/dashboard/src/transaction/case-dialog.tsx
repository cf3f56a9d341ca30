import { useApolloClient } from '@apollo/client/react'
import { type FormEvent, useState } from 'react'
import {
  type CaseAction as ApiCaseAction,
  AwaitCaseDataDocument,
  type CasePartsFragment,
  CommentCaseDocument,
  HoldCaseDocument,
  ReleaseCaseDocument,
  TakeCaseDocument,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { MentionField } from '../people/mention-field.tsx'
import { useKeptText } from '../session/use-kept-text.ts'
import { Modal } from '../ui/modal.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { WrittenText } from './case-texts.ts'

/** A comment is always possible. */
export type CaseAction = ApiCaseAction | 'COMMENT'

interface CaseDialogProps {
  readonly action: CaseAction
  readonly transaction: CasePartsFragment
  /** `written`: the text, once it is stored. */
  readonly onClose: (written?: WrittenText) => void
}

/** Requests the internal reason or the comment. */
export function CaseDialog({ action, transaction, onClose }: CaseDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [mentions, setMentions] = useState<readonly string[]>([])
  const [isMissing, setMissing] = useState(false)
  const [isWorking, setWorking] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const words = t.case[action]
  const { id } = transaction
  const { text, change, forget } = useKeptText(`${action}:${id}`)
  const { version } = transaction.case

  async function run(): Promise<void> {
    const variables = { id, version }
    const written = { ...variables, text: text.trim() }
    switch (action) {
      case 'HOLD':
        await client.mutate({ mutation: HoldCaseDocument, variables: written })
        return
      case 'AWAIT_DATA':
        await client.mutate({ mutation: AwaitCaseDataDocument, variables: written })
        return
      case 'RELEASE':
        await client.mutate({ mutation: ReleaseCaseDocument, variables: written })
        return
      case 'TAKE':
        await client.mutate({ mutation: TakeCaseDocument, variables })
        return
      case 'COMMENT':
        await client.mutate({ mutation: CommentCaseDocument, variables: { ...written, mentions: [...mentions] } })
        return
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const isEmpty = action !== 'TAKE' && text.trim() === ''
    setMissing(isEmpty)
    if (isEmpty || isWorking) return
    setWorking(true)
    setProblem(undefined)
    try {
      await run()
      forget()
      onClose(action === 'TAKE' ? undefined : { after: version, text: text.trim() })
    } catch (error) {
      const refusal = apiProblem(error)
      setProblem(refusal)
      setWorking(false)
      // The message says that the page shows the current state.
      if (refusal.code?.startsWith('CASE_')) void client.refetchQueries({ include: ['TransactionCase'] })
    }
  }

  return (
    <Modal title={words.title} onClose={() => onClose()}>
      <form className="action-form" onSubmit={(event) => void submit(event)} noValidate>
        <p>{words.text}</p>
        {action !== 'TAKE' && (
          <TextField
            label={action === 'COMMENT' ? t.case.comment : t.case.reason}
            hint={t.case.internal}
            value={text}
            onChange={change}
            isCode={false}
            isMissing={isMissing}
          />
        )}
        {action === 'COMMENT' && <MentionField value={mentions} onChange={setMentions} />}
        {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
        <div className="action-buttons">
          <button type="button" className="button" onClick={() => onClose()}>
            {t.actions.cancelDialog}
          </button>
          <button type="submit" className="button button-main" aria-disabled={isWorking}>
            {isWorking ? t.actions.working : words.button}
          </button>
        </div>
      </form>
    </Modal>
  )
}
