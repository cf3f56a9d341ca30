import { ok, type Result, refuse } from '@travel-rule/service/result'

declare const trpVersionBrand: unique symbol

/** A version of TRP that we take part in, 2.1.0 to 3.2.x, written with all three numbers. */
export type TrpVersion = string & { readonly [trpVersionBrand]: true }

/** The version we speak and answer with. */
export const OWN_TRP_VERSION = '3.2.1' as TrpVersion

/** What is tried, in this order, with a counterparty that says nothing about its version but refuses ours. */
const LADDER = [OWN_TRP_VERSION, '3.1.0' as TrpVersion]
const OLDEST = [2, 1]
const NEWEST = [3, 2]
const DTI_SINCE = '3.2.0' as TrpVersion

/**
 * The version in an `api-version` header or a `version` field.
 *
 * Refused with `TRP_VERSION_MISSING`, `TRP_VERSION_MALFORMED` or `TRP_VERSION_UNSUPPORTED` (below 2.1 or above 3.2); over HTTP each
 * of them is a 400. Source: OpenVASP TRP changelog.
 */
export function parseTrpVersion(text: string | undefined): Result<TrpVersion> {
  if (text === undefined || text.trim() === '')
    return refuse('TRP_VERSION_MISSING', 'The header api-version is required.')
  const numbers = numbersOf(text.trim())
  if (numbers === undefined) return refuse('TRP_VERSION_MALFORMED', 'The API version is not of the form 3.2.1.')
  if (compare(numbers, OLDEST) < 0 || compare(numbers.slice(0, 2), NEWEST) > 0) {
    return refuse('TRP_VERSION_UNSUPPORTED', 'This node accepts TRP 2.1 to 3.2.')
  }
  return ok(numbers.join('.') as TrpVersion)
}

/**
 * The version to speak to a counterparty: the one its wire profile pins, else the best that both know when it has told its
 * own (`theirs`, as it was written), else ours.
 *
 * Refused as by `parseTrpVersion` when what it told is older than 2.1 or no version.
 */
export function selectTrpVersion(pinned: TrpVersion | undefined, theirs?: string): Result<TrpVersion> {
  if (pinned !== undefined) return ok(pinned)
  if (theirs === undefined) return ok(OWN_TRP_VERSION)
  const numbers = numbersOf(theirs.trim())
  const newer = numbers !== undefined && compare(numbers, numbersOf(OWN_TRP_VERSION) ?? []) > 0
  return newer ? ok(OWN_TRP_VERSION) : parseTrpVersion(theirs)
}

/** The version to try after a counterparty answered 400 to `spoken`; undefined when there is none left. */
export function downgradeTrpVersion(spoken: TrpVersion): TrpVersion | undefined {
  return LADDER.find((version) => compareTrpVersions(version, spoken) < 0)
}

/** Below zero when `left` is older than `right`, above zero when it is newer. */
export function compareTrpVersions(left: TrpVersion, right: TrpVersion): number {
  return compare(numbersOf(left) ?? [], numbersOf(right) ?? [])
}

/** Whether assets may be named by DTI. Source: TRP 3.2.0. */
export function knowsDti(version: TrpVersion): boolean {
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
