import { useApolloClient, useQuery } from '@apollo/client/react'
import { type FormEvent, useRef, useState } from 'react'
import {
  DecodeTravelAddressDocument,
  DeleteTransferDraftDocument,
  NewTransferFactsDocument,
  type TransactionChannel,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useProblemFocus } from '../hooks/use-problem-focus.ts'
import { baseAmount } from '../language/amount.ts'
import { useLanguage } from '../language/language.tsx'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HasTried, InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { checkParties } from './check-parties.ts'
import { isBlank, type PartyRole, ROLES, type TransferDraft } from './draft.ts'
import { forgetDraft, storeDraft, storedDraft } from './draft-store.ts'
import { OfflineFields } from './offline-fields.tsx'
import { PartiesFields } from './parties-fields.tsx'
import { Review } from './review.tsx'
import { TravelAddressField } from './travel-address-field.tsx'

const CHANNELS: readonly TransactionChannel[] = ['TRP', 'OFFLINE', 'SELF_HOSTED']

const SaveDraftDialog = lazyPart(() => import('./draft-dialogs.tsx'), 'SaveDraftDialog')
const SavedDraftsDialog = lazyPart(() => import('./draft-dialogs.tsx'), 'SavedDraftsDialog')

/** Writes a transfer: an inquiry to another VASP, or a record of one that is exchanged in another way. */
export function NewTransferView() {
  const { t } = useLanguage()
  const api = useApi()
  const { subject } = useSignedIn().caller
  // Drafts contain personal data.
  const maySave = useScope('pii:read')
  const [draft, setDraft] = useState(() => storedDraft(subject))
  const [isReviewing, setReviewing] = useState(false)
  const [dialog, setDialog] = useState<'SAVE' | 'SAVED' | 'DISCARD'>()
  usePageTitle(t.newTransfer.title)
  const words = t.newTransfer.drafts
  const change = (next: TransferDraft) => {
    setDraft(next)
    storeDraft(next, subject)
  }
  const clear = () => {
    forgetDraft()
    setDraft(storedDraft(subject))
  }
  const open = (next: TransferDraft) => {
    change(next)
    setDialog(undefined)
  }

  function forgetSent(): void {
    forgetDraft()
    if (draft.saved === undefined) return
    const { id } = draft.saved
    // Otherwise it completes unattended, and sending it again creates no second transaction.
    api.send(DeleteTransferDraftDocument, { id }).catch(() => {})
  }

  return (
    <div className="transaction">
      <header className="transaction-head">
        <h1>{isReviewing ? t.newTransfer.review.title : t.newTransfer.title}</h1>
        {!isReviewing && <p className="soft">{t.newTransfer.kept}</p>}
        {!isReviewing && maySave && (
          <div className="action-buttons">
            <Button onClick={() => setDialog('SAVED')}>{words.title}</Button>
          </div>
        )}
      </header>
      {isReviewing ? (
        <Review draft={draft} onBack={() => setReviewing(false)} onSent={forgetSent} />
      ) : (
        <DraftForm
          key={draft.requestIdentifier}
          draft={draft}
          onChange={change}
          onReview={() => setReviewing(true)}
          onSave={maySave ? () => setDialog('SAVE') : undefined}
          onDiscard={() => (isBlank(draft) ? clear() : setDialog('DISCARD'))}
        />
      )}
      {dialog === 'SAVE' && <SaveDraftDialog draft={draft} onSaved={change} onClose={() => setDialog(undefined)} />}
      {dialog === 'SAVED' && (
        <SavedDraftsDialog
          current={draft}
          onOpen={open}
          onDeleted={(id) => id === draft.saved?.id && change({ ...draft, saved: undefined })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'DISCARD' && (
        <FormDialog
          title={t.newTransfer.discardTitle}
          button={t.newTransfer.discard}
          isDangerous
          submit={async () => clear()}
          onClose={() => setDialog(undefined)}
        >
          <p>{t.newTransfer.discardText}</p>
        </FormDialog>
      )}
    </div>
  )
}

interface DraftFormProps {
  readonly draft: TransferDraft
  readonly onChange: (draft: TransferDraft) => void
  readonly onReview: () => void
  /** `undefined` for people who may not save drafts. */
  readonly onSave: (() => void) | undefined
  readonly onDiscard: () => void
}

function DraftForm({ draft, onChange, onReview, onSave, onDiscard }: DraftFormProps) {
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
