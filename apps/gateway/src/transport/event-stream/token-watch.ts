import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../identity/authenticator.ts'

/**
 * A signal that is aborted with `TOKEN_EXPIRED`, a `GraphQLError`, when the caller's token ends; with the reason of `left` when that is aborted; and
 * when the watch is disposed.
 */
export interface TokenWatch extends Disposable {
  readonly signal: AbortSignal
}

/** Node cannot wait longer. */
const timerMaxMs = 2_147_000_000

export function openTokenWatch(caller: Caller, left: AbortSignal): TokenWatch {
  const { acceptedUntilSeconds = caller.expiresAtSeconds } = caller
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const leave = () => ended.abort(left.reason)
  function watch(): void {
    const leftMs = acceptedUntilSeconds * 1_000 - Date.now()
    timer = setTimeout(() => (leftMs > timerMaxMs ? watch() : ended.abort(expired())), Math.min(leftMs, timerMaxMs))
  }
  watch()
  if (left.aborted) leave()
  else left.addEventListener('abort', leave, { once: true })
  return {
    signal: ended.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      left.removeEventListener('abort', leave)
      ended.abort(OVER)
    },
  }
}

const OVER = new Error('nobody waits any more')

function expired(): GraphQLError {
  return refusalError({ code: 'TOKEN_EXPIRED', message: 'The access token has expired. Ask again with a new one.' })
}
