import type { Agent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isObject } from '@travel-rule/service/json'
import { Agent as HttpAgent } from '@travel-rule/service/node-http'
import type { AuthLogger } from './key-source.ts'
import { requestJson } from './request-json.ts'
import { openTokenCache } from './token-cache.ts'

export interface IntrospectionOptions {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** How long a verdict is cached. */
  readonly cacheSeconds: number
  readonly timeoutMs?: number | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  readonly logger?: AuthLogger | undefined
}

/** The provider's verdict on a token; `UNAVAILABLE` when it gives none. */
export type TokenActivity = 'ACTIVE' | 'INACTIVE' | 'UNAVAILABLE'

/** Introspects tokens that were already verified. */
export interface Introspection extends Disposable {
  /** The cached verdict on the token with this cache key. */
  known(key: string): TokenActivity | undefined
  /** The verdict on a token with this subject. Never rejects. */
  check(token: string, key: string, subject: string): Promise<TokenActivity>
}

const entriesMax = 10_000
const connectionsMax = 32
/** Maximum number of tokens that wait for a verdict. */
const waitingMax = 1_000
const bodyBytesMax = 64 * 1024
/** How long no token is sent after a failure, so that callers do not each wait for a timeout. */
const pauseMs = 1_000

/** Source: RFC 7662, section 2; the client authenticates as in RFC 6749, section 2.3.1. */
export function openIntrospection(options: IntrospectionOptions): Introspection {
  const { url, clientId, clientSecret, cacheSeconds, timeoutMs = 3_000, now = Date.now, logger } = options
  const verdicts = openTokenCache<{ readonly activity: TokenActivity }>({ entriesMax, now })
  const waiting = new Map<string, Promise<TokenActivity>>()
  const agent = openAgent(url)
  const credentials = Buffer.from([clientId, clientSecret].map(formEncoded).join(':')).toString('base64')
  const headers = {
    authorization: `Basic ${credentials}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  let failing = false
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  async function ask(token: string, key: string, subject: string): Promise<TokenActivity> {
    try {
      const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString()
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await requestJson(url, { headers, body, signal, bodyBytesMax, agent })
      const activity = readActivity(response, subject)
      verdicts.set(key, { activity }, now() + cacheSeconds * 1_000)
      if (failing) logger?.info({}, 'tokens are introspected again')
      failing = false
      return activity
    } catch (error) {
      if (!failing) logger?.warn({ err: error }, 'tokens cannot be introspected')
      failing = true
      pausedUntilMs = now() + pauseMs
      return 'UNAVAILABLE'
    }
  }

  return {
    known: (key) => verdicts.get(key)?.activity,
    check(token, key, subject) {
      const known = verdicts.get(key)
      if (known !== undefined) return Promise.resolve(known.activity)
      const asked = waiting.get(key)
      if (asked !== undefined) return asked
      if (waiting.size >= waitingMax || now() < pausedUntilMs) return Promise.resolve('UNAVAILABLE')
      const asking = ask(token, key, subject).finally(() => waiting.delete(key))
      waiting.set(key, asking)
      return asking
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

function readActivity(response: unknown, subject: string): TokenActivity {
  if (!isObject(response) || typeof response.active !== 'boolean') throw new Error('the response has no "active"')
  const isOther = typeof response.sub === 'string' && response.sub !== subject
  return response.active && !isOther ? 'ACTIVE' : 'INACTIVE'
}

function openAgent(url: string): Agent {
  const options = { keepAlive: true, maxSockets: connectionsMax }
  return new URL(url).protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
}

function formEncoded(value: string): string {
  return new URLSearchParams({ value }).toString().slice('value='.length)
}
