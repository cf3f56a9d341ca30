import type { Logout } from '@travel-rule/auth/logout-token'
import type { VerifiedToken } from '@travel-rule/auth/token-claims'
import { entriesMax } from '@travel-rule/service/entries-max'
import { LRUCache } from 'lru-cache'

type SessionToken = Pick<VerifiedToken, 'subject' | 'sessionId' | 'issuedAtSeconds'>

/** Sessions that ended at the provider, whose tokens are refused until they expire. */
export interface EndedSessions {
  end(logout: Logout): void
  /** True if the session of a token has ended. */
  hasEnded(token: SessionToken): boolean
}

/** Shares ended sessions between the processes or replicas of a gateway. */
export interface SharedLogouts {
  /**
   * Ends a session in the other processes and replicas. Resolves once the session has ended in the other processes of
   * the gateway, or is stored for other replicas. If that takes more than a few seconds, resolves anyway, and the
   * session is shared later.
   */
  publishLogout(logout: Logout): Promise<void>
  /** Calls `end` for every session that ended elsewhere, including those that ended before this start. */
  onLogout(end: (logout: Logout) => Promise<void>): Promise<void>
}

/** Limit on the ended sessions that are remembered; the oldest are forgotten first. */
const sessionsMax = 50_000

/** `tokenSecondsMax`: how long any token is accepted after it was issued. */
export function openEndedSessions(tokenSecondsMax: number): EndedSessions {
  const limits = { ...entriesMax(sessionsMax), ttl: tokenSecondsMax * 1_000 }
  const sessions = new LRUCache<string, true>(limits)
  /** By subject: when all its sessions ended, in seconds since 1970. */
  const subjects = new LRUCache<string, number>(limits)
  /** By subject: when any session ended, for tokens that do not name their session. */
  const unnamed = new LRUCache<string, number>(limits)

  return {
    end({ subject, sessionId, issuedAtSeconds }) {
      if (sessionId !== undefined) sessions.set(sessionId, true)
      const bySubject = sessionId === undefined ? subjects : unnamed
      if (subject !== undefined) bySubject.set(subject, Math.max(issuedAtSeconds, bySubject.get(subject) ?? 0))
    },
    hasEnded({ subject, sessionId, issuedAtSeconds }) {
      if (sessionId !== undefined && sessions.has(sessionId)) return true
      if (issuedAtSeconds <= (subjects.get(subject) ?? Number.NEGATIVE_INFINITY)) return true
      return sessionId === undefined && issuedAtSeconds <= (unnamed.get(subject) ?? Number.NEGATIVE_INFINITY)
    },
  }
}
