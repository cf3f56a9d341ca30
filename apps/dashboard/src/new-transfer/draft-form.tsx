import { useApolloClient, useQuery } from '@apollo/client/react'
import { type FormEvent, useRef, useState } from 'react'
import {
  DecodeTravelAddressDocument,
  NewTransferFactsDocument,
  type TransactionChannel,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useProblemFocus } from '../hooks/use-problem-focus.ts'
import { baseAmount } from '../language/amount.ts'
import { useLanguage } from '../language/language.tsx'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HasTried, InputField, SelectField } from '../ui/field.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { checkParties } from './check-parties.ts'
import { type PartyRole, ROLES, type TransferDraft } from './draft.ts'
import { OfflineFields } from './offline-fields.tsx'
import { PartiesFields } from './parties-fields.tsx'
import { TravelAddressField } from './travel-address-field.tsx'

const CHANNELS: readonly TransactionChannel[] = ['TRP', 'OFFLINE', 'SELF_HOSTED']

interface DraftFormProps {
  readonly draft: TransferDraft
  readonly onChange: (draft: TransferDraft) => void
  readonly onReview: () => void
  /** `undefined` for people who may not save drafts. */
  readonly onSave: (() => void) | undefined
  readonly onDiscard: () => void
}

/** The fields of a new transfer. Checks them before the draft is reviewed. */
export function DraftForm({ draft, onChange, onReview, onSave, onDiscard }: DraftFormProps) {
  const { t } = useLanguage()
  const api = useApi()
  const client = useApolloClient()
  const query = useQuery(NewTransferFactsDocument)
  const { data } = query
  const form = useRef<HTMLFormElement>(null)
  const [hasTried, setTried] = useState(false)
  const { isWorking, problem, run } = useAttempt()
  const [issues, setIssues] = useState<readonly FieldIssue[]>([])
  const [isIncomplete, setIncomplete] = useState(false)
  const focusProblem = useProblemFocus(form)
  const words = t.newTransfer
  const isTrp = draft.channel === 'TRP'
  const mandatory = mandatoryRoles(draft)
  const set = (changes: Partial<TransferDraft>) => onChange({ ...draft, ...changes })

  async function check(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isWorking) return
    setTried(true)
    setIncomplete(false)
    await run(async () => {
      const found = await checkParties(client, draft, mandatory)
      setIssues(found)
      const isReady = found.length === 0 && isComplete(draft, data?.trpd?.assets ?? [])
      if (isReady && isTrp) await decode(draft.travelAddress.trim())
      if (isReady) return onReview()
      setIncomplete(true)
      focusProblem()
    })
  }

  /** Rejects for a travel address to which no inquiry can be sent. */
  async function decode(travelAddress: string): Promise<void> {
    await api.load(DecodeTravelAddressDocument, { travelAddress })
  }

  return (
    <form ref={form} className="transaction" onSubmit={(event) => void check(event)} noValidate>
      <HasTried value={hasTried}>
        <QueryState query={query} data={data} />
        <Card id="transfer" title={words.transfer}>
          <SelectField
            label={words.channel}
            value={draft.channel}
            onChange={(channel) => channel !== '' && set({ channel })}
            options={CHANNELS.map((each) => [each, words.channels[each]])}
          />
          {isTrp ? (
            <TravelAddressField value={draft.travelAddress} onChange={(travelAddress) => set({ travelAddress })} />
          ) : (
            <OfflineFields draft={draft} onChange={set} />
          )}
          <AmountFields draft={draft} onChange={set} assets={data?.trpd?.assets ?? []} />
          <InputField
            label={t.transaction.customerReference}
            hint={words.customerReferenceHint}
            value={draft.customerReference}
            onChange={(customerReference) => set({ customerReference })}
            lengthMax={200}
          />
        </Card>
        <PartiesFields
          jurisdiction={data?.trpd?.jurisdiction}
          parties={draft}
          onChange={set}
          mandatory={mandatory}
          issues={issues}
        />
      </HasTried>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      {isIncomplete && <Notice tone="problem">{words.incomplete}</Notice>}
      <div className="action-buttons">
        <Button type="submit" look="main" aria-disabled={isWorking}>
          {isWorking ? t.actions.working : words.toReview}
        </Button>
        {onSave && <Button onClick={onSave}>{words.drafts.save}</Button>}
        <Button onClick={onDiscard}>{words.discard}</Button>
      </div>
      <p className="soft" role="status">
        {draft.saved && words.drafts.isSaved(draft.saved.name)}
      </p>
    </form>
  )
}

/** The parties without whose names the transfer is refused. */
function mandatoryRoles({ channel, direction }: TransferDraft): readonly PartyRole[] {
  if (channel === 'TRP') return ROLES
  return [direction === 'SENT' ? 'originator' : 'beneficiary']
}

function isComplete(draft: TransferDraft, assets: readonly AssetChoice[]): boolean {
  const { channel, travelAddress, address, asset, amount } = draft
  const target = channel === 'TRP' ? travelAddress : address
  const chosen = assets.find(({ id }) => id === asset)
  return target.trim() !== '' && chosen !== undefined && baseAmount(amount.trim(), chosen.decimals) !== undefined
}

interface AssetChoice {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const AMOUNT = /^\d+(\.\d+)?$/

interface AmountFieldsProps {
  readonly draft: TransferDraft
  readonly onChange: (changes: Partial<TransferDraft>) => void
  readonly assets: readonly AssetChoice[]
}

/** The asset and the amount, with its exact number of base units. */
function AmountFields({ draft, onChange, assets }: AmountFieldsProps) {
  const { t, formats } = useLanguage()
  const words = t.newTransfer
  const asset = assets.find(({ id }) => id === draft.asset)
  const amount = draft.amount.trim()
  const isDecimal = AMOUNT.test(amount)
  const base = asset && isDecimal ? baseAmount(amount, asset.decimals) : undefined
  const isTooFine = asset !== undefined && isDecimal && base === undefined
  const problem = amount === '' || isDecimal ? undefined : words.amountInvalid
  return (
    <div className="field-pair">
      <SelectField
        label={words.asset}
        isRequired
        value={draft.asset}
        onChange={(next) => onChange({ asset: next })}
        none={words.chooseAsset}
        options={assets.map(({ id, name, symbol }) => [id, `${name} (${symbol})`])}
      />
      <InputField
        label={asset ? words.amountOf(asset.symbol) : t.inbox.columns.amount}
        isRequired
        isCode
        hint={base === undefined ? words.amountHint : t.transaction.baseUnits(formats.decimal(base))}
        problem={isTooFine ? words.tooFine(formats.count(asset.decimals)) : problem}
        value={draft.amount}
        onChange={(next) => onChange({ amount: next })}
        lengthMax={100}
      />
    </div>
  )
}
