import type { RulePartsFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

/** A rule with its position, from 1: its conditions and its effect. */
export function RuleItem({ rule, number }: { readonly rule: RulePartsFragment; readonly number: number }) {
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

/** A rule in one line, in the API's terms. */
export function ruleText(rule: RulePartsFragment): string {
  const { action, reasonId, internalReason, assignee, priority, dueSeconds } = rule
  const effects = { reasonId, internalReason, assignee: assignee?.name ?? assignee?.id, priority, dueSeconds }
  const set = Object.entries(effects).flatMap(([name, value]) => (value == null ? [] : [`${name}: ${value}`]))
  return [action, ...conditionTexts(rule), ...set].join(' · ')
}

/** The conditions in the API's terms, which are also those of the editor. */
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
