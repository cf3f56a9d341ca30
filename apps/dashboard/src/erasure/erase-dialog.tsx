import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import {
  EraseCustomerDocument,
  EraseProofsDocument,
  type EraseProofsMutationVariables,
  EraseTransactionDocument,
  type ErasureGround,
} from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { Fact } from '../ui/fact.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const GROUNDS: readonly ErasureGround[] = [
  'DATA_SUBJECT_REQUEST',
  'RETENTION_ENDED',
  'AUTHORITY_ORDER',
  'RECORDED_IN_ERROR',
]
const TICKET_LENGTH_MAX = 64
const REFERENCE_LENGTH_MAX = 200

/** What an erasure has erased. */
export interface Erased {
  readonly transactions: number
  readonly addressBookEntries: number
  readonly proofs: number
}

interface EraseDialogProps {
  /** Id of a transaction; without it, a customer is erased. */
  readonly transactionId?: string
  /** `erased` is absent when nothing was. */
  readonly onClose: (erased?: Erased) => void
}

/** Erases personal data for good, once the person has typed that this is meant. */
export function EraseDialog({ transactionId, onClose }: EraseDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [reference, setReference] = useState('')
  const [ground, setGround] = useState<ErasureGround | ''>('')
  const [ticket, setTicket] = useState('')
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const erased = useRef<Erased>(undefined)
  const missing = useMissing(hasTried)
  const words = t.erasure.erase
  const kind = transactionId === undefined ? 'customer' : 'transaction'
  const isConfirmed = typed.trim() === words.word

  async function submit(): Promise<void> {
    if (ground === '') return
    const why = { ground, ticket: ticket.trim() === '' ? null : ticket.trim() }
    if (transactionId === undefined) {
      const variables = { reference: reference.trim(), ...why }
      const { data } = await client.mutate({ mutation: EraseCustomerDocument, variables, fetchPolicy: 'no-cache' })
      const { transactions = 0, addressBookEntries = 0 } = data?.trpd?.eraseCustomer ?? {}
      add({ transactions, addressBookEntries })
      await eraseProofs(variables)
    } else {
      await client.mutate({ mutation: EraseTransactionDocument, variables: { id: transactionId, ...why } })
      add({ transactions: 1 })
      await eraseProofs({ transactionId, ...why })
    }
  }

  /** What is erased stays erased when a later step is refused; submitting again repeats what is left. */
  async function eraseProofs(variables: EraseProofsMutationVariables): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const { data } = await client.mutate({ mutation: EraseProofsDocument, variables, fetchPolicy: 'no-cache' })
      const erasure = data?.aopd?.eraseProofs
      add({ proofs: erasure?.proofs ?? 0 })
      hasMore = erasure?.hasMore ?? false
    }
  }

  function add({ transactions = 0, addressBookEntries = 0, proofs = 0 }: Partial<Erased>): void {
    const { current = { transactions: 0, addressBookEntries: 0, proofs: 0 } } = erased
    erased.current = {
      transactions: current.transactions + transactions,
      addressBookEntries: current.addressBookEntries + addressBookEntries,
      proofs: current.proofs + proofs,
    }
  }

  return (
    <FormDialog
      title={words[kind]}
      button={words.button}
      isDangerous
      check={() => {
        setTried(true)
        return ground !== '' && isConfirmed && (kind === 'transaction' || reference.trim() !== '')
      }}
      submit={submit}
      onClose={() => onClose(erased.current)}
    >
      <dl className="facts">
        <Fact label={words.destroys}>{words.destroyed[kind]}</Fact>
        <Fact label={words.remains}>{words.remaining}</Fact>
      </dl>
      {kind === 'customer' && (
        <InputField
          label={t.transaction.customerReference}
          isRequired
          problem={missing(reference)}
          value={reference}
          onChange={setReference}
          lengthMax={REFERENCE_LENGTH_MAX}
        />
      )}
      <SelectField
        label={words.ground}
        isRequired
        problem={missing(ground)}
        value={ground}
        onChange={setGround}
        none={t.newTransfer.choose}
        options={GROUNDS.map((each) => [each, words.grounds[each]])}
      />
      <InputField
        label={words.ticket}
        hint={words.ticketHint}
        value={ticket}
        onChange={setTicket}
        lengthMax={TICKET_LENGTH_MAX}
      />
      <InputField
        label={words.confirm(words.word)}
        isRequired
        problem={hasTried && !isConfirmed ? words.wrong(words.word) : undefined}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  )
}
