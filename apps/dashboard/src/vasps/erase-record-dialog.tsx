import { useApolloClient } from '@apollo/client/react'
import { EraseDueDiligenceDocument } from '../api/operations.generated.ts'
import { useErasureReason } from '../erasure/erasure-reason.tsx'
import { useLanguage } from '../language/language.tsx'
import { Fact } from '../ui/fact.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

interface EraseRecordDialogProps {
  /** Id of the due diligence record. */
  readonly recordId: string
  readonly onClose: (done: boolean) => void
}

/** Permanently erases the answers and documents of a due diligence record. */
export function EraseRecordDialog({ recordId, onClose }: EraseRecordDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const reason = useErasureReason()
  const words = t.vasps.ERASE_RECORD
  return (
    <FormDialog
      title={words.title}
      button={t.erasure.erase.button}
      isDangerous
      check={reason.check}
      submit={async () => {
        if (reason.why === undefined) return
        await client.mutate({ mutation: EraseDueDiligenceDocument, variables: { id: recordId, ...reason.why } })
      }}
      onClose={onClose}
    >
      <dl className="facts">
        <Fact label={t.erasure.erase.destroys}>{words.destroyed}</Fact>
        <Fact label={t.erasure.erase.remains}>{words.remaining}</Fact>
      </dl>
      {reason.fields}
    </FormDialog>
  )
}
