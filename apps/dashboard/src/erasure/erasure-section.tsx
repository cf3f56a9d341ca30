import { useApolloClient, useQuery } from '@apollo/client/react'
import { lazy, Suspense, useCallback, useState } from 'react'
import {
  EndLegalHoldDocument,
  SetLegalHoldDocument,
  type TransactionDetailFragment,
  TransactionLegalHoldDocument,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { AskReasonDialog } from '../ui/ask-reason-dialog.tsx'
import { ProblemNotice } from '../ui/notice.tsx'

const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.tsx')).EraseDialog }))

interface ErasureSectionProps {
  readonly transaction: TransactionDetailFragment
  readonly onErased: () => void
}

/** The legal hold on a transaction, and the erasure of its personal data. */
export function ErasureSection({ transaction, onErased }: ErasureSectionProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const isAdministrator = useScope('autod:write')
  const withTexts = useScope('pii:read')
  const [step, setStep] = useState<HoldStep | 'ERASE'>()
  const { id, folder } = transaction
  const { data, error, refetch } = useQuery(TransactionLegalHoldDocument, {
    variables: { id, withTexts },
    fetchPolicy: 'no-cache',
  })
  const reload = useCallback(() => void refetch().catch(() => {}), [refetch])
  const loaded = data?.trpd?.transaction
  const words = t.erasure
  if (loaded?.personalData === 'ERASED') return null
  const hold = loaded?.legalHold
  const buttons = [
    hold === null && mayWrite && ('SET' as const),
    hold && mayWrite && isAdministrator && ('END' as const),
  ].filter((each) => each === 'SET' || each === 'END')
  const mayErase = hold === null && mayWrite && isAdministrator && folder === 'ARCHIVE'
  return (
    <section className="card" aria-labelledby="erasure">
      <h2 id="erasure">{words.title}</h2>
      {error && !loaded && <ProblemNotice problem={apiProblem(error)} title={t.problems.load} onRetry={reload} />}
      {hold && <p>{words.held(isolated(hold.setBy.name ?? hold.setBy.id), formats.dateTime(hold.setAt))}</p>}
      {hold?.reason && (
        <p>
          <bdi>{hold.reason}</bdi>
        </p>
      )}
      {hold === null && <p className="soft">{words.free}</p>}
      {(buttons.length > 0 || mayErase) && (
        <div className="action-buttons">
          {buttons.map((each) => (
            <button key={each} type="button" className="button" onClick={() => setStep(each)}>
              {words[each].button}
            </button>
          ))}
          {mayErase && (
            <button type="button" className="button" onClick={() => setStep('ERASE')}>
              {words.erase.transaction}
            </button>
          )}
        </div>
      )}
      {(step === 'SET' || step === 'END') && (
        <AskReasonDialog
          {...words[step]}
          submit={(reason) => {
            const mutation = step === 'SET' ? SetLegalHoldDocument : EndLegalHoldDocument
            return client.mutate({ mutation, variables: { id, reason } })
          }}
          onClose={() => {
            setStep(undefined)
            reload()
          }}
        />
      )}
      {step === 'ERASE' && (
        <Suspense>
          <EraseDialog
            transactionId={id}
            onClose={(erased) => {
              setStep(undefined)
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

type HoldStep = 'SET' | 'END'
