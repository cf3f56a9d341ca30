import { useApolloClient, useQuery } from '@apollo/client/react'
import { lazy, Suspense, useCallback, useState } from 'react'
import {
  EndLegalHoldDocument,
  SetLegalHoldDocument,
  type TransactionDetailFragment,
  TransactionLegalHoldDocument,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { LegalHold } from '../erasure/legal-hold.tsx'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import type { Texts } from './use-texts.ts'

const EraseDialog = lazy(async () => ({ default: (await import('../erasure/erase-dialog.tsx')).EraseDialog }))

interface ErasureSectionProps {
  readonly transaction: TransactionDetailFragment
  readonly texts: Texts
  readonly onErased: () => void
}

/** The legal hold on a transaction, and the erasure of its personal data. */
export function ErasureSection({ transaction, texts, onErased }: ErasureSectionProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const isAdministrator = useScope('autod:write')
  const [isErasing, setErasing] = useState(false)
  const { id, folder } = transaction
  const { data, error, refetch } = useQuery(TransactionLegalHoldDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const reload = useCallback(() => void refetch().catch(() => {}), [refetch])
  const loaded = data?.trpd?.transaction
  const words = t.erasure
  if (loaded?.personalData === 'ERASED') return null
  const hold = loaded?.legalHold
  const known = texts.internal?.legalHold
  const mayErase = hold === null && mayWrite && isAdministrator && folder === 'ARCHIVE'
  return (
    <section className="card" aria-labelledby="erasure">
      <h2 id="erasure">{words.title}</h2>
      {error && !loaded && <ProblemNotice problem={apiProblem(error)} title={t.problems.load} onRetry={reload} />}
      <LegalHold
        id={id}
        hold={hold && known?.setAt === hold.setAt ? { ...hold, reason: known.reason ?? '' } : hold}
        free={words.free}
        maySet={mayWrite}
        mayEnd={mayWrite && isAdministrator}
        submit={async (step, reason) => {
          const mutation = step === 'SET' ? SetLegalHoldDocument : EndLegalHoldDocument
          await client.mutate({ mutation, variables: { id, reason } })
          if (step === 'SET') texts.reload()
        }}
        onChanged={reload}
      >
        {mayErase && <Button onClick={() => setErasing(true)}>{words.erase.transaction}</Button>}
      </LegalHold>
      {isErasing && (
        <Suspense>
          <EraseDialog
            transactionId={id}
            onClose={(erased) => {
              setErasing(false)
              if (!erased) return
              reload()
              onErased()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
