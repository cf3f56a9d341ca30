import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { type RulePartsFragment, RuleSetDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { ProblemNotice } from '../ui/notice.tsx'
import { RulesEditor } from './rules-editor.tsx'

/** The rules that decide automatically, in their order, and the editor of those who may replace them. */
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
            {mayChange && !isEditing && (
              <button type="button" className="button" onClick={() => setEditing(true)}>
                {t.rules.edit}
              </button>
            )}
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
    </div>
  )
}

function RuleItem({ rule, number }: { readonly rule: RulePartsFragment; readonly number: number }) {
  const { t } = useLanguage()
  const conditions = conditionTexts(rule)
  const internal = [rule.internalReason, rule.reasonId, rule.assignee?.name ?? rule.assignee?.id].filter(Boolean)
  return (
    <li className="item">
      <div>
        <p>
          {number}.{' '}
          <strong>
            <bdi>{rule.name}</bdi>
          </strong>
        </p>
        <p className="soft">{conditions.length === 0 ? t.rules.always : <code>{conditions.join(' · ')}</code>}</p>
        {internal.length > 0 && (
          <p className="soft">
            <bdi>{internal.join(' · ')}</bdi>
          </p>
        )}
      </div>
      <span className={`badge badge-${TONES[rule.action]}`}>{t.rules.actions[rule.action]}</span>
    </li>
  )
}

const TONES = { APPROVE: 'good', DECLINE: 'bad', HOLD: 'warn', ASK: 'warn', ASSIGN: 'quiet' } as const
const SIGNS = { GT: '>', GTE: '≥', LT: '<', LTE: '≤' } as const

/** The conditions in the words of the API, which are those of the editor. */
function conditionTexts({ when: { checks, amounts, ...lists } }: RulePartsFragment): readonly string[] {
  return [
    ...(checks ?? []).map(({ check, verdicts }) => `${check ?? 'checks'}: ${verdicts.join(' | ')}`),
    ...(amounts ?? []).map(
      ({ operator, value, asset, currency }) => `${SIGNS[operator]} ${value} ${asset?.id ?? currency ?? ''}`,
    ),
    ...Object.entries(lists).flatMap(([name, values]) =>
      Array.isArray(values) ? [`${name}: ${values.join(' | ')}`] : [],
    ),
  ]
}
