import { useLanguage } from '../language/language.tsx'
import { inWords } from '../language/service-words.ts'

interface ServiceTextProps {
  readonly text: string
  /** It may be a name, or what a person has written, in any language. */
  readonly mayBePersons?: boolean
}

/** What the service says, in the words of the language where it has them, with times as it writes them. */
export function ServiceText({ text, mayBePersons = false }: ServiceTextProps) {
  const { t, code, formats } = useLanguage()
  const said = inWords(text, t.serviceWords, formats.dateTime)
  const isEnglish = said === undefined && !mayBePersons && code !== 'en'
  return <bdi lang={isEnglish ? 'en' : undefined}>{said ?? text}</bdi>
}
