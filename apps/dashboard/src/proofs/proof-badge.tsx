import type { ProofStatus } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

const TONES: Readonly<Record<ProofStatus, string>> = {
  REQUESTED: 'ask',
  VERIFIED: 'good',
  REJECTED: 'bad',
  INCONCLUSIVE: 'warn',
  EXPIRED: 'quiet',
  CANCELED: 'quiet',
  REVOKED: 'bad',
}

export function ProofBadge({ status }: { readonly status: ProofStatus }) {
  const { t } = useLanguage()
  return <span className={`badge badge-${TONES[status]}`}>{t.transaction.proofStatuses[status]}</span>
}
