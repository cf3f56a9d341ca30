import { ok } from '@travel-rule/service/result'
import { encodeJson, fieldOf } from '../json.ts'
import { isLei, type Lei } from '../lei.ts'
import { EXTENSION_NAMES_MAX, isExtensionName } from './headers.ts'
import { VERSION_LENGTH_MAX } from './inquiry.ts'
import { parseTrpBody, refuseTrp, type TrpResult } from './trp-body.ts'

/** The answer of `GET /identity`. */
export interface VaspIdentity {
  readonly name?: string
  readonly lei?: Lei
  /** The leaf certificate in PEM. */
  readonly x509?: string
}

/** The most characters of a VASP's name. */
export const VASP_NAME_LENGTH_MAX = 200
/** The most characters of a certificate in PEM. */
export const X509_LENGTH_MAX = 16_384

/**
 * The identity that a counterparty tells of itself, in the response body of its `GET /identity`. Every field may be absent, null or empty.
 *
 * Refused as by `parseTrpBody`, or with `TRP_IDENTITY_NAME`, `TRP_IDENTITY_LEI`, `TRP_IDENTITY_X509` when a field is there but unusable.
 */
export function parseIdentity(body: string | Uint8Array): TrpResult<VaspIdentity> {
  const answer = parseTrpBody(body)
  if (!answer.ok) return answer
  const name = textAt(answer.value, 'name')
  const lei = textAt(answer.value, 'lei')
  const x509 = textAt(answer.value, 'x509')
  if (name === null || (name?.length ?? 0) > VASP_NAME_LENGTH_MAX) {
    return refuseTrp(400, 'TRP_IDENTITY_NAME', `name is a text of at most ${VASP_NAME_LENGTH_MAX} characters.`)
  }
  if (lei === null || (lei !== undefined && !isLei(lei))) {
    return refuseTrp(400, 'TRP_IDENTITY_LEI', 'lei is not a valid legal entity identifier.')
  }
  if (x509 === null || (x509 !== undefined && !isPem(x509))) {
    return refuseTrp(400, 'TRP_IDENTITY_X509', 'x509 is not one certificate in PEM.')
  }
  return ok({
    ...(name === undefined ? {} : { name }),
    ...(lei === undefined ? {} : { lei }),
    ...(x509 === undefined ? {} : { x509 }),
  })
}

/** The response body of our `GET /identity`. */
export function encodeIdentity({ name, lei, x509 }: VaspIdentity): string {
  return encodeJson({ name, lei, x509 })
}

/** Undefined when absent or blank, null when it is no text. */
function textAt(body: Record<string, unknown>, name: string): string | null | undefined {
  const value = fieldOf(body, name)
  if (value === undefined) return undefined
  if (typeof value !== 'string') return null
  return value.trim() === '' ? undefined : value.trim()
}

function isPem(text: string): boolean {
  if (text.length > X509_LENGTH_MAX) return false
  return /^-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/.test(text)
}

/** The answer of `GET /version`. `version` is what the counterparty wrote: `selectTrpVersion` judges it. */
export interface VaspVersion {
  readonly version: string
  readonly vendor?: string
}

/** The most characters of a vendor. */
export const VENDOR_LENGTH_MAX = 200

/**
 * The version that a counterparty tells, in the response body of its `GET /version`.
 *
 * Refused as by `parseTrpBody`, or with `TRP_VERSION_SHAPE`, `TRP_VENDOR_SHAPE`.
 */
export function parseVersion(body: string | Uint8Array): TrpResult<VaspVersion> {
  const answer = parseTrpBody(body)
  if (!answer.ok) return answer
  const version = fieldOf(answer.value, 'version')
  const vendor = fieldOf(answer.value, 'vendor')
  if (typeof version !== 'string' || version === '' || version.length > VERSION_LENGTH_MAX) {
    return refuseTrp(400, 'TRP_VERSION_SHAPE', `version is a text of at most ${VERSION_LENGTH_MAX} characters.`)
  }
  if (vendor === undefined) return ok({ version })
  if (typeof vendor === 'string' && vendor.length <= VENDOR_LENGTH_MAX) return ok({ version, vendor })
  return refuseTrp(400, 'TRP_VENDOR_SHAPE', `vendor is a text of at most ${VENDOR_LENGTH_MAX} characters.`)
}

/** The response body of our `GET /version`. */
export function encodeVersion({ version, vendor }: VaspVersion): string {
  return encodeJson({ version, vendor })
}

/** The answer of `GET /extensions`: names, lower-cased. */
export interface Extensions {
  readonly required: readonly string[]
  readonly supported: readonly string[]
}

/** What this node requires and supports: none yet. */
export const OWN_EXTENSIONS: Extensions = { required: [], supported: [] }

/**
 * The extensions of a counterparty, in the response body of its `GET /extensions`.
 *
 * Refused as by `parseTrpBody`, or with `TRP_EXTENSIONS_SHAPE`: a list is not one of names, or longer than our limit. An absent list is empty.
 */
export function parseExtensions(body: string | Uint8Array): TrpResult<Extensions> {
  const answer = parseTrpBody(body)
  if (!answer.ok) return answer
  const required = namesIn(fieldOf(answer.value, 'required'))
  const supported = namesIn(fieldOf(answer.value, 'supported'))
  if (required !== undefined && supported !== undefined) return ok({ required, supported })
  return refuseTrp(400, 'TRP_EXTENSIONS_SHAPE', 'required and supported are lists of names.')
}

/** The response body of our `GET /extensions`. */
export function encodeExtensions({ required, supported }: Extensions): string {
  return encodeJson({ required, supported })
}

/**
 * `true` when we have every extension in `required`.
 *
 * Refused with 422 `TRP_EXTENSION_UNSUPPORTED`, whose message names those we lack.
 */
export function checkExtensions(required: readonly string[], own: Extensions = OWN_EXTENSIONS): TrpResult<true> {
  const lacking = required.filter((name) => !own.supported.includes(name.toLowerCase()))
  if (lacking.length === 0) return ok(true)
  return refuseTrp(422, 'TRP_EXTENSION_UNSUPPORTED', `This node does not support the extension ${lacking.join(', ')}.`)
}

function namesIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > EXTENSION_NAMES_MAX) return undefined
  const names = value.filter((name): name is string => typeof name === 'string' && isExtensionName(name))
  return names.length === value.length ? names.map((name) => name.toLowerCase()) : undefined
}
