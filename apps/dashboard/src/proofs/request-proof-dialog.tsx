import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { ProvableAssetsDocument, RequestProofDocument } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { QueryState } from '../ui/query-state.tsx'

/** The transaction for which a proof is requested, if any. */
export interface ProofSubject {
  readonly transactionId: string
  /** Id of the asset in `trpd { assets }`. */
  readonly asset: string
  readonly address: string | null
}

interface RequestProofDialogProps {
  readonly subject?: ProofSubject
  /** `id`: id of the requested proof. */
  readonly onClose: (id?: string) => void
}

const DAYS = ['1', '7', '30', '90'] as const
const DAY_SECONDS = 86_400

/** Requests a proof that a customer controls an address. */
export function RequestProofDialog({ subject, onClose }: RequestProofDialogProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const query = useQuery(ProvableAssetsDocument)
  const assets = query.data?.aopd?.configuration?.assets ?? []
  const [chosen, setChosen] = useState('')
  const [address, setAddress] = useState(subject?.address ?? '')
  const [reference, setReference] = useState('')
  const [days, setDays] = useState<(typeof DAYS)[number] | ''>('')
  const words = t.proofs.request
  // The subgraphs use different names for assets.
  const asset = chosen || (assets.find(({ ids }) => subject && ids.includes(subject.asset))?.key ?? '')
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={async () => {
        const input = {
          asset,
          address: textOrNull(address),
          customerReference: textOrNull(reference),
          transactionId: subject?.transactionId ?? null,
          ttlSeconds: days === '' ? null : Number(days) * DAY_SECONDS,
        }
        const made = await api.send(RequestProofDocument, { input })
        return made?.aopd?.requestSignatureProof?.id
      }}
      onClose={(_, id) => onClose(id)}
    >
      <p>{words.text}</p>
      <QueryState query={query} data={undefined} reportsUpdates />
      <SelectField
        label={t.newTransfer.asset}
        isRequired
        value={asset}
        onChange={setChosen}
        none={t.newTransfer.chooseAsset}
        options={assets.map(({ key, name, symbol }) => [key, `${name} (${symbol})`])}
      />
      <InputField label={t.proofs.address} hint={words.addressHint} isCode value={address} onChange={setAddress} />
      <InputField label={t.transaction.customerReference} value={reference} onChange={setReference} lengthMax={200} />
      <SelectField
        label={words.time}
        value={days}
        onChange={setDays}
        none={words.usual}
        options={DAYS.map((each) => [each, words.days(Number(each), formats.count(Number(each)))])}
      />
    </FormDialog>
  )
}
