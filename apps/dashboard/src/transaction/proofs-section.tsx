import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  type TransactionDetailFragment,
  type TransactionProofFragment,
  TransactionProofsDocument,
} from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Notice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'

const RequestProofDialog = lazyPart(() => import('../proofs/request-proof-dialog.tsx'), 'RequestProofDialog')

interface ProofsSectionProps {
  readonly transaction: TransactionDetailFragment
}

/**
 * The ownership proofs of the transaction. They come from a separate part of the service; without it, the rest is
 * shown.
 */
export function ProofsSection({ transaction }: ProofsSectionProps) {
  const maySee = useScope('aopd:read')
  return maySee ? <Proofs transaction={transaction} /> : null
}

function Proofs({ transaction }: ProofsSectionProps) {
  const { id, asset, counterpartyAddress } = transaction
  const { t } = useLanguage()
  const mayWrite = useScope('aopd:write')
  const [isRequesting, setRequesting] = useState(false)
  const { data, error, loading, refetch } = useQuery(TransactionProofsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
  })
  const proofs = data?.trpd?.transaction?.ownershipProofs
  // A proof that was requested for another transaction, or for none, also counts for this one.
  const known = new Set(proofs?.map((proof) => proof.id))
  const others = (data?.trpd?.transaction?.addressOwnershipProofs ?? []).filter((proof) => !known.has(proof.id))
  return (
    <Card
      id="proofs"
      title={t.transaction.proofs}
      buttons={mayWrite && proofs && <Button onClick={() => setRequesting(true)}>{t.proofs.request.open}</Button>}
    >
      {proofs?.length === 0 && <p className="soft">{t.transaction.noProofs}</p>}
      {proofs && proofs.length > 0 && <ProofList proofs={proofs} />}
      {others.length > 0 && (
        <>
          <h3>{t.transaction.addressProofs}</h3>
          <ProofList proofs={others} />
        </>
      )}
      {!proofs && !loading && error && (
        <Notice tone="problem">
          <p>{t.transaction.proofsFailed}</p>
          <Button onClick={() => void refetch().catch(() => {})}>{t.problems.retry}</Button>
        </Notice>
      )}
      {isRequesting && (
        <RequestProofDialog
          subject={{ transactionId: id, asset: asset.id, address: counterpartyAddress }}
          onClose={(requested) => {
            setRequesting(false)
            if (requested !== undefined) void refetch().catch(() => {})
          }}
        />
      )}
    </Card>
  )
}

function ProofList({ proofs }: { readonly proofs: readonly TransactionProofFragment[] }) {
  const { t, formats } = useLanguage()
  return (
    <ul className="timeline">
      {proofs.map((proof) => (
        <li key={proof.id} className="timeline-item">
          <span>
            <Link href={`/proofs/${encodeURIComponent(proof.id)}`}>{t.transaction.proofStatuses[proof.status]}</Link>
            {proof.address !== null && (
              <>
                {' · '}
                <code dir="ltr">{proof.address}</code>
              </>
            )}
          </span>
          <span className="soft">
            {formats.dateTime(proof.updatedAt)}
            {proof.verdict && (
              <>
                {' · '}
                <ServiceText text={proof.verdict.reason} mayBePersons />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
