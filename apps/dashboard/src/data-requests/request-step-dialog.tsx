import { useApolloClient } from '@apollo/client/react'
import { useRef } from 'react'
import { RenewDataRequestDocument, WithdrawDataRequestDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { IssuedLink } from './link-dialog.tsx'

/** What can be done about a request that has no response. */
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
        // The link lets anyone respond: not in the cache.
        const made = await client.mutate({ mutation: RenewDataRequestDocument, variables, fetchPolicy: 'no-cache' })
        issued.current = { link: made.data?.trpd?.renewDataRequest?.link ?? null }
      }}
      onClose={() => onClose(issued.current)}
    >
      <p>{words.text}</p>
    </FormDialog>
  )
}
