import { Link } from 'wouter'
import type { DryRunRulesQuery } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

export type DryRun = NonNullable<NonNullable<DryRunRulesQuery['trpd']>['dryRunRules']>
export type RuleWarning = DryRun['warnings'][number]

/** What the rules would have done about past transactions, and those that would have been decided otherwise. */
export function DryRunResult({ dryRun }: { readonly dryRun: DryRun }) {
  const { t, formats } = useLanguage()
  const words = t.rules
  const actionName = (action: DryRun['outcomes'][number]['action']) =>
    action === null ? words.noRule : words.actions[action]
  return (
    <div className="page" role="status">
      <h3>{words.result(dryRun.examined, formats.count(dryRun.examined), formats.count(dryRun.otherwise))}</h3>
      {!dryRun.isComplete && <p className="soft">{words.partial}</p>}
      <Warnings warnings={dryRun.warnings} />
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.would}</th>
            <th scope="col">{words.did}</th>
            <th scope="col" className="number">
              {words.number}
            </th>
          </tr>
        </thead>
        <tbody>
          {dryRun.outcomes.map(({ action, decision, isAutomatic, count }) => (
            <tr key={`${action} ${decision} ${isAutomatic}`}>
              <th scope="row" data-label={words.would}>
                {actionName(action)}
              </th>
              <td data-label={words.did}>
                {words.decisions[decision]}
                {decision !== 'UNDECIDED' && ` (${isAutomatic ? words.automatically : words.byPerson})`}
              </td>
              <td className="number" data-label={words.number}>
                {formats.count(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="items">
        {dryRun.rules.map(({ rule, count }) => (
          <li key={rule} className="item">
            <bdi>{rule}</bdi>
            <span>{formats.count(count)}</span>
          </li>
        ))}
      </ul>
      {dryRun.differences.length > 0 && (
        <>
          <h3>{words.differences}</h3>
          <ul className="items">
            {dryRun.differences.map(
              ({ transaction, rule, action, decision }) =>
                transaction && (
                  <li key={transaction.id} className="item">
                    <Link href={`/transactions/${encodeURIComponent(transaction.id)}`}>{transaction.id}</Link>
                    <span>
                      {words.decisions[decision]} → {actionName(action)} <bdi>{rule}</bdi>
                    </span>
                  </li>
                ),
            )}
          </ul>
          {dryRun.endCursor !== null && <p className="soft">{words.more}</p>}
        </>
      )}
    </div>
  )
}

/** What is probably wrong with rules that are stored nevertheless. */
export function Warnings({ warnings }: { readonly warnings: readonly RuleWarning[] }) {
  const { t } = useLanguage()
  if (warnings.length === 0) return null
  return (
    <section className="notice notice-news" aria-label={t.rules.warnings}>
      <p className="notice-title">{t.rules.warnings}</p>
      <ul>
        {warnings.map(({ code, path, rule, message }) => (
          <li key={`${code} ${path}`}>
            <bdi>{rule}</bdi>: {message} <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
