import { openFarSide } from '@travel-rule/service/testing/far-side'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { describe, expect, test } from 'vitest'
import { awaitReadiness } from './await-readiness.ts'

const never = new AbortController().signal
const answers = (...bodies: readonly Readonly<Record<string, string>>[]) => {
  let asked = 0
  return openFarSide('http', (_request, response) => {
    const checks = bodies[Math.min(asked, bodies.length - 1)] ?? {}
    asked += 1
    response.writeHead(Object.values(checks).every((detail) => detail === 'ok') ? 200 : 503)
    response.end(JSON.stringify({ checks }))
  })
}
const urlOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}/readyz`

describe('awaitReadiness', () => {
  test('waits until nothing is missing', async () => {
    await using part = await answers({ keys: 'not at hand' }, { keys: 'not at hand' }, { keys: 'ok' })
    expect(await awaitReadiness(urlOf(part), { signal: never, maxMs: 60_000 })).toBeUndefined()
  })

  test('says what is still missing when that takes too long', async () => {
    await using part = await answers({ keys: 'not at hand', database: 'ok', supergraph: 'none yet' })
    expect(await awaitReadiness(urlOf(part), { signal: never, maxMs: 100 })).toBe(
      'keys: not at hand, supergraph: none yet',
    )
  })

  test('says so when nobody answers', async () => {
    const port = await freePort()
    expect(await awaitReadiness(urlOf({ port }), { signal: never, maxMs: 100 })).toBe('it does not answer')
  })

  test('gives up when it is told to', async () => {
    await using part = await answers({ keys: 'not at hand' })
    const stop = new AbortController()
    const waiting = awaitReadiness(urlOf(part), { signal: stop.signal, maxMs: 60_000 })
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })
})
