import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import {
  type CaseAction as ApiCaseAction,
  AwaitCaseDataDocument,
  type CasePartsFragment,
  CommentCaseDocument,
  HoldCaseDocument,
  ReleaseCaseDocument,
  TakeCaseDocument,
} from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { MentionField } from '../people/mention-field.tsx'
import { useKeptText } from '../session/use-kept-text.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
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
  const words = t.case[action]
  const { id } = transaction
  const { text, change, forget } = useKeptText(`${action}:${id}`)
  const { version } = transaction.case

  async function submit(): Promise<void> {
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

  return (
    <FormDialog
      title={words.title}
      button={words.button}
      check={() => {
        const isEmpty = action !== 'TAKE' && text.trim() === ''
        setMissing(isEmpty)
        return !isEmpty
      }}
      submit={async () => {
        await submit()
        forget()
      }}
      onProblem={({ code }) => {
        // The message says that the page shows the current state.
        if (code?.startsWith('CASE_')) void client.refetchQueries({ include: ['TransactionCase'] })
      }}
      onClose={(done) => onClose(done && action !== 'TAKE' ? { after: version, text: text.trim() } : undefined)}
    >
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
    </FormDialog>
  )
}
