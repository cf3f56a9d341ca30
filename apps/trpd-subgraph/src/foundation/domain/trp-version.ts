import { ok, type Result, refuse } from '@travel-rule/service/result'

declare const trpVersionBrand: unique symbol

/** A supported version of TRP, 2.1.0 to 3.2.x, with all three numbers. */
export type TrpVersion = string & { readonly [trpVersionBrand]: true }

/** The version of our messages and responses. */
export const OWN_TRP_VERSION = '3.2.1' as TrpVersion

/**
 * The versions to try, in this order, with a counterparty that refuses ours without naming its own.
 */
const DOWNGRADES = [OWN_TRP_VERSION, '3.1.0' as TrpVersion]
const OLDEST = [2, 1]
const NEWEST = [3, 2]
const DTI_SINCE = '3.2.0' as TrpVersion

/**
 * Parses the version in an `api-version` header or a `version` field.
 *
 * Refused with `TRP_VERSION_MISSING`, `TRP_VERSION_MALFORMED` or `TRP_VERSION_UNSUPPORTED` (below
 * 2.1 or above 3.2); over HTTP each of them is a 400.
 *
 * Source: OpenVASP TRP changelog.
 */
export function parseTrpVersion(text: string | undefined): Result<TrpVersion> {
  if (text === undefined || text.trim() === '')
    return refuse('TRP_VERSION_MISSING', 'The header api-version is required.')
  const numbers = numbersOf(text.trim())
  if (numbers === undefined) return refuse('TRP_VERSION_MALFORMED', 'The API version must have the form 3.2.1.')
  if (compare(numbers, OLDEST) < 0 || compare(numbers.slice(0, 2), NEWEST) > 0) {
    return refuse('TRP_VERSION_UNSUPPORTED', 'This node accepts TRP 2.1 to 3.2.')
  }
  return ok(numbers.join('.') as TrpVersion)
}

/**
 * The version to use with a counterparty: the one pinned in its wire profile, else the newest that
 * both support if it has reported its own (`theirs`), else ours.
 *
 * Refused as by `parseTrpVersion` when `theirs` is older than 2.1 or malformed.
 */
export function selectTrpVersion(pinned: TrpVersion | undefined, theirs?: string): Result<TrpVersion> {
  if (pinned !== undefined) return ok(pinned)
  if (theirs === undefined) return ok(OWN_TRP_VERSION)
  const numbers = numbersOf(theirs.trim())
  const newer = numbers !== undefined && compare(numbers, numbersOf(OWN_TRP_VERSION) ?? []) > 0
  return newer ? ok(OWN_TRP_VERSION) : parseTrpVersion(theirs)
}

/** The version to try after a counterparty responded to `refused` with 400; undefined if none is left. */
export function downgradeTrpVersion(refused: TrpVersion): TrpVersion | undefined {
  return DOWNGRADES.find((version) => compareTrpVersions(version, refused) < 0)
}

/** Negative when `left` is older than `right`, positive when it is newer. */
export function compareTrpVersions(left: TrpVersion, right: TrpVersion): number {
  return compare(numbersOf(left) ?? [], numbersOf(right) ?? [])
}

/** True if this version can identify assets by DTI. Source: TRP 3.2.0. */
export function supportsDti(version: TrpVersion): boolean {
  return compareTrpVersions(version, DTI_SINCE) >= 0
}

function numbersOf(text: string): number[] | undefined {
  const [, major, minor, patch = '0'] = /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(text) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

function compare(left: readonly number[], right: readonly number[]): number {
  const position = left.findIndex((number, index) => number !== (right[index] ?? 0))
  return position < 0 ? 0 : (left[position] ?? 0) - (right[position] ?? 0)
}
