import { useLanguage } from '../language/language.tsx'
import { inWords } from '../language/service-words/service-words.ts'

interface ServiceTextProps {
  readonly text: string
  /** True if it may be a name or a person's text, in any language. */
  readonly mayBePersons?: boolean
}

/** A text of the service in the person's language, if translated, with its times in the language's format. */
export function ServiceText({ text, mayBePersons = false }: ServiceTextProps) {
  const { t, code, formats } = useLanguage()
  const said = inWords(text, t.serviceWords, formats.dateTime)
  const isEnglish = said === undefined && !mayBePersons && code !== 'en'
  return <bdi lang={isEnglish ? 'en' : undefined}>{said ?? text}</bdi>
}
