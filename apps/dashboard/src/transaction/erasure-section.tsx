import { useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import {
  EndLegalHoldDocument,
  SetLegalHoldDocument,
  type TransactionDetailFragment,
  TransactionLegalHoldDocument,
} from '../api/operations.generated.ts'
import { LegalHold } from '../erasure/legal-hold.tsx'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { QueryState } from '../ui/query-state.tsx'
import type { Texts } from './use-texts.ts'

const EraseDialog = lazyPart(() => import('../erasure/erase-dialog.tsx'), 'EraseDialog')

interface ErasureSectionProps {
  readonly transaction: TransactionDetailFragment
  readonly texts: Texts
  readonly onErased: () => void
}

/** The legal hold on a transaction, and the erasure of its personal data. */
export function ErasureSection({ transaction, texts, onErased }: ErasureSectionProps) {
  const { t } = useLanguage()
  const api = useApi()
  const mayWrite = useScope('trpd:write')
  const isAdministrator = useScope('autod:write')
  const [isErasing, setErasing] = useState(false)
  const { id, folder } = transaction
  const query = useQuery(TransactionLegalHoldDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const { data, refetch } = query
  const reload = useCallback(() => void refetch().catch(() => {}), [refetch])
  const loaded = data?.trpd?.transaction
  const words = t.erasure
  if (loaded?.personalData === 'ERASED') return null
  const hold = loaded?.legalHold
  const known = texts.internal?.legalHold
  const mayErase = hold === null && mayWrite && isAdministrator && folder === 'ARCHIVE'
  return (
    <Card id="erasure" title={words.title}>
      <QueryState query={query} data={loaded} />
      <LegalHold
        id={id}
        hold={hold && known?.setAt === hold.setAt ? { ...hold, reason: known.reason ?? '' } : hold}
        free={words.free}
        maySet={mayWrite}
        mayEnd={mayWrite && isAdministrator}
        submit={async (step, reason) => {
          if (step === 'END') return api.change(EndLegalHoldDocument, { id, reason })
          await api.change(SetLegalHoldDocument, { id, reason })
          return texts.reload()
        }}
        onChanged={reload}
      >
        {mayErase && <Button onClick={() => setErasing(true)}>{words.erase.transaction}</Button>}
      </LegalHold>
      {isErasing && (
        <EraseDialog
          transactionId={id}
          onClose={(erased) => {
            setErasing(false)
            if (!erased) return
            reload()
            onErased()
          }}
        />
      )}
    </Card>
  )
}
