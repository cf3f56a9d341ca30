import icon from '../favicon.svg'
import { LANGUAGES, type LanguageCode, useLanguage } from '../language/language.tsx'
import type { SignInProblem } from '../session/sign-in-problem.ts'
import { useSession } from '../session/use-session.ts'
import { Notice } from '../ui/notice.tsx'

/** The page for a person who is not signed in. */
export function SignInView({ notice }: { readonly notice: SignInProblem | 'LEFT' | undefined }) {
  const { t, code, choose } = useLanguage()
  const session = useSession()
  return (
    <main className="centred">
      <div className="card sign-in">
        <img src={icon} alt="" width="48" height="48" />
        <h1>{t.signIn.title}</h1>
        <p>{t.signIn.intro}</p>
        {notice === 'LEFT' && <Notice tone="news">{t.signIn.left}</Notice>}
        {notice !== undefined && notice !== 'LEFT' && <Notice tone="problem">{t.signIn.problems[notice]}</Notice>}
        <button type="button" className="button button-main button-wide" onClick={() => void session.signIn()}>
          {t.signIn.button}
        </button>
        <label className="field field-inline">
          <span className="field-label">{t.app.language}</span>
          <select className="input" value={code} onChange={({ target }) => choose(target.value as LanguageCode)}>
            {Object.entries(LANGUAGES).map(([each, { name }]) => (
              <option key={each} value={each} lang={each}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </main>
  )
}
