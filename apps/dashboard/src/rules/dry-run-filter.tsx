import { useQuery } from '@apollo/client/react'
import { RateAssetsDocument, type TransactionFilter } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { midnightOf } from '../language/zoned-time.ts'
import { InputField, SelectField } from '../ui/field.tsx'
import { VaspField } from '../vasps/vasp-field.tsx'

/** The past transactions on which rules are tried; empty fields mean all. */
export interface DryRunFilter {
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
    <fieldset className="field">
      <legend className="field-label">{words.which}</legend>
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
    </fieldset>
  )
}
