import { useQuery } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'wouter'
import { type VaspDetailFragment, VaspDetailsDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Fact } from '../ui/fact.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { DataFailuresSection } from './data-failures-section.tsx'
import { DiscoverySection } from './discovery-section.tsx'
import { DueDiligenceSection } from './due-diligence-section.tsx'
import { LeiRecordSection } from './lei-record-section.tsx'
import { TrustBadge } from './trust-badge.tsx'
import { TrustDialog } from './trust-dialog.tsx'
import { type VaspChange, VaspChangeDialog } from './vasp-change-dialog.tsx'
import { VaspDeliverySection } from './vasp-delivery-section.tsx'

/** All data of one VASP, and the person's decisions about it. */
export function VaspView() {
  const { id = '' } = useParams()
  return <LoadedVasp key={id} id={id} />
}

function LoadedVasp({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const { data, error, loading, refetch } = useQuery(VaspDetailsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  })
  const vasp = data?.trpd?.vasp
  return (
    <div className="transaction">
      <Link href="/vasps" className="back">
        {t.vasps.back}
      </Link>
      {error && !vasp && (
        <ProblemNotice
          isPage
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {vasp && <VaspContent vasp={vasp} />}
      {vasp === null && !loading && <h1>{t.vasps.missing}</h1>}
      {loading && !vasp && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
    </div>
  )
}

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
      {vasp.leiRecord && <LeiRecordSection record={vasp.leiRecord} />}
      <DataFailuresSection vaspId={vasp.id} onDone={() => setDone(t.vasps.done)} />
      <VaspDeliverySection vasp={vasp} />
      <WireProfileCard vasp={vasp} button={change('WIRE_PROFILE')} />
      <AutomaticCard vasp={vasp} button={change('AUTO_APPROVE')} />
      <KeysCard vasp={vasp} tls={change('MUTUAL_TLS')} pin={change('PIN')} unpin={change('UNPIN')} />
      <DiscoverySection vasp={vasp} />
      {(dialog === 'TRUST' || dialog === 'BLOCK') && <TrustDialog decision={dialog} vasp={vasp} onClose={close} />}
      {dialog && dialog !== 'TRUST' && dialog !== 'BLOCK' && (
        <VaspChangeDialog change={dialog} vasp={vasp} onClose={close} />
      )}
    </>
  )
}

interface CardProps {
  readonly name: string
  readonly title: string
  readonly buttons?: ReactNode
  readonly children: ReactNode
}

function Card({ name, title, buttons, children }: CardProps) {
  return (
    <section className="card" aria-labelledby={name}>
      <div className="card-head">
        <h2 id={name}>{title}</h2>
        {buttons}
      </div>
      {children}
    </section>
  )
}

interface IdentityCardProps {
  readonly vasp: VaspDetailFragment
  readonly add: ReactNode
  readonly remove: ReactNode
}

function IdentityCard({ vasp, add, remove }: IdentityCardProps) {
  const { t, formats } = useLanguage()
  return (
    <Card
      name="identity"
      title={t.transaction.facts}
      buttons={
        <div className="action-buttons">
          {add}
          {vasp.furtherHosts.length > 0 && remove}
        </div>
      }
    >
      <dl className="facts">
        <Fact label={t.vasps.lei}>{vasp.lei && <CopyValue value={vasp.lei} />}</Fact>
        <Fact label={t.vasps.url}>{vasp.url && <CopyValue value={vasp.url} />}</Fact>
        {vasp.furtherHosts.length > 0 && (
          <Fact label={t.vasps.furtherHosts}>
            <ul>
              {vasp.furtherHosts.map((host) => (
                <li key={host}>
                  <CopyValue value={host} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact label={t.transaction.protocol}>{vasp.apiVersion && `TRP ${vasp.apiVersion}`}</Fact>
        <Fact label={t.vasps.created}>{formats.dateTime(vasp.createdAt)}</Fact>
        <Fact label={t.vasps.updated}>{formats.dateTime(vasp.updatedAt)}</Fact>
      </dl>
    </Card>
  )
}

function WireProfileCard({ vasp, button }: { readonly vasp: VaspDetailFragment; readonly button: ReactNode }) {
  const { t } = useLanguage()
  const words = t.vasps.WIRE_PROFILE
  const { amountUnit, assetIdentifiers, assetForm, slip0044Form, ivms101ListForm, apiVersion } = vasp.wireProfile
  return (
    <Card name="wire-profile" title={words.heading} buttons={button}>
      {amountUnit === null && <p className="field-problem">{words.unitMissing}</p>}
      <dl className="facts">
        <Fact label={words.amountUnit}>{amountUnit && t.actions.SET_WIRE_PROFILE.units[amountUnit]}</Fact>
        <Fact label={words.assetIdentifiers}>
          {assetIdentifiers?.map((each) => words.identifiers[each]).join(', ') ?? words.learned}
        </Fact>
        <Fact label={words.assetForm}>{words.assetForms[assetForm]}</Fact>
        <Fact label={words.slip0044Form}>{words.slip0044Forms[slip0044Form]}</Fact>
        <Fact label={words.ivms101ListForm}>{words.listForms[ivms101ListForm]}</Fact>
        <Fact label={words.apiVersion}>{apiVersion ?? words.newest}</Fact>
      </dl>
      {vasp.learnedIdentifiers.length > 0 && (
        <>
          <h3>{words.learnedTitle}</h3>
          <dl className="facts">
            {vasp.learnedIdentifiers.map(({ asset, accepted, refused }) => (
              <Fact key={asset.id} label={asset.name}>
                <ul>
                  {accepted && <li>{words.accepts(words.identifiers[accepted])}</li>}
                  {refused.map((each) => (
                    <li key={each}>{words.refuses(words.identifiers[each])}</li>
                  ))}
                </ul>
              </Fact>
            ))}
          </dl>
        </>
      )}
    </Card>
  )
}

function AutomaticCard({ vasp, button }: { readonly vasp: VaspDetailFragment; readonly button: ReactNode }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.AUTO_APPROVE
  return (
    <Card name="automatic" title={words.heading} buttons={button}>
      <p>{vasp.autoApprove ? words.on : words.off}</p>
      {vasp.autoApprove && vasp.autoApproveLimits.length === 0 && <p className="field-problem">{words.noLimit}</p>}
      <dl className="facts">
        {vasp.autoApproveLimits.map(({ asset, amountMax }) => (
          <Fact key={asset.id} label={asset.name}>
            {words.upTo(`${formats.decimal(amountMax)} ${asset.symbol}`)}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

interface KeysCardProps {
  readonly vasp: VaspDetailFragment
  readonly tls: ReactNode
  readonly pin: ReactNode
  readonly unpin: ReactNode
}

function KeysCard({ vasp, tls, pin, unpin }: KeysCardProps) {
  const { t } = useLanguage()
  return (
    <Card
      name="keys"
      title={t.vasps.keys}
      buttons={
        <div className="action-buttons">
          {tls}
          {pin}
          {vasp.pinnedKeys.length > 0 && unpin}
        </div>
      }
    >
      <p>{vasp.requiresMutualTls ? t.vasps.MUTUAL_TLS.on : t.vasps.MUTUAL_TLS.off}</p>
      {vasp.requiresMutualTlsOfCallbacks && <p>{t.vasps.MUTUAL_TLS.callbacks}</p>}
      {vasp.pinnedKeys.length === 0 && <p className="soft">{t.vasps.noKeys}</p>}
      <ul>
        {vasp.pinnedKeys.map((key) => (
          <li key={key}>
            <CopyValue value={key} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
