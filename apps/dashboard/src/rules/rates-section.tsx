import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  RateAssetsDocument,
  type RatePartsFragment,
  RatesDocument,
  SetRateDocument,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { instantAt } from '../language/zoned-time.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'

/** Maximum number of listed rates, as limited by the API. */
const RATES_MAX = 500

/** The values of assets in currencies, for conditions on amounts. */
export function RatesSection() {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [isSetting, setSetting] = useState(false)
  const [isDone, setDone] = useState(false)
  const variables = { limit: RATES_MAX }
  const { data, error, loading, refetch } = useQuery(RatesDocument, { variables, fetchPolicy: 'cache-and-network' })
  const rates = data?.trpd?.rates
  const words = t.rates
  return (
    <section className="card panel" aria-labelledby="rates">
      <div className="card-head">
        <h2 id="rates">{words.title}</h2>
        {mayWrite && <Button onClick={() => setSetting(true)}>{words.set}</Button>}
      </div>
      <p className="soft">{words.intro}</p>
      <div role="status">{isDone && <Notice tone="good">{words.done}</Notice>}</div>
      {error && !rates && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !rates && <p role="status">{t.app.loading}</p>}
      {rates?.length === 0 && <p className="soft">{words.empty}</p>}
      {rates && rates.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.columns.asset}</th>
              <th scope="col" className="number">
                {words.columns.value}
              </th>
              <th scope="col">{words.columns.at}</th>
              <th scope="col">{words.columns.by}</th>
            </tr>
          </thead>
          <tbody>
            {rates.map((rate) => (
              <RateRow key={`${rate.asset.id} ${rate.currency}`} rate={rate} />
            ))}
          </tbody>
        </table>
      )}
      {isSetting && (
        <RateDialog
          timeZone={formats.timeZone}
          onClose={(done) => {
            setSetting(false)
            setDone(done)
            if (done) void refetch().catch(() => {})
          }}
        />
      )}
    </section>
  )
}

function RateRow({ rate: { asset, currency, value, at, isOutdated, setBy } }: { readonly rate: RatePartsFragment }) {
  const { t, formats } = useLanguage()
  const { columns, outdated } = t.rates
  return (
    <tr>
      <th scope="row">
        <bdi>{asset.symbol}</bdi> <span className="soft">{asset.name}</span>
      </th>
      <td className="number" data-label={columns.value}>
        {formats.decimal(value)} {currency}
      </td>
      <td data-label={columns.at}>
        {formats.dateTime(at)} {isOutdated && <span className="badge badge-warn">{outdated}</span>}
      </td>
      <td data-label={columns.by}>
        <bdi>{setBy.name ?? setBy.id}</bdi>
      </td>
    </tr>
  )
}

const CURRENCY_LENGTH = 3

interface RateDialogProps {
  readonly timeZone: string
  readonly onClose: (done: boolean) => void
}

function RateDialog({ timeZone, onClose }: RateDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const { data } = useQuery(RateAssetsDocument)
  const [asset, setAsset] = useState('')
  const [currency, setCurrency] = useState('')
  const [value, setValue] = useState('')
  const [at, setAt] = useState('')
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  const words = t.rates
  const submit = () => {
    const rate = { asset, currency: currency.trim().toUpperCase(), value: value.trim() }
    const variables = { rate: { ...rate, at: at === '' ? null : instantAt(at, timeZone) } }
    return client.mutate({ mutation: SetRateDocument, variables })
  }
  return (
    <FormDialog
      title={words.set}
      button={words.set}
      check={() => {
        setTried(true)
        return [asset, currency, value].every((text) => text.trim() !== '')
      }}
      submit={submit}
      onClose={onClose}
    >
      <SelectField
        label={words.columns.asset}
        isRequired
        problem={missing(asset)}
        value={asset}
        onChange={setAsset}
        none="–"
        options={(data?.trpd?.assets ?? []).map(({ id, name, symbol }) => [id, `${symbol} – ${name}`])}
      />
      <InputField
        label={words.currency}
        hint={words.currencyHint}
        isRequired
        isCode
        problem={missing(currency)}
        value={currency}
        onChange={setCurrency}
        lengthMax={CURRENCY_LENGTH}
      />
      <InputField
        label={words.value}
        hint={words.valueHint}
        isRequired
        isCode
        problem={missing(value)}
        value={value}
        onChange={setValue}
      />
      <InputField
        label={`${words.at} (${timeZone})`}
        hint={words.atHint}
        type="datetime-local"
        value={at}
        onChange={setAt}
      />
    </FormDialog>
  )
}
