import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { RuleSetDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { RatesSection } from './rates-section.tsx'
import { RuleHistory } from './rule-history.tsx'
import { RuleItem } from './rule-item.tsx'
import { RulesEditor } from './rules-editor.tsx'

/** The rules for automatic decisions, in order, and an editor for people who may replace them. */
export function RulesView() {
  const { t, formats } = useLanguage()
  const mayChange = [useScope('trpd:write'), useScope('autod:write')].every(Boolean)
  const [isEditing, setEditing] = useState(false)
  const { data, error, loading, refetch } = useQuery(RuleSetDocument, { fetchPolicy: 'cache-and-network' })
  const ruleSet = data?.trpd?.ruleSet
  useEffect(() => {
    document.title = `${t.rules.title} · ${t.app.name}`
  }, [t])
  const load = async () => (await refetch()).data?.trpd?.ruleSet ?? undefined
  return (
    <div className="page">
      <h1>{t.rules.title}</h1>
      {error && !ruleSet && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !ruleSet && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
      {ruleSet && (
        <section className="card panel" aria-labelledby="rules">
          <div className="card-head">
            <h2 id="rules">{t.rules.version(String(ruleSet.version))}</h2>
            {mayChange && !isEditing && <Button onClick={() => setEditing(true)}>{t.rules.edit}</Button>}
          </div>
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
        </section>
      )}
      {ruleSet && mayChange && isEditing && (
        <RulesEditor ruleSet={ruleSet} load={load} onClose={() => setEditing(false)} />
      )}
      {ruleSet && <RuleHistory current={ruleSet} />}
      <RatesSection />
    </div>
  )
}
