import type { Trust } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

const TONES = { UNTRUSTED: 'warn', TRUSTED: 'good', BLOCKED: 'bad' } as const

export function TrustBadge({ trust }: { readonly trust: Trust }) {
  const { t } = useLanguage()
  return <span className={`badge badge-${TONES[trust]}`}>{t.transaction.trust[trust]}</span>
}
