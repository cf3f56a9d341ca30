import { useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { type DryRunRulesQuery, RateAssetsDocument, type TransactionFilter } from '../api/operations.generated.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { midnightOf } from '../language/zoned-time.ts'
import { Button } from '../ui/button.tsx'
import { FieldGroup, InputField, SelectField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { Table } from '../ui/table.tsx'
import { VaspField } from '../vasps/vasp-field.tsx'

/** The past transactions on which rules are tried; empty fields mean all. */
interface DryRunFilter {
  /** First and last day, such as `2026-01-31`. */
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly vasp: string
}

export const EVERYTHING: DryRunFilter = { from: '', to: '', asset: '', vasp: '' }

/** The filter for the API: days begin and end at midnight in `timeZone`, and the last one is included. */
export function apiDryRunFilter({ from, to, asset, vasp }: DryRunFilter, timeZone: string): TransactionFilter {
  return {
    ...(from !== '' && { from: midnightOf(from, 0, timeZone) }),
    ...(to !== '' && { to: midnightOf(to, 1, timeZone) }),
    ...(asset !== '' && { asset: [asset] }),
    ...(vasp !== '' && { vasp: [vasp] }),
  }
}

/** True if the last day is before the first one. */
export function isBackwards({ from, to }: DryRunFilter): boolean {
  return from !== '' && to !== '' && to < from
}

interface DryRunFilterFieldsProps {
  readonly filter: DryRunFilter
  readonly onChange: (filter: DryRunFilter) => void
}

/** Selects the transactions on which rules are tried. */
export function DryRunFilterFields({ filter, onChange }: DryRunFilterFieldsProps) {
  const { t, formats } = useLanguage()
  const { data } = useQuery(RateAssetsDocument)
  const words = t.rules
  const set = (field: keyof DryRunFilter) => (value: string) => onChange({ ...filter, [field]: value })
  return (
    <FieldGroup label={words.which}>
      <div className="field-pair">
        <InputField
          label={`${words.from} (${formats.timeZone})`}
          type="date"
          value={filter.from}
          onChange={set('from')}
        />
        <InputField
          label={`${words.to} (${formats.timeZone})`}
          type="date"
          problem={isBackwards(filter) ? words.backwards : undefined}
          value={filter.to}
          onChange={set('to')}
        />
        <SelectField
          label={t.newTransfer.asset}
          value={filter.asset}
          onChange={set('asset')}
          none={words.anyAsset}
          options={(data?.trpd?.assets ?? []).map(({ id, name, symbol }) => [id, `${symbol} – ${name}`])}
        />
      </div>
      <VaspField none={words.anyVasp} value={filter.vasp} onChange={set('vasp')} />
    </FieldGroup>
  )
}

type DryRun = NonNullable<NonNullable<DryRunRulesQuery['trpd']>['dryRunRules']>
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
      <Table
        rows={dryRun.outcomes}
        keyOf={({ action, decision, isAutomatic }) => `${action} ${decision} ${isAutomatic}`}
        columns={[
          [words.would, ({ action }) => actionName(action)],
          [
            words.did,
            ({ decision, isAutomatic }) =>
              decision === 'UNDECIDED'
                ? words.decisions[decision]
                : `${words.decisions[decision]} (${isAutomatic ? words.automatically : words.byPerson})`,
          ],
          [words.number, ({ count }) => formats.count(count), 'NUMBER'],
        ]}
      />
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
