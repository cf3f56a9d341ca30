import { setTimeout } from 'node:timers/promises'
import type { TokenActivity } from '@travel-rule/auth/introspection'
import type { VerifiedToken } from '@travel-rule/auth/token-claims'
import { visitInSlices } from '@travel-rule/service/visit-in-slices'

/** A caller whose token may be revoked. */
export interface RevocableCaller {
  /** The facts of the token; absent when no token is required. */
  readonly token?: VerifiedToken
  /** True while the provider still considers the token valid; absent without introspection. */
  activity?(): Promise<TokenActivity>
}

/** A WebSocket or event stream that is open for a caller. */
export interface LiveMember {
  readonly caller: RevocableCaller | undefined
  /** Ends the connection because its caller's token is no longer accepted. */
  revoke(): void
}

/** Every WebSocket and event stream that is open for a caller with a token. */
export interface LiveCallers {
  /**
   * Adds a member until `delete`. Revokes it soon if the token of its caller was already revoked.
   */
  add(member: LiveMember): void
  delete(member: LiveMember): void
  /** Revokes the members of these callers, thousands of them in slices. */
  revoke(isRevoked: (caller: RevocableCaller) => boolean): Promise<void>
  /** The callers, each once. */
  callers(): Set<RevocableCaller>
}

/** How long members are revoked before the event loop runs other work. */
const sliceMs = 5

/** `wasRevoked` says whether a caller's token was revoked before. */
export function openLiveCallers(wasRevoked: (caller: RevocableCaller) => boolean): LiveCallers {
  const members = new Set<LiveMember>()

  function revokeIf(isRevoked: (caller: RevocableCaller) => boolean, member: LiveMember): void {
    if (members.has(member) && member.caller !== undefined && isRevoked(member.caller)) member.revoke()
  }

  return {
    add(member) {
      members.add(member)
      // Deferred, since the member is still being opened.
      if (member.caller !== undefined && wasRevoked(member.caller)) queueMicrotask(() => revokeIf(wasRevoked, member))
    },
    delete: (member) => void members.delete(member),
    revoke: (isRevoked) => visitInSlices(members, sliceMs, (member) => revokeIf(isRevoked, member)),
    callers: () => new Set([...members].flatMap(({ caller }) => (caller === undefined ? [] : [caller]))),
  }
}

/** Pause between two rounds. */
const pauseMs = 30_000
/** Limit on concurrent checks. */
const concurrencyMax = 8

/**
 * Revokes live callers whose token the provider no longer considers valid, within about half a minute, until disposed.
 * While the provider does not respond, callers stay connected until their token expires.
 */
export function recheckCallers(live: LiveCallers, everyMs: number = pauseMs): AsyncDisposable {
  const stop = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    try {
      for (;;) {
        await setTimeout(everyMs, undefined, { signal: stop.signal, ref: false })
        await recheckAll()
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
  }

  async function recheckAll(): Promise<void> {
    const callers = live.callers().values()
    let isAvailable = true
    async function work(): Promise<void> {
      for (const caller of callers) {
        if (!isAvailable || stop.signal.aborted) return
        isAvailable = (await recheck(caller)) && isAvailable
      }
    }
    await Promise.all(Array.from({ length: concurrencyMax }, work))
  }

  /** False when the provider does not respond. */
  async function recheck(caller: RevocableCaller): Promise<boolean> {
    const activity = await caller.activity?.()
    if (activity === 'INACTIVE') await live.revoke((other) => other === caller)
    return activity !== 'UNAVAILABLE'
  }

  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}
