import { useRef, useState } from 'react'
import {
  EraseCustomerDocument,
  EraseProofsDocument,
  type EraseProofsMutationVariables,
  EraseSavedViewsDocument,
  EraseTransactionDocument,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { Fact } from '../ui/fact.tsx'
import { InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useErasureReason } from './erasure-reason.tsx'

const REFERENCE_LENGTH_MAX = 200
const NAME_LENGTH_MAX = 200
/** With fewer letters and digits, saved views of others would match. */
const VIEW_WORDS_LENGTH_MIN = 3

/** The result of an erasure. */
export interface Erased {
  readonly transactions: number
  readonly addressBookEntries: number
  readonly proofs: number
  readonly savedViews: number
}

interface EraseDialogProps {
  /** Id of a transaction. If it is absent, a customer is erased. */
  readonly transactionId?: string
  /** `erased` is absent if nothing was erased. */
  readonly onClose: (erased?: Erased) => void
}

/** Erases personal data permanently, once the person has confirmed it by typing. */
export function EraseDialog({ transactionId, onClose }: EraseDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const [reference, setReference] = useState('')
  const [name, setName] = useState('')
  const reason = useErasureReason()
  const erased = useRef<Erased>(undefined)
  const words = t.erasure.erase
  const kind = transactionId === undefined ? 'customer' : 'transaction'

  async function submit(): Promise<void> {
    const { why } = reason
    if (why === undefined) return
    if (transactionId === undefined) {
      const variables = { reference: reference.trim(), ...why }
      const data = await api.send(EraseCustomerDocument, variables)
      const { transactions = 0, addressBookEntries = 0 } = data?.trpd?.eraseCustomer ?? {}
      add({ transactions, addressBookEntries })
      await eraseProofs(variables)
      await eraseSavedViews()
    } else {
      await api.change(EraseTransactionDocument, { id: transactionId, ...why })
      add({ transactions: 1 })
      await eraseProofs({ transactionId, ...why })
    }
  }

  /** Completed steps remain completed when a later step is refused; submitting again repeats only the rest. */
  async function eraseProofs(variables: EraseProofsMutationVariables): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const data = await api.send(EraseProofsDocument, variables)
      const erasure = data?.aopd?.eraseProofs
      add({ proofs: erasure?.proofs ?? 0 })
      hasMore = erasure?.hasMore ?? false
    }
  }

  /** Erases saved views that contain a search for the customer. */
  async function eraseSavedViews(): Promise<void> {
    for (const text of [reference, name]) {
      if (text.replace(/[^\p{L}\p{N}]/gu, '').length < VIEW_WORDS_LENGTH_MIN) continue
      const data = await api.change(EraseSavedViewsDocument, { text })
      add({ savedViews: data?.autod?.eraseSavedViews?.views ?? 0 })
    }
  }

  function add({ transactions = 0, addressBookEntries = 0, proofs = 0, savedViews = 0 }: Partial<Erased>): void {
    const { current = { transactions: 0, addressBookEntries: 0, proofs: 0, savedViews: 0 } } = erased
    erased.current = {
      transactions: current.transactions + transactions,
      addressBookEntries: current.addressBookEntries + addressBookEntries,
      proofs: current.proofs + proofs,
      savedViews: current.savedViews + savedViews,
    }
  }

  return (
    <FormDialog
      title={words[kind]}
      button={words.button}
      isDangerous
      submit={submit}
      onClose={() => onClose(erased.current)}
    >
      <dl className="facts">
        <Fact label={words.destroys}>{words.destroyed[kind]}</Fact>
        <Fact label={words.remains}>{words.remaining}</Fact>
      </dl>
      {kind === 'customer' && (
        <>
          <InputField
            label={t.transaction.customerReference}
            isRequired
            value={reference}
            onChange={setReference}
            lengthMax={REFERENCE_LENGTH_MAX}
          />
          <InputField
            label={words.name}
            hint={words.nameHint}
            value={name}
            onChange={setName}
            lengthMax={NAME_LENGTH_MAX}
          />
        </>
      )}
      {reason.fields}
    </FormDialog>
  )
}
