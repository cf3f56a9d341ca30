import type { DataRequestStatus } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

const TONES = { OPEN: 'ask', RECEIVED: 'good', EXPIRED: 'warn', WITHDRAWN: 'quiet' } as const

export function DataRequestBadge({ status }: { readonly status: DataRequestStatus }) {
  const { t } = useLanguage()
  return <span className={`badge badge-${TONES[status]}`}>{t.dataRequests.statuses[status]}</span>
}
