import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { type AddressRowFragment, UpdateAddressDocument } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Fact } from '../ui/fact.tsx'
import { CheckField, InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Modal } from '../ui/modal.tsx'
import { QrCode } from '../ui/qr-code.tsx'

interface AddressDialogProps {
  readonly entry: AddressRowFragment
  /** True if the entry includes its personal data, which can then be changed. */
  readonly withPersons: boolean
  readonly onClose: (hasChanged: boolean) => void
}

/** One travel address, with a QR code that can be printed for the customer. */
export function AddressDialog({ entry, withPersons, onClose }: AddressDialogProps) {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [isEditing, setEditing] = useState(false)
  const words = t.addresses
  if (isEditing) return <EditDialog entry={entry} withPersons={withPersons} onClose={onClose} />
  return (
    <Modal title={words.one(entry.asset.name)} onClose={() => onClose(false)}>
      <div className="action-form">
        <QrCode text={entry.travelAddress} label={words.qr} />
        <CopyValue value={entry.travelAddress} />
        <dl className="facts">
          <Fact label={t.transaction.address}>{entry.address && <code dir="ltr">{entry.address}</code>}</Fact>
          <Fact label={words.create.label}>{entry.label && <bdi>{entry.label}</bdi>}</Fact>
          <Fact label={t.transaction.customerReference}>
            {entry.customerReference && <bdi>{entry.customerReference}</bdi>}
          </Fact>
          <Fact label={t.inbox.status}>{entry.active ? words.active : words.inactive}</Fact>
          <Fact label={words.issued}>{formats.dateTime(entry.createdAt)}</Fact>
        </dl>
        <div className="action-buttons">
          {mayWrite && <Button onClick={() => setEditing(true)}>{words.edit.open}</Button>}
          <Button look="main" onClick={() => print()}>
            {words.print}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Changes only the fields that are shown; hidden ones keep their values. */
function EditDialog({ entry, withPersons, onClose }: AddressDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [address, setAddress] = useState(entry.address ?? '')
  const [reference, setReference] = useState(entry.customerReference ?? '')
  const [label, setLabel] = useState(entry.label ?? '')
  const [isActive, setActive] = useState(entry.active)
  const words = t.addresses
  return (
    <FormDialog
      title={words.edit.title}
      button={words.edit.button}
      submit={() => {
        const input = {
          active: isActive,
          address: textOrNull(address),
          ...(withPersons && { customerReference: textOrNull(reference), label: textOrNull(label) }),
        }
        const variables = { id: entry.id, input, withPersons: false }
        return client.mutate({ mutation: UpdateAddressDocument, variables, fetchPolicy: 'no-cache' })
      }}
      onClose={onClose}
    >
      <InputField
        label={t.transaction.address}
        hint={words.create.addressHint}
        isCode
        value={address}
        onChange={setAddress}
      />
      {withPersons && (
        <>
          <InputField
            label={t.transaction.customerReference}
            value={reference}
            onChange={setReference}
            lengthMax={200}
          />
          <InputField label={words.create.label} value={label} onChange={setLabel} lengthMax={200} />
        </>
      )}
      <CheckField label={words.edit.active} hint={words.edit.activeHint} value={isActive} onChange={setActive} />
    </FormDialog>
  )
}
