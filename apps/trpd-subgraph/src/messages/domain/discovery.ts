import { ok } from '@travel-rule/service/result'
import { encodeJson, fieldOf } from '../../foundation/domain/json.ts'
import { isLei, type Lei } from '../../foundation/domain/lei.ts'
import { EXTENSION_NAMES_MAX, isExtensionName } from './headers.ts'
import { VERSION_LENGTH_MAX } from './inquiry.ts'
import { parseTrpBody, refuseTrp, type TrpResult } from './trp-body.ts'

/** The response to `GET /identity`. */
export interface VaspIdentity {
  readonly name?: string
  readonly lei?: Lei
  /** The leaf certificate in PEM. */
  readonly x509?: string
}

/** Maximum number of characters in a VASP's name. */
export const VASP_NAME_LENGTH_MAX = 200
/** Maximum number of characters in a PEM certificate. */
export const X509_LENGTH_MAX = 16_384

/**
 * Parses a counterparty's response to `GET /identity`. Every field may be absent, null or blank.
 *
 * Refused as by `parseTrpBody`, or with `TRP_IDENTITY_NAME`, `TRP_IDENTITY_LEI`,
 * `TRP_IDENTITY_X509` when a field is present but invalid.
 */
export function parseIdentity(body: string | Uint8Array): TrpResult<VaspIdentity> {
  const json = parseTrpBody(body)
  if (!json.ok) return json
  const name = stringIn(json.value, 'name')
  const lei = stringIn(json.value, 'lei')
  const x509 = stringIn(json.value, 'x509')
  if (name === null || (name?.length ?? 0) > VASP_NAME_LENGTH_MAX) {
    return refuseTrp(400, 'TRP_IDENTITY_NAME', `name must be a string of at most ${VASP_NAME_LENGTH_MAX} characters.`)
  }
  if (lei === null || (lei !== undefined && !isLei(lei))) {
    return refuseTrp(400, 'TRP_IDENTITY_LEI', 'lei is not a valid legal entity identifier.')
  }
  if (x509 === null || (x509 !== undefined && !isPem(x509))) {
    return refuseTrp(400, 'TRP_IDENTITY_X509', 'x509 must be a single PEM certificate.')
  }
  return ok({
    ...(name === undefined ? {} : { name }),
    ...(lei === undefined ? {} : { lei }),
    ...(x509 === undefined ? {} : { x509 }),
  })
}

/** The body of our response to `GET /identity`. */
export function encodeIdentity({ name, lei, x509 }: VaspIdentity): string {
  return encodeJson({ name, lei, x509 })
}

/** Undefined if absent or blank; null if it is not a string. */
function stringIn(body: Record<string, unknown>, name: string): string | null | undefined {
  const value = fieldOf(body, name)
  if (value === undefined) return undefined
  if (typeof value !== 'string') return null
  return value.trim() === '' ? undefined : value.trim()
}

function isPem(text: string): boolean {
  if (text.length > X509_LENGTH_MAX) return false
  return /^-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/.test(text)
}

/** The response to `GET /version`. `version` is not validated: see `selectTrpVersion`. */
export interface VaspVersion {
  readonly version: string
  readonly vendor?: string
}

/** Maximum number of characters in a vendor name. */
export const VENDOR_LENGTH_MAX = 200

/**
 * Parses a counterparty's response to `GET /version`.
 *
 * Refused as by `parseTrpBody`, or with `TRP_VERSION_SHAPE`, `TRP_VENDOR_SHAPE`.
 */
export function parseVersion(body: string | Uint8Array): TrpResult<VaspVersion> {
  const json = parseTrpBody(body)
  if (!json.ok) return json
  const version = fieldOf(json.value, 'version')
  const vendor = fieldOf(json.value, 'vendor')
  if (typeof version !== 'string' || version === '' || version.length > VERSION_LENGTH_MAX) {
    return refuseTrp(400, 'TRP_VERSION_SHAPE', `version must be a string of at most ${VERSION_LENGTH_MAX} characters.`)
  }
  if (vendor === undefined) return ok({ version })
  if (typeof vendor === 'string' && vendor.length <= VENDOR_LENGTH_MAX) return ok({ version, vendor })
  return refuseTrp(400, 'TRP_VENDOR_SHAPE', `vendor must be a string of at most ${VENDOR_LENGTH_MAX} characters.`)
}

/** The body of our response to `GET /version`. */
export function encodeVersion({ version, vendor }: VaspVersion): string {
  return encodeJson({ version, vendor })
}

/** The response to `GET /extensions`: lower-cased names. */
export interface Extensions {
  readonly required: readonly string[]
  readonly supported: readonly string[]
}

/** The extensions of this node. */
export const OWN_EXTENSIONS: Extensions = { required: [], supported: [] }

/**
 * Parses a counterparty's response to `GET /extensions`. An absent list is empty.
 *
 * Refused as by `parseTrpBody`, or with `TRP_EXTENSIONS_SHAPE` when a list is too long or does not
 * consist of names.
 */
export function parseExtensions(body: string | Uint8Array): TrpResult<Extensions> {
  const json = parseTrpBody(body)
  if (!json.ok) return json
  const required = namesIn(fieldOf(json.value, 'required'))
  const supported = namesIn(fieldOf(json.value, 'supported'))
  if (required !== undefined && supported !== undefined) return ok({ required, supported })
  return refuseTrp(400, 'TRP_EXTENSIONS_SHAPE', 'required and supported must be lists of names.')
}

/** The body of our response to `GET /extensions`. */
export function encodeExtensions({ required, supported }: Extensions): string {
  return encodeJson({ required, supported })
}

/** The extensions in `names` that this node does not support. */
export function unsupportedExtensions(names: readonly string[], own: Extensions = OWN_EXTENSIONS): readonly string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !own.supported.includes(name))
}

/**
 * Checks that this node supports every extension in `required`.
 *
 * Refused with 422 `TRP_EXTENSION_UNSUPPORTED`; the message lists the unsupported ones.
 */
export function checkExtensions(required: readonly string[], own: Extensions = OWN_EXTENSIONS): TrpResult<true> {
  const missing = unsupportedExtensions(required, own)
  if (missing.length === 0) return ok(true)
  return refuseTrp(422, 'TRP_EXTENSION_UNSUPPORTED', `This node does not support the extension ${missing.join(', ')}.`)
}

function namesIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > EXTENSION_NAMES_MAX) return undefined
  const names = value.filter((name): name is string => typeof name === 'string' && isExtensionName(name))
  return names.length === value.length ? names.map((name) => name.toLowerCase()) : undefined
}
