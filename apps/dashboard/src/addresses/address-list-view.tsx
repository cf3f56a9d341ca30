import { useApolloClient } from '@apollo/client/react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { AddressPageDocument, type AddressRowFragment } from '../api/operations.generated.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { RowTime } from '../ui/row-time.tsx'
import { CreateAddressDialog } from './create-address-dialog.tsx'

const AddressDialog = lazy(async () => ({ default: (await import('./address-dialog.tsx')).AddressDialog }))

/** The travel addresses issued to customers. */
export function AddressListView() {
  const { t } = useLanguage()
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const maySee = useScope('pii:read')
  const [withPersons, setWithPersons] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<AddressRowFragment>()
  const words = t.addresses
  const pages = useOffsetPages(
    String(withPersons),
    useCallback(
      async (offset, limit) => {
        const variables = { limit, offset, withPersons }
        // Kept outside of the cache, so that hiding removes it.
        const { data } = await client.query({ query: AddressPageDocument, variables, fetchPolicy: 'no-cache' })
        return data?.trpd?.addressBook ?? []
      },
      [client, withPersons],
    ),
  )
  usePageTitle(words.title)
  return (
    <section className="listing" aria-labelledby="addresses-title">
      <header className="view-head">
        <h1 id="addresses-title">{words.title}</h1>
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
      </header>
      <PagedList label={words.title} pages={pages} rowRem={4.25} empty={words.empty}>
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
        <Suspense>
          <AddressDialog
            entry={shown}
            withPersons={withPersons}
            onClose={(hasChanged) => {
              setShown(undefined)
              if (hasChanged) pages.reload()
            }}
          />
        </Suspense>
      )}
    </section>
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
    <button type="button" className="row-link listing-link row-button" onClick={onOpen}>
      <span className="row-what">
        <span className="row-name">{person === '' ? row.asset.name : <bdi>{person}</bdi>}</span>
        <span className="row-words soft" dir="ltr">
          {row.travelAddress}
        </span>
      </span>
      <span className="row-status">
        <span className={`badge badge-${row.active ? 'good' : 'quiet'}`}>
          {row.active ? t.addresses.active : t.addresses.inactive}
        </span>
      </span>
      <RowTime iso={row.createdAt} />
    </button>
  )
}
