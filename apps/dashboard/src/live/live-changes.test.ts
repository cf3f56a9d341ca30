import { openTestGateway } from '@travel-rule/web-app/testing/test-gateway'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { followChanges, type LiveChanges } from './live-changes.ts'

interface Change {
  readonly id: string
}

describe('the live changes', () => {
  let gateway: Awaited<ReturnType<typeof openTestGateway>>
  let live: LiveChanges
  let seen: string[]
  beforeEach(async () => {
    gateway = await openTestGateway()
    seen = []
    live = followChanges<Change>({
      url: gateway.url,
      query: 'subscription { changed { id } }',
      token: async () => 'a token',
      onChange: ({ id }) => void seen.push(id),
      onPhase: (phase) => void seen.push(phase),
      onGap: () => void seen.push('gap'),
      retryMsMax: 10,
    })
  })
  afterEach(async () => {
    live.close()
    await gateway[Symbol.asyncDispose]()
  })

  test('a lost connection resumes after the last change, without a gap', async () => {
    const before = await gateway.subscription()
    expect(before.extensions).toEqual({ announce: true })
    before.send({ data: null, extensions: { position: '1' } })
    before.send({ data: { changed: { id: 'a' } }, extensions: { position: '2' } })
    await expect.poll(() => seen).toEqual(['CONNECTING', 'gap', 'LIVE', 'a'])
    before.cut()
    const after = await gateway.subscription()
    expect(after.extensions).toEqual({ announce: true, resumeAfter: '2' })
    after.send({ data: { changed: { id: 'b' } }, extensions: { position: '3' } })
    await expect.poll(() => seen.slice(4)).toEqual(['RECONNECTING', 'LIVE', 'b'])
  })

  test('when resuming is impossible, the subscription begins again and reports the gap', async () => {
    const before = await gateway.subscription()
    before.send({ data: null, extensions: { position: '1' } })
    before.fail('RESUME_IMPOSSIBLE')
    const after = await gateway.subscription()
    expect(after.extensions).toEqual({ announce: true })
    after.send({ data: null, extensions: { position: '9' } })
    await expect.poll(() => seen.filter((one) => one === 'gap')).toHaveLength(2)
  })

  test('an expired token is replaced and the subscription resumes', async () => {
    const before = await gateway.subscription()
    before.send({ data: null, extensions: { position: '5' } })
    before.fail('TOKEN_EXPIRED')
    expect((await gateway.subscription()).extensions).toEqual({ announce: true, resumeAfter: '5' })
    expect(seen).toContain('RECONNECTING')
  })

  test('a connection that does not respond is replaced', async () => {
    await using silent = await openTestGateway()
    const own = followChanges<Change>({
      url: silent.url,
      query: 'subscription { changed { id } }',
      token: async () => 'a token',
      onChange: () => {},
      onPhase: () => {},
      onGap: () => {},
      retryMsMax: 10,
      pingMs: 20,
      pongMs: 20,
    })
    await silent.subscription()
    await silent.subscription()
    own.close()
  })

  test('a refusal stops the changes and is reported', async () => {
    const before = await gateway.subscription()
    before.fail('FORBIDDEN')
    await expect.poll(() => seen.at(-1)).toBe('STOPPED')
  })
})
