import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import {
  BlockVaspDocument,
  TrustVaspWithPinDocument,
  VaspDeliveriesDocument,
  type VaspDetailFragment,
  VaspDetailsDocument,
} from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferSentence } from '../language/transfer-words.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { AutoApproveDialog } from './auto-approve-dialog.tsx'
import { DataFailuresSection } from './data-failures-section.tsx'
import { DiscoverySection } from './discovery-section.tsx'
import { DueDiligenceSection } from './due-diligence-section.tsx'
import { TrustBadge } from './trust-badge.tsx'
import { AutomaticCard, IdentityCard, KeysCard, LeiRecordCard, WireProfileCard } from './vasp-cards.tsx'
import {
  AddHostDialog,
  IdentityDialog,
  MutualTlsDialog,
  PinDialog,
  RemoveHostDialog,
  UnpinDialog,
} from './vasp-dialogs.tsx'
import { WireProfileDialog } from './wire-profile-dialog.tsx'

/** All data of one VASP, and the person's decisions about it. */
export function VaspView() {
  const { id = '' } = useParams()
  return <LoadedVasp key={id} id={id} />
}

function LoadedVasp({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const query = useQuery(VaspDetailsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  })
  const { data, loading } = query
  const vasp = data?.trpd?.vasp
  return (
    <div className="transaction">
      <Link href="/vasps" className="back">
        {t.vasps.back}
      </Link>
      <QueryState query={query} data={vasp} loading="PAGE" isPage />
      {vasp && <VaspContent vasp={vasp} />}
      {vasp === null && !loading && <h1>{t.vasps.missing}</h1>}
    </div>
  )
}

/** The dialogs of the changes that a person can make to a VASP, besides its trust. */
const DIALOGS = {
  IDENTITY: IdentityDialog,
  ADD_HOST: AddHostDialog,
  REMOVE_HOST: RemoveHostDialog,
  WIRE_PROFILE: WireProfileDialog,
  AUTO_APPROVE: AutoApproveDialog,
  MUTUAL_TLS: MutualTlsDialog,
  PIN: PinDialog,
  UNPIN: UnpinDialog,
} as const
type VaspChange = keyof typeof DIALOGS
type OpenDialog = 'TRUST' | 'BLOCK' | VaspChange

function VaspContent({ vasp }: { readonly vasp: VaspDetailFragment }) {
  const { t } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [dialog, setDialog] = useState<OpenDialog>()
  const [done, setDone] = useState('')
  const close = (isDone: boolean) => {
    if (isDone) setDone(t.vasps.done)
    setDialog(undefined)
  }
  const change = (wanted: VaspChange) =>
    mayWrite && <Button onClick={() => setDialog(wanted)}>{t.vasps[wanted].open}</Button>
  const ChangeDialog = dialog && dialog !== 'TRUST' && dialog !== 'BLOCK' ? DIALOGS[dialog] : undefined
  usePageTitle(isolated(vasp.name))
  return (
    <>
      <header className="transaction-head">
        <h1>
          <bdi>{vasp.name}</bdi>
        </h1>
        <p className="transaction-status">
          <TrustBadge trust={vasp.trust} />
          {vasp.trustNote && (
            <span className="soft">
              <bdi>{vasp.trustNote}</bdi>
            </span>
          )}
        </p>
      </header>
      {mayWrite && (
        <section className="card actions" aria-labelledby="actions">
          <h2 id="actions">{t.actions.title}</h2>
          <div className="action-buttons">
            {(vasp.trust !== 'TRUSTED' || vasp.unreleased.count > 0) && (
              <Button look="main" onClick={() => setDialog('TRUST')}>
                {t.vasps.TRUST.open}
              </Button>
            )}
            {vasp.trust !== 'BLOCKED' && <Button onClick={() => setDialog('BLOCK')}>{t.vasps.BLOCK.open}</Button>}
            {change('IDENTITY')}
          </div>
          <div role="status" className="done">
            {done !== '' && <Notice tone="good">{done}</Notice>}
          </div>
        </section>
      )}
      <IdentityCard vasp={vasp} add={change('ADD_HOST')} remove={change('REMOVE_HOST')} />
      <DueDiligenceSection vasp={vasp} onDone={() => setDone(t.vasps.done)} />
      {vasp.leiRecord && <LeiRecordCard record={vasp.leiRecord} />}
      <DataFailuresSection vaspId={vasp.id} onDone={() => setDone(t.vasps.done)} />
      <VaspDeliverySection vasp={vasp} />
      <WireProfileCard vasp={vasp} button={change('WIRE_PROFILE')} />
      <AutomaticCard vasp={vasp} button={change('AUTO_APPROVE')} />
      <KeysCard vasp={vasp} tls={change('MUTUAL_TLS')} pin={change('PIN')} unpin={change('UNPIN')} />
      <DiscoverySection vasp={vasp} />
      {(dialog === 'TRUST' || dialog === 'BLOCK') && <TrustDialog decision={dialog} vasp={vasp} onClose={close} />}
      {ChangeDialog && <ChangeDialog vasp={vasp} onClose={close} />}
    </>
  )
}

