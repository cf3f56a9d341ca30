import type { ReactNode } from 'react'
import type { VaspDetailFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Fact } from '../ui/fact.tsx'
import { ServiceText } from '../ui/service-text.tsx'

interface IdentityCardProps {
  readonly vasp: VaspDetailFragment
  readonly add: ReactNode
  readonly remove: ReactNode
}

/** The identifiers of a VASP. */
export function IdentityCard({ vasp, add, remove }: IdentityCardProps) {
  const { t, formats } = useLanguage()
  return (
    <Card
      id="identity"
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
            <CopyList values={vasp.furtherHosts} />
          </Fact>
        )}
        <Fact label={t.transaction.protocol}>{vasp.apiVersion && `TRP ${vasp.apiVersion}`}</Fact>
        <Fact label={t.vasps.created}>{formats.dateTime(vasp.createdAt)}</Fact>
        <Fact label={t.vasps.updated}>{formats.dateTime(vasp.updatedAt)}</Fact>
      </dl>
    </Card>
  )
}

/** How messages to a VASP are encoded. */
export function WireProfileCard({ vasp, button }: { readonly vasp: VaspDetailFragment; readonly button: ReactNode }) {
  const { t } = useLanguage()
  const words = t.vasps.WIRE_PROFILE
  const { amountUnit, assetIdentifiers, assetForm, slip0044Form, ivms101ListForm, apiVersion } = vasp.wireProfile
  return (
    <Card id="wire-profile" title={words.heading} buttons={button}>
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

/** Which inquiries of a VASP are approved automatically. */
export function AutomaticCard({ vasp, button }: { readonly vasp: VaspDetailFragment; readonly button: ReactNode }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.AUTO_APPROVE
  return (
    <Card id="automatic" title={words.heading} buttons={button}>
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

/** How the messages of a VASP are authenticated. */
export function KeysCard({ vasp, tls, pin, unpin }: KeysCardProps) {
  const { t } = useLanguage()
  return (
    <Card
      id="keys"
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
      <CopyList values={vasp.pinnedKeys} />
    </Card>
  )
}

/** The LEI register's record of a VASP, and its age. */
export function LeiRecordCard({ record }: { readonly record: NonNullable<VaspDetailFragment['leiRecord']> }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.leiRecord
  const { legalName, country, entityStatus, registrationStatus, nextRenewalAt, retrievedAt, problem } = record
  return (
    <Card id="lei-record" title={words.title}>
      {retrievedAt === null ? (
        <p className="soft">{words.missing}</p>
      ) : (
        <dl className="facts">
          <Fact label={words.legalName}>{legalName && <bdi>{legalName}</bdi>}</Fact>
          <Fact label={words.country}>{country && <bdi>{country}</bdi>}</Fact>
          <Fact label={words.entity}>{entityStatus && <bdi>{entityStatus}</bdi>}</Fact>
          <Fact label={words.registration}>{registrationStatus && <bdi>{registrationStatus}</bdi>}</Fact>
          <Fact label={words.renewal}>{nextRenewalAt && formats.dateTime(nextRenewalAt)}</Fact>
          <Fact label={words.retrieved}>{formats.dateTime(retrievedAt)}</Fact>
        </dl>
      )}
      {problem && (
        <p className="field-problem">
          {words.stale} <ServiceText text={problem} />
        </p>
      )}
    </Card>
  )
}

function CopyList({ values }: { readonly values: readonly string[] }) {
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>
          <CopyValue value={value} />
        </li>
      ))}
    </ul>
  )
}
