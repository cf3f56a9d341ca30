import { useApolloClient, useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { type AddressRowFragment, AssetsDocument, CreateTravelAddressDocument } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

interface CreateAddressDialogProps {
  /** `created`: the new entry, if there is one. */
  readonly onClose: (created?: AddressRowFragment) => void
}

/** Issues a travel address for a customer. */
export function CreateAddressDialog({ onClose }: CreateAddressDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const { data } = useQuery(AssetsDocument)
  const [asset, setAsset] = useState('')
  const [address, setAddress] = useState('')
  const [reference, setReference] = useState('')
  const [label, setLabel] = useState('')
  const [hasTried, setTried] = useState(false)
  const created = useRef<AddressRowFragment>(undefined)
  const missing = useMissing(hasTried)
  const words = t.addresses.create
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      check={() => {
        setTried(true)
        return asset !== ''
      }}
      submit={async () => {
        const input = {
          asset,
          address: textOrNull(address),
          customerReference: textOrNull(reference),
          label: textOrNull(label),
        }
        const variables = { input, withPersons: false }
        const made = await client.mutate({ mutation: CreateTravelAddressDocument, variables, fetchPolicy: 'no-cache' })
        created.current = made.data?.trpd?.createTravelAddress ?? undefined
      }}
      onClose={() => onClose(created.current)}
    >
      <p>{words.text}</p>
      <SelectField
        label={t.newTransfer.asset}
        isRequired
        problem={missing(asset)}
        value={asset}
        onChange={setAsset}
        none={t.newTransfer.chooseAsset}
        options={(data?.trpd?.assets ?? []).map(({ id, name, symbol }) => [id, `${name} (${symbol})`])}
      />
      <InputField label={t.transaction.address} hint={words.addressHint} isCode value={address} onChange={setAddress} />
      <InputField
        label={t.transaction.customerReference}
        hint={words.referenceHint}
        value={reference}
        onChange={setReference}
        lengthMax={200}
      />
      <InputField label={words.label} value={label} onChange={setLabel} lengthMax={200} />
    </FormDialog>
  )
}
