import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { RuleSetDocument } from '../api/operations.generated.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { RatesSection } from './rates-section.tsx'
import { RuleHistory } from './rule-history.tsx'
import { RuleItem } from './rule-item.tsx'
import { RulesEditor } from './rules-editor.tsx'

/** The rules for automatic decisions, in order, and an editor for people who may replace them. */
export function RulesView() {
  const { t, formats } = useLanguage()
  const mayChange = [useScope('trpd:write'), useScope('autod:write')].every(Boolean)
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(RuleSetDocument, { fetchPolicy: 'cache-and-network' })
  const { data, refetch } = query
  const ruleSet = data?.trpd?.ruleSet
  usePageTitle(t.rules.title)
  const load = async () => (await refetch()).data?.trpd?.ruleSet ?? undefined
  return (
    <div className="page">
      <h1>{t.rules.title}</h1>
      <QueryState query={query} data={ruleSet} loading="PAGE" />
      {ruleSet && (
        <Card
          id="rules"
          title={t.rules.version(String(ruleSet.version))}
          buttons={mayChange && !isEditing && <Button onClick={() => setEditing(true)}>{t.rules.edit}</Button>}
        >
          <p className="soft">{t.rules.intro}</p>
          {ruleSet.createdAt !== null && (
            <p className="soft">
              {t.rules.changed(formats.dateTime(ruleSet.createdAt))}{' '}
              <bdi>{ruleSet.author?.name ?? ruleSet.author?.id}</bdi>
              {ruleSet.note !== null && (
                <>
                  {': '}
                  <bdi>{ruleSet.note}</bdi>
                </>
              )}
            </p>
          )}
          {ruleSet.rules.length === 0 && <p className="soft">{t.rules.empty}</p>}
          <ol className="items">
            {ruleSet.rules.map((rule, index) => (
              <RuleItem key={rule.name} rule={rule} number={index + 1} />
            ))}
          </ol>
        </Card>
      )}
      {ruleSet && mayChange && isEditing && (
        <RulesEditor ruleSet={ruleSet} load={load} onClose={() => setEditing(false)} />
      )}
      {ruleSet && <RuleHistory current={ruleSet} />}
      <RatesSection />
    </div>
  )
}
