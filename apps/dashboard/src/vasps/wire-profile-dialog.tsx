import { useState } from 'react'
import {
  type AmountUnit,
  type AssetForm,
  type AssetIdentifier,
  type ListForm,
  SetWireProfileDocument,
  type Slip0044Form,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { CheckField, FieldGroup, InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { VaspDialogProps } from './vasp-dialogs.tsx'

const UNITS: readonly AmountUnit[] = ['WHOLE', 'BASE']
const IDENTIFIERS: readonly AssetIdentifier[] = ['DTI', 'SLIP0044_SYMBOL', 'SLIP0044_NUMBER', 'CAIP19']
const ASSET_FORMS: readonly AssetForm[] = ['DTI', 'SLIP0044']
const SLIP0044_FORMS: readonly Slip0044Form[] = ['SYMBOL', 'NUMBER']
const LIST_FORMS: readonly ListForm[] = ['LIST', 'LONE']

/** How messages to a VASP are encoded where TRP leaves a choice. */
export function WireProfileDialog({ vasp, onClose }: VaspDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const [profile, setProfile] = useState(() => {
    const { amountUnit, assetIdentifiers, assetForm, slip0044Form, ivms101ListForm, apiVersion } = vasp.wireProfile
    return {
      amountUnit,
      assetIdentifiers: assetIdentifiers ?? [],
      assetForm,
      slip0044Form,
      ivms101ListForm,
      apiVersion,
    }
  })
  const set = (changes: Partial<typeof profile>) => setProfile({ ...profile, ...changes })
  const words = t.vasps.WIRE_PROFILE
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={() => {
        const { assetIdentifiers, apiVersion, ...forms } = profile
        const version = apiVersion?.trim() ?? ''
        const changes = {
          ...forms,
          assetIdentifiers: assetIdentifiers.length === 0 ? null : assetIdentifiers,
          apiVersion: version === '' ? null : version,
        }
        return api.change(SetWireProfileDocument, { id: vasp.id, profile: changes })
      }}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <SelectField
        label={words.amountUnit}
        value={profile.amountUnit ?? ''}
        onChange={(amountUnit) => set({ amountUnit: amountUnit === '' ? null : amountUnit })}
        none={words.unknown}
        options={UNITS.map((each) => [each, t.actions.SET_WIRE_PROFILE.units[each]])}
      />
      <FieldGroup label={words.assetIdentifiers} hint={words.identifiersHint}>
        {IDENTIFIERS.map((each) => (
          <CheckField
            key={each}
            label={words.identifiers[each]}
            value={profile.assetIdentifiers.includes(each)}
            onChange={(isChosen) =>
              set({
                assetIdentifiers: IDENTIFIERS.filter((one) =>
                  one === each ? isChosen : profile.assetIdentifiers.includes(one),
                ),
              })
            }
          />
        ))}
      </FieldGroup>
      <SelectField
        label={words.assetForm}
        value={profile.assetForm}
        onChange={(assetForm) => assetForm !== '' && set({ assetForm })}
        options={ASSET_FORMS.map((each) => [each, words.assetForms[each]])}
      />
      <SelectField
        label={words.slip0044Form}
        value={profile.slip0044Form}
        onChange={(slip0044Form) => slip0044Form !== '' && set({ slip0044Form })}
        options={SLIP0044_FORMS.map((each) => [each, words.slip0044Forms[each]])}
      />
      <SelectField
        label={words.ivms101ListForm}
        value={profile.ivms101ListForm}
        onChange={(ivms101ListForm) => ivms101ListForm !== '' && set({ ivms101ListForm })}
        options={LIST_FORMS.map((each) => [each, words.listForms[each]])}
      />
      <InputField
        label={words.apiVersion}
        hint={words.apiVersionHint}
        isCode
        value={profile.apiVersion ?? ''}
        onChange={(apiVersion) => set({ apiVersion })}
      />
    </FormDialog>
  )
}
