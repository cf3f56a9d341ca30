import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  ClearUnverifiedDocument,
  UnverifiedDocument,
  type UnverifiedPartsFragment,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'

const EVERY_MS = 60_000

/** What to clear: the inquiries of one address, or all. */
interface Clearing {
  readonly address: string | null
  readonly waiting: number
}

/** A flood of inquiries from unknown VASPs, grouped by address; absent if there are none. */
export function UnverifiedSection() {
  const { t, formats } = useLanguage()
  const api = useApi()
  const client = useApolloClient()
  const mayWrite = useScope('trpd:write')
  const [clearing, setClearing] = useState<Clearing>()
  const [done, setDone] = useState('')
  const { data, refetch } = useQuery(UnverifiedDocument, { fetchPolicy: 'cache-and-network', pollInterval: EVERY_MS })
  const found = data?.trpd?.unverifiedInquiries
  const words = t.unverified
  if (!found || (found.waiting + found.refused === 0 && done === '')) return null

  async function clear({ address }: Clearing): Promise<void> {
    const cleared = await api.change(ClearUnverifiedDocument, { address })
    const result = cleared?.trpd?.clearUnverifiedInquiries
    if (result) setDone(words.cleared(formats.count(result.archived), formats.count(result.remaining.waiting)))
    void refetch().catch(() => {})
    void client.refetchQueries({ include: ['Desk'] })
  }

  return (
    <Card
      id="unverified"
      title={words.title}
      buttons={
        mayWrite &&
        found.waiting + found.refused > 0 && (
          <Button onClick={() => setClearing({ address: null, waiting: found.waiting })}>{words.clear}</Button>
        )
      }
    >
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
    </Card>
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
  const clear = (start: (clearing: Clearing) => void) =>
    [
      words.clearOne,
      ({ address, waiting }: (typeof sources)[number]) =>
        address !== null && (
          <Button look="small" onClick={() => start({ address, waiting })}>
            {words.clearOne}
            <span className="hidden">: {address}</span>
          </Button>
        ),
      'ACTION',
    ] as const
  return (
    <Table
      rows={sources}
      keyOf={({ address }) => address ?? ''}
      columns={[
        [columns.address, ({ address }) => (address === null ? words.unknownAddress : <bdi dir="ltr">{address}</bdi>)],
        [columns.waiting, ({ waiting }) => formats.count(waiting), 'NUMBER'],
        [columns.refused, ({ refused }) => formats.count(refused), 'NUMBER'],
        [columns.travelAddresses, ({ travelAddresses }) => formats.count(travelAddresses), 'NUMBER'],
        [columns.last, ({ lastAt }) => formats.relative(lastAt, now)],
        ...(onClear ? [clear(onClear)] : []),
      ]}
    />
  )
}
