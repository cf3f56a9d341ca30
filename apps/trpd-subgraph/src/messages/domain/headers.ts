import { ok } from '@travel-rule/service/result'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { refuseTrp, type TrpResult } from './trp-body.ts'

/** The content type of our messages. */
export const TRP_CONTENT_TYPE = 'application/json; charset=utf-8'
/** Maximum number of names in an `api-extensions` header. */
export const EXTENSION_NAMES_MAX = 32
/** Maximum number of characters in an extension name. */
export const EXTENSION_NAME_LENGTH_MAX = 64

const JSON_MEDIA_TYPE = /^application\/(?:[\w.-]+\+)?json$/i

/**
 * Parses a `request-identifier` header: a UUID whose case is preserved.
 *
 * Refused with 400 `TRP_REQUEST_IDENTIFIER_MISSING` or `TRP_REQUEST_IDENTIFIER_MALFORMED`.
 */
export function parseRequestIdentifier(header: string | undefined): TrpResult<string> {
  const text = header?.trim() ?? ''
  if (text === '') return refuseTrp(400, 'TRP_REQUEST_IDENTIFIER_MISSING', 'The header request-identifier is required.')
  if (!isUuid(text)) {
    return refuseTrp(400, 'TRP_REQUEST_IDENTIFIER_MALFORMED', 'The header request-identifier must be a UUID.')
  }
  return ok(text)
}

/**
 * Accepts JSON in UTF-8 as the `content-type`, and a missing header.
 *
 * Refused with 415 `TRP_CONTENT_TYPE`.
 */
export function parseContentType(header: string | undefined): TrpResult<true> {
  if (header === undefined || header.trim() === '') return ok(true)
  const [mediaType = '', ...parameters] = header.split(';').map((part) => part.trim())
  const charsets = parameters.filter((parameter) => /^charset\s*=/i.test(parameter))
  const utf8 = charsets.every((parameter) => /^charset\s*=\s*"?utf-?8"?$/i.test(parameter))
  if (JSON_MEDIA_TYPE.test(mediaType) && utf8) return ok(true)
  return refuseTrp(415, 'TRP_CONTENT_TYPE', `The content type must be ${TRP_CONTENT_TYPE}.`)
}

/**
 * The names in an `api-extensions` header, lower-cased and without duplicates; empty if there is no header.
 *
 * Refused with 400 `TRP_EXTENSIONS_MALFORMED` (too many names, or a name with characters other than letters,
 * digits, `.`, `_`, `-`).
 */
export function parseExtensionNames(header: string | undefined): TrpResult<readonly string[]> {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase())
  const distinct = [...new Set(names.filter((name) => name !== ''))]
  if (distinct.length <= EXTENSION_NAMES_MAX && distinct.every(isExtensionName)) return ok(distinct)
  return refuseTrp(
    400,
    'TRP_EXTENSIONS_MALFORMED',
    'The header api-extensions must be a comma-separated list of names.',
  )
}

/** True if `name` is a valid extension name. */
export function isExtensionName(name: string): boolean {
  return name.length <= EXTENSION_NAME_LENGTH_MAX && /^[a-z0-9][a-z0-9._-]*$/i.test(name)
}
