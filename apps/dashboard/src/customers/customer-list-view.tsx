import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  CustomerPageDocument,
  CustomerPersonDocument,
  type CustomerRowFragment,
  DeskCasesDocument,
  StoreCustomerDocument,
  type TransactionFilter,
} from '../api/operations.generated.ts'
import { CustomerDownload } from '../erasure/customer-download.tsx'
import { useApi } from '../hooks/use-api.ts'
import { useOffsetPages } from '../hooks/use-offset-pages.ts'
import { useLanguage } from '../language/language.tsx'
import { partyName, transferSentence } from '../language/transfer-words.ts'
import { PersonCard } from '../persons/person-card.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ListRow, ListView, PagedList, RowTime } from '../ui/list-view.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

/** The criteria for searching customers. */
const SEARCHES = ['name', 'reference', 'party'] as const
type SearchBy = (typeof SEARCHES)[number]

/** The customers with whom inquiries are compared. The URL contains no part of a search, which is personal data. */
export function CustomerListView() {
  const { t } = useLanguage()
  const api = useApi()
  const mayWrite = useScope('trpd:write')
  const [by, setBy] = useState<SearchBy>('name')
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<CustomerRowFragment | 'NEW'>()
  const words = t.customers
  const pages = useOffsetPages(`${by} ${search}`, async (offset, limit) => {
    if (by === 'party') return []
    const data = await api.load(CustomerPageDocument, { limit, offset, ...(search !== '' && { [by]: search }) })
    return data?.trpd?.customers ?? []
  })
  return (
    <ListView
      id="customers"
      title={words.title}
      buttons={
        mayWrite && (
          <Button look="main" onClick={() => setEdited('NEW')}>
            {words.add}
          </Button>
        )
      }
      filters={
        <>
          <SearchField label={words.search} hint={words.searchHint} value={search} onChange={setSearch} />
          <SelectField
            label={words.by}
            value={by}
            onChange={(next) => next !== '' && setBy(next)}
            options={SEARCHES.map((each) => [each, words[each]])}
          />
        </>
      }
    >
      {by === 'party' ? (
        search === '' ? (
          <p className="empty">{words.noSearch}</p>
        ) : (
          <FoundTransactions key={search} filter={{ name: search }} />
        )
      ) : (
        <PagedList label={words.title} pages={pages} empty={search === '' ? words.none : words.empty}>
          {(row) => <CustomerRow row={row} onOpen={mayWrite ? () => setEdited(row) : undefined} />}
        </PagedList>
      )}
      {edited && (
        <CustomerDialog
          customer={edited === 'NEW' ? undefined : edited}
          onClose={(isDone) => {
            setEdited(undefined)
            if (isDone) pages.reload()
          }}
        />
      )}
    </ListView>
  )
}

interface CustomerRowProps {
  readonly row: CustomerRowFragment
  readonly onOpen: (() => void) | undefined
}

function CustomerRow({ row, onOpen }: CustomerRowProps) {
  const { t, formats } = useLanguage()
  return (
    <ListRow
      opens={onOpen}
      name={<bdi>{row.name}</bdi>}
      words={<bdi>{row.reference}</bdi>}
      status={t.customers.accounts(row.accounts.length, formats.count(row.accounts.length))}
      end={<RowTime iso={row.updatedAt} />}
    />
  )
}

interface CustomerDialogProps {
  /** Absent for a new customer. */
  readonly customer: CustomerRowFragment | undefined
  readonly onClose: (done: boolean) => void
}

const LENGTH_MAX = 200

function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const [reference, setReference] = useState(customer?.reference ?? '')
  const [name, setName] = useState(customer?.name ?? '')
  const [accounts, setAccounts] = useState(customer?.accounts.join('\n') ?? '')
  const [isPersonShown, setPersonShown] = useState(false)
  const [isListed, setListed] = useState(false)
  const words = t.customers
  return (
    <FormDialog
      title={customer ? words.change : words.add}
      button={words.save}
      submit={() => {
        const lines = accounts.split('\n').map((line) => line.trim())
        const input = {
          reference: reference.trim(),
          name: name.trim(),
          accounts: lines.filter((line) => line !== ''),
        }
        return api.send(StoreCustomerDocument, { input })
      }}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {customer ? (
        <p>
          {words.reference}: <bdi>{customer.reference}</bdi>
        </p>
      ) : (
        <InputField
          label={words.reference}
          hint={words.referenceHint}
          isRequired
          value={reference}
          onChange={setReference}
          lengthMax={LENGTH_MAX}
        />
      )}
      <InputField label={words.name} isRequired value={name} onChange={setName} lengthMax={LENGTH_MAX} />
      <InputField
        label={t.person.accounts}
        hint={t.newTransfer.accountsHint}
        isCode
        lines={4}
        value={accounts}
        onChange={setAccounts}
        lengthMax={12_000}
      />
      {customer && !isPersonShown && <Button onClick={() => setPersonShown(true)}>{words.showPerson}</Button>}
      {customer && isPersonShown && <CustomerPerson reference={customer.reference} />}
      {customer && <CustomerDownload reference={customer.reference} />}
      {customer && !isListed && <Button onClick={() => setListed(true)}>{words.showTransactions}</Button>}
      {customer && isListed && <FoundTransactions filter={{ customerReference: customer.reference }} />}
    </FormDialog>
  )
}

/** Stored data of a customer besides the name. Requested only when shown, since each read is recorded. */
function CustomerPerson({ reference }: { readonly reference: string }) {
  const { t } = useLanguage()
  const query = useQuery(CustomerPersonDocument, {
    variables: { reference },
    fetchPolicy: 'no-cache',
  })
  const { data, loading } = query
  const person = data?.trpd?.customers?.[0]?.person
  return (
    <section aria-labelledby="customer-person">
      <h3 id="customer-person">{t.customers.person}</h3>
      <QueryState query={query} data={data} />
      <div role="status">
        {loading && !data && <p>{t.app.loading}</p>}
        {data && !person && <p className="soft">{t.customers.noPerson}</p>}
      </div>
      {person && <PersonCard person={person} path="person" issues={[]} />}
    </section>
  )
}

const ROWS = 50

/** The newest transactions found by a search for a person. The audit log records the search. */
function FoundTransactions({ filter }: { readonly filter: TransactionFilter }) {
  const { t, formats } = useLanguage()
  const query = useQuery(DeskCasesDocument, {
    variables: { filter, first: ROWS },
    // The search text is personal data.
    fetchPolicy: 'no-cache',
  })
  const { data, loading } = query
  const page = data?.trpd?.transactions
  return (
    <section aria-label={t.customers.transactions}>
      <QueryState query={query} data={page} />
      <div role="status">
        {loading && !page && <p>{t.app.loading}</p>}
        {page?.nodes.length === 0 && <p className="soft">{t.customers.noTransactions}</p>}
      </div>
      <ul className="items">
        {page?.nodes.map((row) => (
          <li key={row.id} className="item item-wide">
            <p className="case-link">
              <Link href={`/transactions/${encodeURIComponent(row.id)}`}>
                <bdi>{partyName(row, t)}</bdi>
              </Link>
              <StatusBadge status={row.status} />
            </p>
            <p className="soft">
              {transferSentence(row, t, formats)} · {formats.dateTime(row.createdAt)}
            </p>
          </li>
        ))}
      </ul>
      {page?.pageInfo.hasNextPage && <p className="soft">{t.home.newest(formats.count(ROWS))}</p>}
    </section>
  )
}
