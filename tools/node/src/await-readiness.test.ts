import { openFarSide } from '@travel-rule/service/testing/far-side'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { describe, expect, test } from 'vitest'
import { awaitReadiness } from './await-readiness.ts'

const never = new AbortController().signal

/** A part that responds with each of `bodies` in turn, and then repeats the last. */
const respondWith = (...bodies: readonly Readonly<Record<string, string>>[]) => {
  let requests = 0
  return openFarSide('http', (_request, response) => {
    const checks = bodies[Math.min(requests, bodies.length - 1)] ?? {}
    requests += 1
    response.writeHead(Object.values(checks).every((detail) => detail === 'ok') ? 200 : 503)
    response.end(JSON.stringify({ checks }))
  })
}
const urlOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}/readyz`

describe('waiting for the readiness of a part', () => {
  const patient = { signal: never, noticeMs: 60_000, onLong: () => {} }

  test('waiting for readiness ends when nothing is missing', async () => {
    await using part = await respondWith({ keys: 'not loaded' }, { keys: 'not loaded' }, { keys: 'ok' })
    expect(await awaitReadiness(urlOf(part), { ...patient, maxMs: 60_000 })).toBeUndefined()
  })

  test('waiting for readiness reports once what is missing, and returns it after the timeout', async () => {
    await using part = await respondWith({ keys: 'not loaded', database: 'ok', supergraph: 'not loaded' })
    const reported: string[] = []
    const options = { ...patient, noticeMs: 100, maxMs: 1_000, onLong: (missing: string) => reported.push(missing) }
    const missing = 'keys: not loaded, supergraph: not loaded'
    expect(await awaitReadiness(urlOf(part), options)).toBe(missing)
    expect(reported).toEqual([missing])
  })

  test('waiting for readiness reports a part that does not respond', async () => {
    const port = await freePort()
    expect(await awaitReadiness(urlOf({ port }), { ...patient, maxMs: 1_000 })).toBe('it does not respond')
  })

  test('waiting for readiness rejects with the reason of an aborted signal', async () => {
    await using part = await respondWith({ keys: 'not loaded' })
    const stop = new AbortController()
    const waiting = awaitReadiness(urlOf(part), { ...patient, signal: stop.signal, maxMs: 60_000 })
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
  })
})
