import { ok, type Result, refuse } from '@travel-rule/service/result'

/** A VASP needs two while it changes its key. */
const PINNED_KEYS_MAX = 5

/**
 * `pinned` with the key `digest` added; `digest` is undefined if the key could not be read.
 *
 * Refused with `VASP_KEY_INVALID` and `VASP_KEYS_TOO_MANY`.
 */
export function addPin(pinned: readonly string[], digest: string | undefined): Result<readonly string[]> {
  if (digest === undefined) {
    const message = 'pin must be a certificate in PEM, or the SHA-256 digest of its public key in Base64.'
    return refuse('VASP_KEY_INVALID', message)
  }
  if (pinned.includes(digest)) return ok(pinned)
  if (pinned.length === PINNED_KEYS_MAX) {
    return refuse('VASP_KEYS_TOO_MANY', `A VASP can have at most ${PINNED_KEYS_MAX} pinned keys: unpin one first.`)
  }
  return ok([...pinned, digest])
}
