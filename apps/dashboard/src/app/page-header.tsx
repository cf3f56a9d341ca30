import icon from '../favicon.svg'
import { useLanguage } from '../language/language.tsx'
import { useSignedIn } from '../session/use-session.ts'

interface PageHeaderProps {
  /** Id of the navigation, which a button opens on narrow screens. */
  readonly navigation: string
  readonly isNavigationOpen: boolean
  readonly onNavigation: () => void
  readonly onAccount: () => void
}

/** The title, the navigation button for narrow screens, and the account. */
export function PageHeader({ navigation, isNavigationOpen, onNavigation, onAccount }: PageHeaderProps) {
  const { t } = useLanguage()
  const { caller } = useSignedIn()
  const names: Readonly<Record<string, string>> = t.app.roles
  const roles = caller.roles.map((role) => (Object.hasOwn(names, role) ? names[role] : role)).join(', ')
  return (
    <header className="page-header">
      <button
        type="button"
        className="button navigation-button"
        aria-controls={navigation}
        aria-expanded={isNavigationOpen}
        onClick={onNavigation}
      >
        <span aria-hidden="true">☰</span> {t.app.menu}
      </button>
      <span className="brand">
        <img src={icon} alt="" width="28" height="28" />
        <span className="brand-name">{t.app.name}</span>
      </span>
      <button type="button" className="button account" aria-haspopup="dialog" onClick={onAccount}>
        <span className="account-name" dir="auto">
          {caller.name || t.app.account}
        </span>
        <span className="account-roles soft">{roles}</span>
      </button>
    </header>
  )
}
