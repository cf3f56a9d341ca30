import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import {
  type RulePartsFragment,
  type RuleSetPartsFragment,
  RuleSetsDocument,
  type RuleSetsQuery,
  RuleSetVersionDocument,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { compareRules, type RuleDifference } from './compare-rules.ts'
import { RuleItem, ruleText } from './rule-item.tsx'

type Version = NonNullable<NonNullable<RuleSetsQuery['trpd']>['ruleSets']>[number]

const PAGE = 20

/** Former versions of the rules, newest first. Each can be compared with the current version. */
export function RuleHistory({ current }: { readonly current: RuleSetPartsFragment }) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [opened, setOpened] = useState(useWantedVersion())
  const [older, setOlder] = useState<readonly Version[]>([])
  const { problem, run } = useAttempt()
  // A new version of the rules adds one to the former versions.
  const variables = { limit: PAGE, offset: 0 }
  const query = useQuery(RuleSetsDocument, { variables, fetchPolicy: 'cache-and-network' })
  const { data } = query
  const words = t.ruleHistory
  const newest = data?.trpd?.ruleSets ?? []
  const known = [...new Map([...newest, ...older].map((each) => [each.version, each])).values()]
  const former = known.filter(({ version }) => version < current.version)
  const oldest = known.at(-1)?.version ?? 1
  const isElsewhere =
    opened !== undefined && opened !== current.version && former.every((each) => each.version !== opened)

  const loadMore = () =>
    run(async () => {
      const page = { limit: PAGE, offset: known.length }
      const data = await api.load(RuleSetsDocument, page)
      setOlder([...older, ...(data?.trpd?.ruleSets ?? [])])
    })

  return (
    <Card id="rule-history" title={words.title}>
      <QueryState query={query} data={data} />
      {data && former.length === 0 && <p className="soft">{words.empty}</p>}
      {data && isElsewhere && <VersionDetails version={opened} current={current} />}
      <ol className="items">
        {former.map(({ version, note, author, createdAt }) => (
          <li key={version} className="item">
            <div>
              <p>
                <strong>{t.rules.version(String(version))}</strong>{' '}
                <span className="soft">
                  {createdAt !== null && formats.dateTime(createdAt)}{' '}
                  {author && words.by(isolated(author.name ?? author.id))}
                </span>
              </p>
              {note !== null && (
                <p>
                  <bdi>{note}</bdi>
                </p>
              )}
            </div>
            <Button
              look="small"
              aria-expanded={opened === version}
              onClick={() => setOpened(opened === version ? undefined : version)}
            >
              {opened === version ? words.hide : words.show}
              <span className="hidden">: {t.rules.version(String(version))}</span>
            </Button>
            {opened === version && <VersionDetails version={version} current={current} />}
          </li>
        ))}
      </ol>
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
      {known.length >= PAGE && oldest > 1 && (
        <p>
          <Button onClick={() => void loadMore()}>{words.more}</Button>
        </p>
      )}
    </Card>
  )
}

/** The version in the URL: a transaction links to the rules that were applied to it. */
function useWantedVersion(): number | undefined {
  const wanted = new URLSearchParams(useSearch()).get('version') ?? ''
  return /^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : undefined
}

interface VersionDetailsProps {
  readonly version: number
  readonly current: RuleSetPartsFragment
}

function VersionDetails({ version, current }: VersionDetailsProps) {
  const { t, formats } = useLanguage()
  const query = useQuery(RuleSetVersionDocument, { variables: { version } })
  const { data } = query
  const words = t.ruleHistory
  const former = data?.trpd?.ruleSet
  const differences = former && compareRules(former.rules, current.rules)
  return (
    <section className="page version" aria-label={words.difference(String(version))}>
      <QueryState query={query} data={data} loading="LINE" reportsUpdates />
      {data && !former && <p>{words.missing}</p>}
      {differences && <h3>{words.difference(formats.count(version))}</h3>}
      {differences?.length === 0 && <p className="soft">{words.same}</p>}
      <ul className="items">
        {differences?.map((difference) => (
          <li key={difference.name} className="item item-wide">
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
      {former && former.rules.length > 0 && (
        <details className="raw">
          <summary>{words.rulesThen(formats.count(version))}</summary>
          <ol className="items">
            {former.rules.map((rule, index) => (
              <RuleItem key={rule.name} rule={rule} number={index + 1} />
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

const TONES = { ADDED: 'good', REMOVED: 'bad', CHANGED: 'warn', MOVED: 'quiet' } as const

function Difference({ difference }: { readonly difference: RuleDifference<RulePartsFragment> }) {
  const { t, formats } = useLanguage()
  const words = t.ruleHistory
  const { kind, name } = difference
  return (
    <>
      <p>
        <span className={`badge badge-${TONES[kind]}`}>{words.kinds[kind]}</span>{' '}
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {kind === 'MOVED' && <span className="soft"> {words.place(formats.count(difference.place))}</span>}
      </p>
      {(kind === 'REMOVED' || kind === 'CHANGED') && (
        <p className="soft">
          {words.former}: <code>{ruleText(difference.former)}</code>
        </p>
      )}
      {(kind === 'ADDED' || kind === 'CHANGED') && (
        <p className="soft">
          {words.present}: <code>{ruleText(difference.present)}</code>
        </p>
      )}
    </>
  )
}
