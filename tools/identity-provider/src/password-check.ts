import type { IncomingMessage } from 'node:http'
import { addressKey, openClientAddresses } from '@travel-rule/http-host/client-address'
import { authenticate, type Person } from './identity-data.ts'

export const WRONG_PASSWORDS_MAX = 10
/** Generated passwords have 19 characters, 16 of which are random letters. */
const UNGUESSABLE_CHARACTERS_MIN = 16
const FIRST_PAUSE_SECONDS = 30
const PAUSE_SECONDS_MAX = 3_600
const REMEMBERED_SECONDS = 12 * 3_600
/** The count with the oldest failure is forgotten first. */
const PAIRS_MAX = 10_000

export type PasswordVerdict =
  | { readonly outcome: 'RIGHT'; readonly person: Person }
  | { readonly outcome: 'WRONG' }
  /** The password is wrong, or too short to be checked during a pause. */
  | { readonly outcome: 'PAUSED'; readonly retryAfterSeconds: number }

export interface Credentials {
  readonly login: string
  readonly password: string
  /** IP address of the client. */
  readonly address: string
}

export type PasswordCheck = (credentials: Credentials) => PasswordVerdict

interface Failures {
  readonly count: number
  readonly lastAtMs: number
}

/**
 * Checks passwords. After `WRONG_PASSWORDS_MAX` wrong ones for one person from one address, each further one doubles
 * the pause before the next attempt from there. A right password resets the count.
 *
 * Counted per address, so that a person cannot be locked out from elsewhere. Others may share the address: a right
 * password that is too long to guess, such as a generated one, is accepted even during a pause.
 */
export function openPasswordCheck(options: {
  readonly people: readonly Person[]
  readonly now: () => number
}): PasswordCheck {
  const { people, now } = options
  const failures = new Map<string, Failures>()

  return ({ login, password, address }) => {
    const key = `${addressKey(address)} ${identify(people, login)}`
    const known = failures.get(key)
    const recent = known !== undefined && now() < known.lastAtMs + REMEMBERED_SECONDS * 1_000 ? known : undefined
    const waitMs = recent === undefined ? 0 : recent.lastAtMs + pauseSeconds(recent.count) * 1_000 - now()
    const isChecked = waitMs <= 0 || password.length >= UNGUESSABLE_CHARACTERS_MIN
    const person = isChecked ? authenticate(people, login, password) : undefined
    if (waitMs > 0) {
      // The count is kept, since the guessing may continue.
      if (person !== undefined) return { outcome: 'RIGHT', person }
      return { outcome: 'PAUSED', retryAfterSeconds: Math.ceil(waitMs / 1_000) }
    }
    failures.delete(key)
    if (person !== undefined) return { outcome: 'RIGHT', person }
    failures.set(key, { count: (recent?.count ?? 0) + 1, lastAtMs: now() })
    for (const oldest of failures.keys()) {
      if (failures.size <= PAIRS_MAX) break
      failures.delete(oldest)
    }
    return { outcome: 'WRONG' }
  }
}

/** Equal for the user name and the e-mail address of a person; limited in length for any other login. */
function identify(people: readonly Person[], login: string): string {
  const wanted = login.trim().toLowerCase()
  const person = people.find(({ username, email }) => [username, email].some((name) => name.toLowerCase() === wanted))
  return person?.id ?? wanted.slice(0, LOGIN_CHARACTERS_MAX)
}

const LOGIN_CHARACTERS_MAX = 200

function pauseSeconds(count: number): number {
  if (count < WRONG_PASSWORDS_MAX) return 0
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (count - WRONG_PASSWORDS_MAX), PAUSE_SECONDS_MAX)
}

/** Only the gateway on this machine may name other clients. */
const addresses = openClientAddresses(['127.0.0.0/8', '::1'])

/** The address of the client behind the gateway. */
export function clientAddressOf(request: IncomingMessage): string {
  return addresses.of(request.socket.remoteAddress ?? '', request.headers)
}

/** The message that a person sees during a pause. */
export function describePause(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = retryAfterSeconds <= 60 ? `${retryAfterSeconds} s` : `${minutes} minutes`
  return `Too many wrong passwords. Try again in ${wait}.`
}
