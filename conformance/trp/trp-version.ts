/** The version with which a conversation begins. */
export const NEWEST_VERSION = '3.2.1'
/** Tried if a VASP refuses a version without naming a supported one. */
const FALLBACK_VERSION = '3.1.0'
const OLDEST = '2.1.0'
/** Exclusive upper bound. */
const TOO_NEW = '3.3.0'

/**
 * A version such as `3.2.1`, or `3.2` with `.0` added; `undefined` for anything else and for versions that the kit does
 * not support.
 */
export function spokenVersion(text: unknown): string | undefined {
  const [, major, minor, patch = '0'] = /^\s*(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?\s*$/.exec(String(text)) ?? []
  if (major === undefined) return undefined
  const version = [major, minor, patch].map(Number).join('.')
  return compareVersions(version, OLDEST) >= 0 && compareVersions(version, TOO_NEW) < 0 ? version : undefined
}

/** Negative when `left` is older than `right`, positive when it is newer. */
export function compareVersions(left: string, right: string): number {
  const [one, other] = [left, right].map((version) => version.split('.').map(Number))
  const position = [0, 1, 2].find((index) => (one?.[index] ?? 0) !== (other?.[index] ?? 0))
  return position === undefined ? 0 : (one?.[position] ?? 0) - (other?.[position] ?? 0)
}

/** The version in which to try again after `refused` got 400; undefined when none is left. */
export function olderVersion(refused: string): string | undefined {
  return compareVersions(FALLBACK_VERSION, refused) < 0 ? FALLBACK_VERSION : undefined
}
