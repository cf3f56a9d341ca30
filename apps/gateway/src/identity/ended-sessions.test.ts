import { expect, test } from 'vitest'
import { openEndedSessions } from './ended-sessions.ts'

const tokenOf = (sessionId: string) => ({ subject: 'anna', sessionId, issuedAtSeconds: 1 })

test('beyond 50,000 ended sessions, the oldest are forgotten', () => {
  const ended = openEndedSessions(3_600)
  for (let session = 0; session <= 50_000; session += 1) {
    ended.end({ subject: undefined, sessionId: `session-${session}`, issuedAtSeconds: 1, tokenId: `${session}` })
  }
  expect(ended.hasEnded(tokenOf('session-0'))).toBe(false)
  expect(ended.hasEnded(tokenOf('session-1'))).toBe(true)
  expect(ended.hasEnded(tokenOf('session-50000'))).toBe(true)
})