/** The delivery of messages to a VASP, and undelivered ones. */
function VaspDeliverySection({ vasp }: { readonly vasp: VaspDetailFragment }) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const query = useQuery(VaspDeliveriesDocument, {
    variables: { vasps: [vasp.id] },
    fetchPolicy: 'cache-and-network',
  })
  const found = query.data?.trpd
  const words = t.vasps.deliveries
  return (
    <Card id="deliveries" title={words.title}>
      {vasp.deliveryPausedUntil !== null && (
        <p className="field-problem">{words.pausedUntil(formats.relative(vasp.deliveryPausedUntil, now))}</p>
      )}
      {vasp.unreleased.count > 0 && (
        <>
          <p className="field-problem">
            {words.unreleased(vasp.unreleased.count, formats.count(vasp.unreleased.count))}
          </p>
          <ul>
            {vasp.unreleased.ids.map((id) => (
              <li key={id}>
                <Link href={`/transactions/${encodeURIComponent(id)}`}>{words.blocked(id)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <QueryState query={query} data={found} />
      {found && (
        <dl className="facts">
          <Fact label={words.all}>{formats.count(found.all)}</Fact>
          <Fact label={words.retrying}>{formats.count(found.retrying)}</Fact>
          <Fact label={words.failed}>{formats.count(found.failed)}</Fact>
        </dl>
      )}
      {found?.transactions && found.transactions.nodes.length > 0 && (
        <ul className="timeline">
          {found.transactions.nodes.map((row) => (
            <li key={row.id} className="timeline-item">
              <Link href={`/transactions/${encodeURIComponent(row.id)}`}>{transferSentence(row, t, formats)}</Link>
              <span className="soft">{t.transaction.deliveryStates[row.delivery.state]}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface TrustDialogProps {
  readonly decision: 'TRUST' | 'BLOCK'
  readonly vasp: VaspDetailFragment
  readonly onClose: (done: boolean) => void
}

/** Decides if data may be exchanged with a VASP, with a note for the record. */
function TrustDialog({ decision, vasp, onClose }: TrustDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const [note, setNote] = useState('')
  const [pin, setPin] = useState('')
  const { id } = vasp
  const words = t.vasps[decision]
  const isTrust = decision === 'TRUST'
  return (
    <FormDialog
      title={words.title(isolated(vasp.name))}
      button={words.open}
      isDangerous={!isTrust}
      submit={() =>
        isTrust
          ? api.change(TrustVaspWithPinDocument, { id, note: textOrNull(note), pin: textOrNull(pin) })
          : api.change(BlockVaspDocument, { id, note: textOrNull(note) })
      }
      onClose={onClose}
    >
      <p>{words.text}</p>
      {isTrust && vasp.dueDiligence === null && <Notice tone="news">{t.vasps.TRUST.noDueDiligence}</Notice>}
      <InputField label={t.actions.TRUST_VASP.field} hint={words.hint} value={note} onChange={setNote} lines={3} />
      {isTrust && (
        <InputField
          label={t.vasps.PIN.field}
          hint={t.vasps.TRUST.pinHint}
          value={pin}
          onChange={setPin}
          lines={2}
          lengthMax={20_000}
          isCode
        />
      )}
    </FormDialog>
  )
}
