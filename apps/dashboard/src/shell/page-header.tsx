import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import { Link, useLocation, useRouter } from 'wouter'
import icon from '../favicon.svg'
import { LANGUAGES, type LanguageCode, useLanguage } from '../language/language.tsx'
import { useSession, useSignedIn } from '../session/use-session.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.ts'

/** The title, the views that the person may open, and the account. */
export function PageHeader({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { t } = useLanguage()
  const [path] = useLocation()
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
      <AccountMenu onShortcuts={onShortcuts} />
    </header>
  )
}

function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { t, code, choose } = useLanguage()
  const session = useSession()
  const { caller } = useSignedIn()
  const { base } = useRouter()
  const [theme, setTheme] = useState(chosenTheme)
  const roles = caller.roles.map((role) => (t.app.roles as Readonly<Record<string, string>>)[role] ?? role).join(', ')
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button account">
        <span className="account-name">{caller.name || t.app.account}</span>
        <span className="account-roles soft">{roles}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={6} align="end">
          <Menu.Popup className="menu">
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">{t.app.language}</Menu.GroupLabel>
              <Menu.RadioGroup value={code} onValueChange={(next) => choose(next as LanguageCode)}>
                {Object.entries(LANGUAGES).map(([each, { name }]) => (
                  <Menu.RadioItem key={each} value={each} className="menu-item" lang={each}>
                    <span className="menu-mark">
                      <Menu.RadioItemIndicator>✓</Menu.RadioItemIndicator>
                    </span>
                    {name}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">{t.app.theme}</Menu.GroupLabel>
              <Menu.RadioGroup
                value={theme}
                onValueChange={(next) => {
                  setTheme(next as Theme)
                  chooseTheme(next as Theme)
                }}
              >
                {THEMES.map((each) => (
                  <Menu.RadioItem key={each} value={each} className="menu-item">
                    <span className="menu-mark">
                      <Menu.RadioItemIndicator>✓</Menu.RadioItemIndicator>
                    </span>
                    {t.app.themes[each]}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            <Menu.Separator className="menu-line" />
            <Menu.Item className="menu-item" onClick={onShortcuts}>
              <span className="menu-mark" />
              {t.app.shortcuts}
            </Menu.Item>
            <Menu.Item className="menu-item" render={<a href={`${base}/graphql`} aria-label={t.app.explorer} />}>
              <span className="menu-mark" />
              {t.app.explorer}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => void session.signOut()}>
              <span className="menu-mark" />
              {t.app.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
