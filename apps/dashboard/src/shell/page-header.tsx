import { Link, useLocation } from 'wouter'
import icon from '../favicon.svg'
import { useLanguage } from '../language/language.tsx'
import { useSignedIn } from '../session/use-session.ts'

/** The title, the views that the person may open, and the account. */
export function PageHeader({ onAccount }: { readonly onAccount: () => void }) {
  const { t } = useLanguage()
  const [path] = useLocation()
  const { caller } = useSignedIn()
  const names: Readonly<Record<string, string>> = t.app.roles
  const roles = caller.roles.map((role) => (Object.hasOwn(names, role) ? names[role] : role)).join(', ')
  return (
    <header className="page-header">
      <span className="brand">
        <img src={icon} alt="" width="28" height="28" />
        {t.app.name}
      </span>
      <nav className="views" aria-label={t.app.name}>
        <Link href="/" className="view-link" aria-current={path === '/' ? 'page' : undefined}>
          {t.app.views.inbox}
        </Link>
      </nav>
      <button type="button" className="button account" aria-haspopup="dialog" onClick={onAccount}>
        <span className="account-name">{caller.name || t.app.account}</span>
        <span className="account-roles soft">{roles}</span>
      </button>
    </header>
  )
}
