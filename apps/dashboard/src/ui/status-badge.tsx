import type { TransactionStatus } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

const TONES: Readonly<Record<TransactionStatus, string>> = {
  BLOCKED: 'warn',
  PENDING: 'ask',
  APPROVED: 'good',
  CONFIRMED: 'good',
  DECLINED: 'bad',
  CANCELED: 'quiet',
  EXPIRED: 'quiet',
  FAILED: 'bad',
}

export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  const { t } = useLanguage()
  return <span className={`badge badge-${TONES[status] ?? 'quiet'}`}>{t.transaction.statuses[status] ?? status}</span>
}
