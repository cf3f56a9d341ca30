import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { useSession, useSignedIn } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const WARNING_MS = 120_000

/** Reports that the session has ended, ends soon, or cannot be renewed. */
export function SessionNotice() {
  const { t, formats } = useLanguage()
  const session = useSession()
  const { isExpired, isRenewable, problem, expiresAtMs } = useSignedIn()
  const now = useNow()
  if (isExpired) {
    return (
      <Notice tone="problem">
        <p>{t.signIn.expired}</p>
        <Button look="main" onClick={() => void session.signIn()}>
          {t.signIn.again}
        </Button>
      </Notice>
    )
  }
  if (problem !== undefined) return <Notice tone="news">{t.signIn.renewalFailed}</Notice>
  if (!isRenewable && expiresAtMs - now < WARNING_MS) {
    return <Notice tone="news">{t.signIn.endsSoon(formats.time(expiresAtMs))}</Notice>
  }
  return null
}
