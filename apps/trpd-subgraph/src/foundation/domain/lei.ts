import { ok, type Result, refuse } from '@travel-rule/service/result'

declare const leiBrand: unique symbol

/** A valid legal entity identifier: 20 upper-case letters and digits with correct check digits. */
export type Lei = string & { readonly [leiBrand]: true }

/**
 * Parses a legal entity identifier.
 *
 * Refused with `LEI_LENGTH` (not 20 characters), `LEI_CHARACTERS` (other than A-Z and 0-9, or
 * letters as check digits) or `LEI_CHECKSUM`.
 *
 * Source: ISO 17442-1:2020; check digits by ISO/IEC 7064 MOD 97-10.
 */
export function parseLei(text: string): Result<Lei> {
  if (text.length !== 20) return refuse('LEI_LENGTH', 'An LEI must have exactly 20 characters.')
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(text)) {
    return refuse('LEI_CHARACTERS', 'An LEI must consist of 18 upper-case letters or digits and two check digits.')
  }
  const digits = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  if (BigInt(digits) % 97n !== 1n) return refuse('LEI_CHECKSUM', 'The check digits of the LEI are wrong.')
  return ok(text as Lei)
}

/** True if `text` is a valid legal entity identifier. */
export function isLei(text: string): text is Lei {
  return parseLei(text).ok
}
