import { COUNTRY_CODES } from './country-codes.ts'

/** The code that IVMS101 uses for a country that is unknown. */
export const UNKNOWN_COUNTRY = 'XX'

/** Whether `text` is an upper-case ISO 3166-1 alpha-2 code, or `XX`. Source: IVMS101 constraint C3. */
export function isCountry(text: string): boolean {
  return text === UNKNOWN_COUNTRY || COUNTRY_CODES.has(text)
}
