import { useId, useState } from 'react'
import { LANGUAGES, type LanguageCode, useLanguage } from '../language/language.tsx'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { chooseTheme, chosenTheme, THEMES } from './theme.ts'

interface AccountDialogProps {
  /** The gateway's public URL. */
  readonly baseUrl: string
  readonly onShortcuts: () => void
  readonly onClose: () => void
}

/** The person's own settings, which are stored in this browser, and the sign-out. */
export function AccountDialog({ baseUrl, onShortcuts, onClose }: AccountDialogProps) {
  const { t, code, choose } = useLanguage()
  const session = useSession()
  const name = useId()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <Modal title={t.app.account} onClose={onClose}>
      <div className="action-form">
        <label className="field">
          <span className="field-label">{t.app.language}</span>
          <select className="input" value={code} onChange={({ target }) => choose(target.value as LanguageCode)}>
            {Object.entries(LANGUAGES).map(([each, language]) => (
              <option key={each} value={each} lang={each}>
                {language.name}
              </option>
            ))}
          </select>
        </label>
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
