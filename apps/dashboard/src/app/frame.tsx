import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import icon from '../favicon.svg'
import { useHeadingFocus, useLostFocus } from '../hooks/use-content-focus.ts'
import { useNow } from '../hooks/use-now.ts'
import { chooseShortcuts, useShortcuts, usesShortcuts } from '../hooks/use-shortcuts.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope, useSession, useSignedIn } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { LanguageField } from './language-field.tsx'
import { Navigation } from './navigation.tsx'
import { chooseTheme, chosenTheme, THEMES } from './theme.ts'

/** What surrounds each view: the header, the navigation, and the account. */
export function Frame({ baseUrl, children }: { readonly baseUrl: string; readonly children: ReactNode }) {
  const { t } = useLanguage()
  const mayRead = useScope('trpd:read')
  const [dialog, setDialog] = useState<'ACCOUNT' | 'SHORTCUTS'>()
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  const navigation = useId()
  const content = useRef<HTMLElement>(null)
  const [path] = useLocation()
  useShortcuts({ '?': () => setDialog('SHORTCUTS') })
  useHeadingFocus(content, path)
  useLostFocus(content)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new view closes it
  useEffect(() => setNavigationOpen(false), [path])
  const close = () => setDialog(undefined)
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t.app.skip}
      </a>
      <PageHeader
        navigation={navigation}
        isNavigationOpen={isNavigationOpen}
        onNavigation={() => setNavigationOpen(!isNavigationOpen)}
        onAccount={() => setDialog('ACCOUNT')}
      />
      <SessionNotice />
      <div className="frame-body">
        <Navigation id={navigation} isOpen={isNavigationOpen} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may hold nothing else that the keyboard reaches. */}
        <main id="content" ref={content} className="content" tabIndex={0}>
          {mayRead ? (
            <CrashGuard path={path}>{children}</CrashGuard>
          ) : (
            <section className="page">
              <h1>{t.app.name}</h1>
              <Notice tone="news">{t.signIn.noRole}</Notice>
            </section>
          )}
        </main>
      </div>
      {dialog === 'ACCOUNT' && (
        <AccountDialog baseUrl={baseUrl} onShortcuts={() => setDialog('SHORTCUTS')} onClose={close} />
      )}
      {dialog === 'SHORTCUTS' && <ShortcutsDialog onClose={close} />}
    </div>
  )
}

interface PageHeaderProps {
  /** Id of the navigation, which a button opens on narrow screens. */
  readonly navigation: string
  readonly isNavigationOpen: boolean
  readonly onNavigation: () => void
  readonly onAccount: () => void
}

/** The title, the navigation button for narrow screens, and the account. */
function PageHeader({ navigation, isNavigationOpen, onNavigation, onAccount }: PageHeaderProps) {
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

const WARNING_MS = 120_000

/** Reports that the session has ended, ends soon, or cannot be renewed. */
function SessionNotice() {
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

interface AccountDialogProps {
  /** The gateway's public URL. */
  readonly baseUrl: string
  readonly onShortcuts: () => void
  readonly onClose: () => void
}

/** The person's own settings, which are stored in this browser, and the sign-out. */
function AccountDialog({ baseUrl, onShortcuts, onClose }: AccountDialogProps) {
  const { t } = useLanguage()
  const session = useSession()
  const name = useId()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Modal title={t.app.account} onClose={onClose}>
      <div className="action-form">
        <LanguageField />
        <fieldset className="field">
          <legend className="field-label">{t.app.theme}</legend>
          {THEMES.map((each) => (
            <label key={each} className="choice">
              <input
                type="radio"
                name={name}
                checked={theme === each}
                onChange={() => {
                  setTheme(each)
                  chooseTheme(each)
                }}
              />
              {t.app.themes[each]}
            </label>
          ))}
        </fieldset>
        <div className="action-buttons">
          <Button onClick={onShortcuts}>{t.app.shortcuts}</Button>
          <a className="button" href={`${baseUrl}/graphql`}>
            {t.app.explorer}
          </a>
          {session.hasSignIn && (
            <Button look="main" onClick={() => void session.signOut()}>
              {t.app.signOut}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['a', 'approve'],
  ['d', 'decline'],
  ['h', 'hold'],
  ['x', 'select'],
  ['/', 'search'],
  ['u', 'back'],
  ['?', 'help'],
] as const

/** The shortcut keys, and the option to disable them. */
function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage()
  const [isOn, setOn] = useState(usesShortcuts)
  return (
    <Modal title={t.shortcuts.title} onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([key, name]) => (
          <div key={key} className="key">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t.shortcuts.keys[name]}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            chooseShortcuts(target.checked)
          }}
        />
        {t.shortcuts.use}
      </label>
    </Modal>
  )
}
