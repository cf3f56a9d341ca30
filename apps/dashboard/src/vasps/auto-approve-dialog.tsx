import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { AssetsDocument, SetAutoApproveDocument } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { CheckField, InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { VaspDialogProps } from './vasp-dialogs.tsx'

interface Limit {
  readonly key: number
  readonly asset: string
  readonly amountMax: string
}

/** Settings for approving inquiries of a VASP without an officer: on or off, and the maximum amount of each asset. */
export function AutoApproveDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const { data } = useQuery(AssetsDocument)
  const [isOn, setOn] = useState(vasp.autoApprove)
  const [limits, setLimits] = useState<readonly Limit[]>(() =>
    vasp.autoApproveLimits.map(({ asset, amountMax }, key) => ({ key, asset: asset.id, amountMax })),
  )
  const [nextKey, setNextKey] = useState(limits.length)
  const words = t.vasps.AUTO_APPROVE
  // Until the assets are loaded, shows those of the limits.
  const assets = data?.trpd?.assets ?? vasp.autoApproveLimits.map(({ asset }) => asset)
  const change = (key: number, changes: Partial<Limit>) =>
    setLimits(limits.map((limit) => (limit.key === key ? { ...limit, ...changes } : limit)))
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={() =>
        api.change(SetAutoApproveDocument, {
          id: vasp.id,
          enabled: isOn,
          limits: limits.map(({ asset, amountMax }) => ({ asset, amountMax: amountMax.trim() })),
        })
      }
      onClose={onClose}
    >
      <p>{words.text}</p>
      <CheckField label={words.enable} value={isOn} onChange={setOn} />
      {limits.map(({ key, asset, amountMax }, index) => (
        <fieldset key={key} className="field field-row">
          <legend className="hidden">{words.limit(String(index + 1))}</legend>
          <SelectField
            label={words.asset}
            fault={asset === '' ? t.actions.required : undefined}
            value={asset}
            onChange={(next) => change(key, { asset: next })}
            none={words.chooseAsset}
            options={assets.map(({ id, name, symbol }) => [id, `${name} (${symbol})`])}
          />
          <InputField
            label={words.amountMax}
            isCode
            fault={AMOUNT.test(amountMax.trim()) ? undefined : words.amountInvalid}
            value={amountMax}
            onChange={(next) => change(key, { amountMax: next })}
          />
          <Button look="small" onClick={() => setLimits(limits.filter((limit) => limit.key !== key))}>
            {words.remove}
          </Button>
        </fieldset>
      ))}
      <div className="action-buttons">
        <Button
          onClick={() => {
            setLimits([...limits, { key: nextKey, asset: '', amountMax: '' }])
            setNextKey(nextKey + 1)
          }}
        >
          {words.add}
        </Button>
      </div>
    </FormDialog>
  )
}

const AMOUNT = /^\d+(\.\d+)?$/
