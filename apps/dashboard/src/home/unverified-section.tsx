import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  ClearUnverifiedDocument,
  UnverifiedDocument,
  type UnverifiedPartsFragment,
} from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'

const EVERY_MS = 60_000

/** What to clear: the inquiries of one address, or all. */
interface Clearing {
  readonly address: string | null
  readonly waiting: number
}

/** A flood of inquiries from unknown VASPs, grouped by address; absent if there are none. */
export function UnverifiedSection() {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const [clearing, setClearing] = useState<Clearing>()
  const [done, setDone] = useState('')
  const { data, refetch } = useQuery(UnverifiedDocument, { fetchPolicy: 'cache-and-network', pollInterval: EVERY_MS })
  const found = data?.trpd?.unverifiedInquiries
  const words = t.unverified
  if (!found || (found.waiting + found.refused === 0 && done === '')) return null

  async function clear({ address }: Clearing): Promise<void> {
    const cleared = await client.mutate({ mutation: ClearUnverifiedDocument, variables: { address } })
    const result = cleared.data?.trpd?.clearUnverifiedInquiries
    if (result) setDone(words.cleared(formats.count(result.archived), formats.count(result.remaining.waiting)))
    void refetch().catch(() => {})
    void client.refetchQueries({ include: ['Desk'] })
  }

  return (
    <section className="card panel" aria-labelledby="unverified">
      <div className="card-head">
        <h2 id="unverified">{words.title}</h2>
        {mayWrite && found.waiting + found.refused > 0 && (
          <Button onClick={() => setClearing({ address: null, waiting: found.waiting })}>{words.clear}</Button>
        )}
      </div>
      <p>
        {words.waiting(found.waiting, formats.count(found.waiting))}
        {found.vasps > 0 && ` ${words.vasps(found.vasps, formats.count(found.vasps))}`}
        {found.refused > 0 && `, ${words.refused(found.refused, formats.count(found.refused))}`}
      </p>
      <p className="soft">{words.intro}</p>
      <div role="status">{done !== '' && <Notice tone="good">{done}</Notice>}</div>
      <Sources sources={found.sources} onClear={mayWrite ? setClearing : undefined} />
      {found.waiting > 0 && (
        <p>
          <Link href="/?status=BLOCKED">{words.open}</Link>
        </p>
      )}
      {clearing && (
        <FormDialog
          title={words.clearTitle}
          button={words.clearOne}
          isDangerous
          submit={() => clear(clearing)}
          onClose={() => setClearing(undefined)}
        >
          {clearing.address !== null && (
            <p>
              <code dir="ltr">{clearing.address}</code>
            </p>
          )}
          <p>{words.clearText(formats.count(clearing.waiting))}</p>
        </FormDialog>
      )}
    </section>
  )
}

interface SourcesProps {
  readonly sources: UnverifiedPartsFragment['sources']
  readonly onClear: ((clearing: Clearing) => void) | undefined
}

/** The addresses that sent the most. */
function Sources({ sources, onClear }: SourcesProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { columns, ...words } = t.unverified
  if (sources.length === 0) return null
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.address}</th>
          <th scope="col" className="number">
            {columns.waiting}
          </th>
          <th scope="col" className="number">
            {columns.refused}
          </th>
          <th scope="col" className="number">
            {columns.travelAddresses}
          </th>
          <th scope="col">{columns.last}</th>
          {onClear && (
            <th scope="col">
              <span className="hidden">{words.clearOne}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {sources.map(({ address, waiting, refused, travelAddresses, lastAt }) => (
          <tr key={address ?? ''}>
            <th scope="row">{address === null ? words.unknownAddress : <bdi dir="ltr">{address}</bdi>}</th>
            <td className="number" data-label={columns.waiting}>
              {formats.count(waiting)}
            </td>
            <td className="number" data-label={columns.refused}>
              {formats.count(refused)}
            </td>
            <td className="number" data-label={columns.travelAddresses}>
              {formats.count(travelAddresses)}
            </td>
            <td data-label={columns.last}>{formats.relative(lastAt, now)}</td>
            {onClear && (
              <td>
                {address !== null && (
                  <Button look="small" onClick={() => onClear({ address, waiting })}>
                    {words.clearOne}
                    <span className="hidden">: {address}</span>
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
