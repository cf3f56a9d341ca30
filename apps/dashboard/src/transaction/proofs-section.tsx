import { useQuery } from '@apollo/client/react'
import { TransactionProofsDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Notice } from '../ui/notice.tsx'

/** The ownership proofs of the transaction. They are another part of the service: without it, the rest is shown. */
export function ProofsSection({ id }: { readonly id: string }) {
  const maySee = useScope('aopd:read')
  return maySee ? <Proofs id={id} /> : null
}

function Proofs({ id }: { readonly id: string }) {
  const { t, formats } = useLanguage()
  const { data, error, loading, refetch } = useQuery(TransactionProofsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
  })
  const proofs = data?.trpd?.transaction?.ownershipProofs
  return (
    <section className="card" aria-labelledby="proofs">
      <h2 id="proofs">{t.transaction.proofs}</h2>
      {proofs?.length === 0 && <p className="soft">{t.transaction.noProofs}</p>}
      {proofs && proofs.length > 0 && (
        <ul className="timeline">
          {proofs.map((proof) => (
            <li key={proof.id} className="timeline-item">
              <span>
                {t.transaction.proofStatuses[proof.status]}
                {proof.address !== null && (
                  <>
                    {' · '}
                    <code dir="ltr">{proof.address}</code>
                  </>
                )}
              </span>
              <span className="soft">
                {formats.dateTime(proof.updatedAt)}
                {proof.verdict && ` · ${proof.verdict.reason}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!proofs && !loading && error && (
        <Notice tone="problem">
          <p>{t.transaction.proofsFailed}</p>
          <button type="button" className="button" onClick={() => void refetch().catch(() => {})}>
            {t.problems.retry}
          </button>
        </Notice>
      )}
    </section>
  )
}
