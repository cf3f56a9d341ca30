import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  AddressPageDocument,
  type AddressRowFragment,
  AssetsDocument,
  CreateTravelAddressDocument,
  UpdateAddressDocument,
} from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Fact } from '../ui/fact.tsx'
import { CheckField, InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ListRow, ListView, PagedList, RowTime } from '../ui/list-view.tsx'
import { Modal } from '../ui/modal.tsx'
import { QrCode } from '../ui/qr-code.tsx'

/** The travel addresses issued to customers. */
export function AddressListView() {
  const { t } = useLanguage()
  const api = useApi()
  const mayWrite = useScope('trpd:write')
  const maySee = useScope('pii:read')
  const [withPersons, setWithPersons] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<AddressRowFragment>()
  const words = t.addresses
  const pages = useOffsetPages(String(withPersons), async (offset, limit) => {
    // Kept outside of the cache, so that hiding removes it.
    const data = await api.load(AddressPageDocument, { limit, offset, withPersons })
    return data?.trpd?.addressBook ?? []
  })
  return (
    <ListView
      id="addresses"
      title={words.title}
      buttons={
        <div className="action-buttons">
          {maySee && (
            <Button aria-pressed={withPersons} onClick={() => setWithPersons(!withPersons)}>
              {withPersons ? t.transaction.hide : t.transaction.reveal}
            </Button>
          )}
          {mayWrite && (
            <Button look="main" onClick={() => setCreating(true)}>
              {words.create.open}
            </Button>
          )}
        </div>
      }
    >
      <PagedList label={words.title} pages={pages} empty={words.empty}>
        {(row) => <AddressRow row={row} onOpen={() => setShown(row)} />}
      </PagedList>
      {isCreating && (
        <CreateAddressDialog
          onClose={(created) => {
            setCreating(false)
            if (created === undefined) return
            pages.reload()
            setShown(created)
          }}
        />
      )}
      {shown && (
        <AddressDialog
          entry={shown}
          withPersons={withPersons}
          onClose={(hasChanged) => {
            setShown(undefined)
            if (hasChanged) pages.reload()
          }}
        />
      )}
    </ListView>
  )
}

interface AddressRowProps {
  readonly row: AddressRowFragment
  readonly onOpen: () => void
}

function AddressRow({ row, onOpen }: AddressRowProps) {
  const { t } = useLanguage()
  const person = [row.label, row.customerReference].filter((text) => text != null && text !== '').join(' · ')
  return (
    <ListRow
      opens={onOpen}
      name={person === '' ? row.asset.name : <bdi>{person}</bdi>}
      words={row.travelAddress}
      isCode
      status={
        <span className={`badge badge-${row.active ? 'good' : 'quiet'}`}>
          {row.active ? t.addresses.active : t.addresses.inactive}
        </span>
      }
      end={<RowTime iso={row.createdAt} />}
    />
  )
}

interface AddressDialogProps {
  readonly entry: AddressRowFragment
  /** True if the entry includes its personal data, which can then be changed. */
  readonly withPersons: boolean
  readonly onClose: (hasChanged: boolean) => void
}

/** One travel address, with a QR code that can be printed for the customer. */
function AddressDialog({ entry, withPersons, onClose }: AddressDialogProps) {
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
  const api = useApi()
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
        return api.send(UpdateAddressDocument, { id: entry.id, input, withPersons: false })
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

interface CreateAddressDialogProps {
  /** `created`: the new entry, if there is one. */
  readonly onClose: (created?: AddressRowFragment) => void
}

/** Issues a travel address for a customer. */
function CreateAddressDialog({ onClose }: CreateAddressDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const { data } = useQuery(AssetsDocument)
  const [asset, setAsset] = useState('')
  const [address, setAddress] = useState('')
  const [reference, setReference] = useState('')
  const [label, setLabel] = useState('')
  const words = t.addresses.create
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={async () => {
        const input = {
          asset,
          address: textOrNull(address),
          customerReference: textOrNull(reference),
          label: textOrNull(label),
        }
        const made = await api.send(CreateTravelAddressDocument, { input, withPersons: false })
        return made?.trpd?.createTravelAddress ?? undefined
      }}
      onClose={(_, created) => onClose(created)}
    >
      <p>{words.text}</p>
      <SelectField
        label={t.newTransfer.asset}
        isRequired
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
