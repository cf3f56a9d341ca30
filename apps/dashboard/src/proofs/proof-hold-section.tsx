import { useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import {
  EndProofLegalHoldDocument,
  ProofLegalHoldDocument,
  SetProofLegalHoldDocument,
} from '../api/operations.generated.ts'
import { LegalHold } from '../erasure/legal-hold.tsx'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Card } from '../ui/card.tsx'
import { QueryState } from '../ui/query-state.tsx'

/** Maximum number of characters of the reason, as in the API. */
const REASON_LENGTH_MAX = 500

/** The legal hold on an ownership proof, to which a hold on the transaction does not extend. */
export function ProofHoldSection({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const api = useApi()
  const mayWrite = useScope('aopd:write')
  const isAdministrator = useScope('autod:write')
  const withTexts = useScope('pii:read')
  const query = useQuery(ProofLegalHoldDocument, {
    variables: { id, withTexts },
    fetchPolicy: 'no-cache',
  })
  const { data, refetch } = query
  const reload = useCallback(() => void refetch().catch(() => {}), [refetch])
  const proof = data?.aopd?.proof
  if (proof?.personalData === 'ERASED') return null
  return (
    <Card id="hold" title={t.proofs.hold}>
      <QueryState query={query} data={proof} />
      <LegalHold
        id={id}
        hold={proof?.legalHold}
        free={t.proofs.holdFree}
        maySet={mayWrite}
        mayEnd={mayWrite && isAdministrator}
        lengthMax={REASON_LENGTH_MAX}
        submit={(step, reason) =>
          step === 'SET'
            ? api.change(SetProofLegalHoldDocument, { id, reason })
            : api.change(EndProofLegalHoldDocument, { id, reason })
        }
        onChanged={reload}
      />
    </Card>
  )
}
