import { useLanguage } from '../language/language.tsx'
import { inWords } from '../language/service-words.ts'

interface ServiceTextProps {
  readonly text: string
  /** A person may have written it instead, in any language. */
  readonly mayBePersons?: boolean
}

/** What the service says, in the words of the language where it has them. */
export function ServiceText({ text, mayBePersons = false }: ServiceTextProps) {
  const { t, code } = useLanguage()
  const said = inWords(text, t.serviceWords)
  const isEnglish = said === undefined && !mayBePersons && code !== 'en'
  return <bdi lang={isEnglish ? 'en' : undefined}>{said ?? text}</bdi>
}
