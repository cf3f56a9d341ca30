import { useQuery } from '@apollo/client/react'
import { ScreeningListsDocument, type ScreeningListsQuery } from '../api/operations.generated.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { ScreenForm } from './screen-form.tsx'
import { ThresholdsSection } from './thresholds-form.tsx'

/** The sanctions lists of this node, their age, and a search in them. */
export function ScreeningView() {
  const { t } = useLanguage()
  const maySearch = useScope('pii:read')
  const mayWrite = useScope('trpd:write')
  const isAdministrator = useScope('autod:write') && mayWrite
  const query = useQuery(ScreeningListsDocument, { fetchPolicy: 'cache-and-network' })
  const lists = query.data?.trpd?.screeningLists
  usePageTitle(t.screening.title)
  return (
    <div className="page">
      <h1>{t.screening.title}</h1>
      <Card id="lists" title={t.screening.lists}>
        <p className="soft">{t.screening.intro}</p>
        <QueryState query={query} data={lists} loading="PAGE" reportsUpdates />
        {lists?.length === 0 && <Notice tone="problem">{t.screening.empty}</Notice>}
        <ul className="items">
          {lists?.map((list) => (
            <ListItem key={list.name} list={list} />
          ))}
        </ul>
      </Card>
      {maySearch && <ScreenForm />}
      {isAdministrator && lists !== undefined && lists.length > 0 && <ThresholdsSection />}
    </div>
  )
}

type List = NonNullable<ScreeningListsQuery['trpd']>['screeningLists'][number]

const TONES = { CURRENT: 'good', OUTDATED: 'bad', MISSING: 'bad' } as const

function ListItem({ list }: { readonly list: List }) {
  const { t, formats } = useLanguage()
  const { name, state, loadedAt, ageHours, publishedOn, entries, malformed, malformedRows, refused, version } = list
  const words = t.screening
  return (
    <li className="item item-wide">
      <p>
        <strong>{words.names[name]}</strong>{' '}
        <span className={`badge badge-${TONES[state]}`}>{words.states[state]}</span>
        {!list.isRequired && <span className="soft"> {words.notRequired}</span>}
      </p>
      <p className="soft">
        {loadedAt === null
          ? words.neverLoaded
          : words.loaded(formats.dateTime(loadedAt), words.age(ageHours ?? 0, formats.count(ageHours ?? 0)))}
        {publishedOn !== null && ` · ${words.published(formats.day(publishedOn))}`}
        {` · ${words.entries(entries, formats.count(entries))}`}
      </p>
      {version !== null && (
        <p className="soft">
          {words.version} <code>{version}</code>
        </p>
      )}
      {malformed > 0 && (
        <details className="raw">
          <summary>{words.malformed(malformed, formats.count(malformed))}</summary>
          <ul>
            {malformedRows.map(({ row, reason }) => (
              <li key={row}>
                {words.row(formats.count(row))}: <ServiceText text={reason} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {refused !== null && (
        <div className="notice notice-problem">
          <p className="notice-title">{words.refused(formats.dateTime(refused.at))}</p>
          <p>
            <ServiceText text={refused.reason} /> <code>{refused.code}</code>
          </p>
        </div>
      )}
    </li>
  )
}
