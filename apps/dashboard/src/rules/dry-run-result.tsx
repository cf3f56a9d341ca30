import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { DryRunRulesQuery } from '../api/operations.generated.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'

export type DryRun = NonNullable<NonNullable<DryRunRulesQuery['trpd']>['dryRunRules']>
export type RuleWarning = DryRun['warnings'][number]

/** A dry run with the first transactions that would have been decided differently. */
export interface PagedDryRun {
  readonly first: DryRun
  /** Loads the page after this cursor. Rejects with the API's error. */
  readonly load: (after: string) => Promise<DryRun | undefined>
}

/**
 * The effect that the rules would have had on past transactions, and those that would have been decided differently.
 */
export function DryRunResult({ first: dryRun, load }: PagedDryRun) {
  const { t, formats } = useLanguage()
  const [differences, setDifferences] = useState(dryRun.differences)
  const [cursor, setCursor] = useState(dryRun.endCursor)
  const { isWorking: isLoading, problem, run } = useAttempt()
  const list = useRef<HTMLUListElement>(null)
  const words = t.rules
  const actionName = (action: DryRun['outcomes'][number]['action']) =>
    action === null ? words.noRule : words.actions[action]

  const loadMore = (after: string) =>
    run(async () => {
      const page = await load(after)
      setDifferences([...differences, ...(page?.differences ?? [])])
      setCursor(page?.endCursor ?? null)
      // After the last page, the pressed button is removed.
      if (page?.endCursor == null) list.current?.focus()
    })

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
      {differences.length > 0 && (
        <>
          <h3>{words.differences}</h3>
          <ul ref={list} className="items" tabIndex={-1}>
            {differences.map(
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
          {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
          {cursor !== null && (
            <Button aria-disabled={isLoading} onClick={() => void loadMore(cursor)}>
              {isLoading ? t.actions.working : words.more}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** Probable mistakes in rules that are stored nevertheless. */
export function Warnings({ warnings }: { readonly warnings: readonly RuleWarning[] }) {
  const { t } = useLanguage()
  if (warnings.length === 0) return null
  return (
    <section className="notice notice-news" aria-label={t.rules.warnings}>
      <p className="notice-title">{t.rules.warnings}</p>
      <ul>
        {warnings.map(({ code, path, rule, message }) => (
          <li key={`${code} ${path}`}>
            <bdi>{rule}</bdi>: <ServiceText text={message} /> <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
