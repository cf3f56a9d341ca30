import { LANGUAGES, type LanguageCode, useLanguage } from '../language/language.tsx'

/** Selects the language of the page. */
export function LanguageField({ isInline = false }: { readonly isInline?: boolean }) {
  const { t, code, choose } = useLanguage()
  return (
    <label className={isInline ? 'field field-inline' : 'field'}>
      <span className="field-label">{t.app.language}</span>
      <select className="input" value={code} onChange={({ target }) => choose(target.value as LanguageCode)}>
        {Object.entries(LANGUAGES).map(([each, { name }]) => (
          <option key={each} value={each} lang={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
