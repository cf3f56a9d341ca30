import type { Language, PageTexts } from './page-texts.ts'
import { german } from './page-texts-de.ts'
import { english } from './page-texts-en.ts'

/** The texts of the page by language. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { en: english, de: german }

/** The language that a reader chose with `lang`, otherwise the one preferred by the browser. */
export function chooseLanguage(chosen: string | null, accepted: string | undefined): Language {
  if (chosen === 'en' || chosen === 'de') return chosen
  const preferences = (accepted ?? '')
    .slice(0, 200)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.trim().toLowerCase().split(';')
      const quality = parameters
        .find((parameter) => parameter.trim().startsWith('q='))
        ?.trim()
        .slice(2)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
  const qualityOf = (language: Language) =>
    Math.max(0, ...preferences.filter((one) => one.language === language).map(({ quality }) => quality || 0))
  return qualityOf('de') > qualityOf('en') ? 'de' : 'en'
}
