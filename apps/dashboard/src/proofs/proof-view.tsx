import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import {
  CancelProofDocument,
  DecideProofDocument,
  ProofDetailsDocument,
  type ProofDetailsQuery,
  ProofPersonsDocument,
  RevokeProofDocument,
} from '../api/operations.generated.ts'
import { CertificateSection } from '../erasure/certificates.tsx'
import { useApi } from '../hooks/use-api.ts'
import { useFetched } from '../hooks/use-fetched.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { AskReasonDialog } from '../ui/ask-reason-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Fact } from '../ui/fact.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { ProofBadge } from './proof-badge.tsx'
import { ProofHoldSection } from './proof-hold-section.tsx'
import { useProofChanges } from './use-proof-changes.ts'

type Proof = NonNullable<NonNullable<ProofDetailsQuery['aopd']>['proof']>

/** One ownership proof: the customer's link, the submissions, and actions that end it. */
export function ProofView() {
  const { id = '' } = useParams()
  return <LoadedProof key={id} id={id} />
}

function LoadedProof({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const withLinks = useScope('aopd:write')
  // Kept outside of the cache, since the customer's link lets anyone submit.
  const query = useQuery(ProofDetailsDocument, {
    variables: { id, withLinks },
    fetchPolicy: 'no-cache',
  })
  const { data, refetch, loading } = query
  useProofChanges((changed) => {
    if (changed === undefined || changed.id === id) void refetch().catch(() => {})
  })
  const proof = data?.aopd?.proof
  usePageTitle(t.proofs.one)
  return (
    <div className="transaction">
      <Link href="/proofs" className="back">
        {t.proofs.back}
      </Link>
      <QueryState query={query} data={proof} loading="PAGE" isPage />
      {proof && <ProofContent proof={proof} onChanged={() => void refetch().catch(() => {})} />}
      {proof === null && !loading && <h1>{t.proofs.missing}</h1>}
    </div>
  )
}

interface ProofContentProps {
  readonly proof: Proof
  readonly onChanged: () => void
}

function ProofContent({ proof, onChanged }: ProofContentProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const mayWrite = useScope('aopd:write')
  const [ending, setEnding] = useState<Ending>()
  const words = t.proofs
  const { status, portalUrl, aoppUri, attempts, inconclusiveAttempts, attemptsMax } = proof
  const isOpen = status === 'REQUESTED'
  const endings = endingsOf(proof)
  return (
    <>
      <header className="transaction-head">
        <h1>{words.one}</h1>
        <p className="transaction-status">
          <ProofBadge status={status} />
          {proof.verdict && (
            <span className="soft">
              <ServiceText text={proof.verdict.reason} mayBePersons />
            </span>
          )}
        </p>
      </header>
      {mayWrite && !proof.erasedAt && endings.length > 0 && (
        <section className="card actions" aria-labelledby="actions">
          <h2 id="actions">{t.actions.title}</h2>
          <div className="action-buttons">
            {endings.map((each) => (
              <Button key={each} onClick={() => setEnding(each)}>
                {words[each].button}
              </Button>
            ))}
          </div>
        </section>
      )}
      {isOpen && portalUrl && (
        <Card id="link" title={words.link}>
          <p>{words.linkText}</p>
          <CopyValue value={portalUrl} />
          <div className="parties">
            <figure className="qr-figure">
              <QrCode text={portalUrl} label={words.portalQr} />
              <figcaption>{words.portalQr}</figcaption>
            </figure>
            {aoppUri && (
              <figure className="qr-figure">
                <QrCode text={aoppUri} label={words.walletQr} />
                <figcaption>{words.walletQr}</figcaption>
              </figure>
            )}
          </div>
        </Card>
      )}
      <Card id="facts" title={t.transaction.facts}>
        <dl className="facts">
          <Fact label={t.newTransfer.asset}>{proof.asset}</Fact>
          <Fact label={words.address}>{proof.address && <CopyValue value={proof.address} />}</Fact>
          <Fact label={words.challenge}>{proof.challenge && <code dir="ltr">{proof.challenge}</code>}</Fact>
          <Fact label={words.attempts}>
            {words.attemptsOf(formats.count(attempts - inconclusiveAttempts), formats.count(attemptsMax))}
          </Fact>
          <Fact label={t.transaction.expires}>
            {formats.dateTime(proof.expiresAt)}{' '}
            {isOpen && <span className="soft">{formats.relative(proof.expiresAt, now)}</span>}
          </Fact>
          <Fact label={words.requested}>{formats.dateTime(proof.createdAt)}</Fact>
          <Fact label={words.endedBy}>
            {proof.decidedBy && <bdi>{proof.decidedBy.name ?? proof.decidedBy.id}</bdi>}
          </Fact>
          <Fact label={words.erased}>{proof.erasedAt && formats.dateTime(proof.erasedAt)}</Fact>
          <Fact label={words.transaction}>
            {proof.transaction && (
              <Link href={`/transactions/${encodeURIComponent(proof.transaction.id)}`}>{proof.transaction.id}</Link>
            )}
          </Fact>
        </dl>
        {!proof.erasedAt && <ProofPersons id={proof.id} version={proof.updatedAt} />}
      </Card>
      <Submissions proof={proof} />
      {proof.erasedAt && <CertificateSection kind="proof" id={proof.id} />}
      <ProofHoldSection id={proof.id} />
      {ending && (
        <EndDialog
          id={proof.id}
          ending={ending}
          onClose={() => {
            setEnding(undefined)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function Submissions({ proof }: { readonly proof: Proof }) {
  const { t, formats } = useLanguage()
  const words = t.proofs
  const submissions = proof.submissions ?? []
  return (
    <Card id="submissions" title={words.submissions}>
      {submissions.length === 0 && <p className="soft">{words.noSubmission}</p>}
      <ol className="timeline">
        {submissions.map(({ address, signature, channel, verdict, submittedAt }) => (
          <li key={`${submittedAt} ${signature}`} className="check">
            <span className={`badge badge-${TONES[verdict.outcome]}`}>{words.outcomes[verdict.outcome]}</span>
            <div>
              <p>
                <ServiceText text={verdict.reason} mayBePersons />
              </p>
              {address && (
                <p>
                  <code dir="ltr">{address}</code>
                </p>
              )}
              <p className="soft">
                {formats.dateTime(submittedAt)} · {words.channels[channel]}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const TONES = { VALID: 'good', INVALID: 'bad', INCONCLUSIVE: 'warn' } as const

/** The personal data of a proof, loaded on demand. */
function ProofPersons({ id, version }: { readonly id: string; readonly version: string }) {
  const { t } = useLanguage()
  const maySee = useScope('pii:read')
  const [isRevealed, setRevealed] = useState(false)
  // A new version may have a reason.
  const { data, problem } = useFetched(ProofPersonsDocument, id, isRevealed ? version : undefined)
  const persons = data?.aopd?.proof
  if (!maySee) return null
  return (
    <div className="stack">
      <div className="action-buttons">
        <Button aria-expanded={isRevealed} onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? t.transaction.hide : t.transaction.reveal}
        </Button>
      </div>
      {persons && (
        <dl className="facts">
          <Fact label={t.transaction.customerReference}>
            <bdi>{persons.customerReference ?? t.transaction.noPerson}</bdi>
          </Fact>
          <Fact label={t.proofs.decisionReason}>{persons.decisionReason && <bdi>{persons.decisionReason}</bdi>}</Fact>
        </dl>
      )}
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
    </div>
  )
}

type Ending = 'CANCEL' | 'REVOKE' | 'ACCEPT' | 'REJECT'

/** The actions of a person on a proof. */
function endingsOf({ status, inconclusiveAttempts }: Proof): readonly Ending[] {
  const decisions = inconclusiveAttempts > 0 ? (['ACCEPT', 'REJECT'] as const) : []
  switch (status) {
    case 'REQUESTED':
      return [...decisions, 'CANCEL']
    case 'EXPIRED':
    case 'INCONCLUSIVE':
      return decisions
    case 'REJECTED':
      return ['ACCEPT']
    case 'VERIFIED':
      return ['REVOKE']
    case 'CANCELED':
    case 'REVOKED':
      return []
  }
}

interface EndDialogProps {
  readonly id: string
  readonly ending: Ending
  readonly onClose: () => void
}

const REASON_LENGTH_MAX = 500

function EndDialog({ id, ending, onClose }: EndDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const words = t.proofs[ending]
  if (ending !== 'CANCEL') {
    return (
      <AskReasonDialog
        {...words}
        name={`proof:${ending}:${id}`}
        isDangerous={ending !== 'ACCEPT'}
        lengthMax={REASON_LENGTH_MAX}
        submit={(reason) =>
          ending === 'REVOKE'
            ? api.change(RevokeProofDocument, { id, reason })
            : api.change(DecideProofDocument, { id, decision: ending, reason })
        }
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      isDangerous
      submit={() => api.change(CancelProofDocument, { id })}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </FormDialog>
  )
}
