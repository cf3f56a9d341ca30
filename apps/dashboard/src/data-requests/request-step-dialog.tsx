import { useApolloClient } from '@apollo/client/react'
import { useRef } from 'react'
import { RenewDataRequestDocument, WithdrawDataRequestDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { IssuedLink } from './link-dialog.tsx'

/** Actions on a request without a response. */
export type RequestStep = 'RENEW' | 'WITHDRAW'

interface RequestStepDialogProps {
  readonly id: string
  readonly step: RequestStep
  readonly onClose: (issued?: IssuedLink) => void
}

/** Renews or withdraws a request. */
export function RequestStepDialog({ id, step, onClose }: RequestStepDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const issued = useRef<IssuedLink>(undefined)
  const words = t.dataRequests[step]
  const variables = { id }
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={async () => {
        if (step === 'WITHDRAW') {
          await client.mutate({ mutation: WithdrawDataRequestDocument, variables })
          return
        }
        // Kept outside of the cache, since the link lets anyone respond.
        const made = await client.mutate({ mutation: RenewDataRequestDocument, variables, fetchPolicy: 'no-cache' })
        issued.current = { link: made.data?.trpd?.renewDataRequest?.link ?? null }
      }}
      onClose={() => onClose(issued.current)}
    >
      <p>{words.text}</p>
    </FormDialog>
  )
}
