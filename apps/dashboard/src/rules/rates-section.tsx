import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { RateAssetsDocument, RatesDocument, SetRateDocument } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { instantAt } from '../language/zoned-time.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'

/** Maximum number of listed rates, as limited by the API. */
const RATES_MAX = 500

/** The values of assets in currencies, for conditions on amounts. */
export function RatesSection() {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [isSetting, setSetting] = useState(false)
  const [isDone, setDone] = useState(false)
  const variables = { limit: RATES_MAX }
  const query = useQuery(RatesDocument, { variables, fetchPolicy: 'cache-and-network' })
  const { data, refetch } = query
  const rates = data?.trpd?.rates
  const words = t.rates
  return (
    <Card
      id="rates"
      title={words.title}
      buttons={mayWrite && <Button onClick={() => setSetting(true)}>{words.set}</Button>}
    >
      <p className="soft">{words.intro}</p>
      <div role="status">{isDone && <Notice tone="good">{words.done}</Notice>}</div>
      <QueryState query={query} data={rates} loading="LINE" />
      {rates && (
        <Table
          empty={words.empty}
          rows={rates}
          keyOf={({ asset, currency }) => `${asset.id} ${currency}`}
          columns={[
            [
              words.columns.asset,
              ({ asset }) => (
                <>
                  <bdi>{asset.symbol}</bdi> <span className="soft">{asset.name}</span>
                </>
              ),
            ],
            [words.columns.value, ({ value, currency }) => `${formats.decimal(value)} ${currency}`, 'NUMBER'],
            [
              words.columns.at,
              ({ at, isOutdated }) => (
                <>
                  {formats.dateTime(at)} {isOutdated && <span className="badge badge-warn">{words.outdated}</span>}
                </>
              ),
            ],
            [words.columns.by, ({ setBy }) => <bdi>{setBy.name ?? setBy.id}</bdi>],
          ]}
        />
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
    </Card>
  )
}

const CURRENCY_LENGTH = 3

interface RateDialogProps {
  readonly timeZone: string
  readonly onClose: (done: boolean) => void
}

function RateDialog({ timeZone, onClose }: RateDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const { data } = useQuery(RateAssetsDocument)
  const [asset, setAsset] = useState('')
  const [currency, setCurrency] = useState('')
  const [value, setValue] = useState('')
  const [at, setAt] = useState('')
  const words = t.rates
  const submit = () => {
    const rate = { asset, currency: currency.trim().toUpperCase(), value: value.trim() }
    return api.change(SetRateDocument, { rate: { ...rate, at: at === '' ? null : instantAt(at, timeZone) } })
  }
  return (
    <FormDialog title={words.set} button={words.set} submit={submit} onClose={onClose}>
      <SelectField
        label={words.columns.asset}
        isRequired
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
        value={currency}
        onChange={setCurrency}
        lengthMax={CURRENCY_LENGTH}
      />
      <InputField label={words.value} hint={words.valueHint} isRequired isCode value={value} onChange={setValue} />
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
