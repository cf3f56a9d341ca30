import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en } from './en.ts'
import { type Formats, formatsOf } from './formats.ts'
import type { Messages } from './messages.ts'

/** The languages by their own names, and how to load them. Adding one takes a line here and its file. */
export const LANGUAGES = {
  en: { name: 'English', load: async (): Promise<Messages> => en },
  de: { name: 'Deutsch', load: async (): Promise<Messages> => (await import('./de.ts')).de },
} as const

export type LanguageCode = keyof typeof LANGUAGES

const STORED = 'dashboard:language'

interface Language {
  readonly code: LanguageCode
  readonly t: Messages
  readonly formats: Formats
  readonly choose: (code: LanguageCode) => void
}

const LanguageContext = createContext<Language>({ code: 'en', t: en, formats: formatsOf('en'), choose: () => {} })

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

/** Shows its children once the selected language is loaded. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [code, setCode] = useState(preferredLanguage)
  const [loaded, setLoaded] = useState<{ readonly code: LanguageCode; readonly t: Messages }>()
  useEffect(() => {
    let isCurrent = true
    LANGUAGES[code].load().then(
      (t) => isCurrent && setLoaded({ code, t }),
      () => isCurrent && setLoaded((before) => before ?? { code: 'en', t: en }),
    )
    return () => {
      isCurrent = false
    }
  }, [code])
  useEffect(() => {
    if (loaded !== undefined) document.documentElement.lang = loaded.code
  }, [loaded])
  const value = useMemo(() => {
    if (loaded === undefined) return undefined
    const choose = (next: LanguageCode) => {
      localStorage.setItem(STORED, next)
      setCode(next)
    }
    return { ...loaded, formats: formatsOf(regionOf(loaded.code)), choose }
  }, [loaded])
  return value && <LanguageContext value={value}>{children}</LanguageContext>
}

/** Shows its children with times in a zone; without a name, in the browser's zone. */
export function TimeZone({ name, children }: { readonly name: string | undefined; readonly children: ReactNode }) {
  const language = useLanguage()
  const value = useMemo(() => ({ ...language, formats: formatsOf(language.formats.locale, name) }), [language, name])
  return <LanguageContext value={value}>{children}</LanguageContext>
}

function preferredLanguage(): LanguageCode {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages]
  const known = wanted.map((tag) => tag?.split('-')[0]).find((code) => code !== undefined && code in LANGUAGES)
  return (known ?? 'en') as LanguageCode
}

/** The browser's locale for the language, whose region determines dates and numbers. */
function regionOf(code: LanguageCode): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === code) ?? code
}
