import { encodeJsonText, fieldOf } from '../json-text.ts'
import { isLei, type Lei } from '../lei.ts'
import { parsed } from '../parsed.ts'
import { parseTrpBody } from './trp-body.ts'
import { type TrpParsed, trpRefused } from './trp-problem.ts'

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
export function parseIdentity(body: string | Uint8Array): TrpParsed<VaspIdentity> {
  const answer = parseTrpBody(body)
  if (!answer.ok) return answer
  const name = textAt(answer.value, 'name')
  const lei = textAt(answer.value, 'lei')
  const x509 = textAt(answer.value, 'x509')
  if (name === null || (name?.length ?? 0) > VASP_NAME_LENGTH_MAX) {
    return trpRefused(400, 'TRP_IDENTITY_NAME', `name is a text of at most ${VASP_NAME_LENGTH_MAX} characters.`)
  }
  if (lei === null || (lei !== undefined && !isLei(lei))) {
    return trpRefused(400, 'TRP_IDENTITY_LEI', 'lei is not a valid legal entity identifier.')
  }
  if (x509 === null || (x509 !== undefined && !isPem(x509))) {
    return trpRefused(400, 'TRP_IDENTITY_X509', 'x509 is not one certificate in PEM.')
  }
  return parsed({
    ...(name === undefined ? {} : { name }),
    ...(lei === undefined ? {} : { lei }),
    ...(x509 === undefined ? {} : { x509 }),
  })
}

/** The response body of our `GET /identity`. */
export function encodeIdentity({ name, lei, x509 }: VaspIdentity): string {
  return encodeJsonText({ name, lei, x509 })
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
