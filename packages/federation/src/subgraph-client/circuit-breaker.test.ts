import { describe, expect, test } from 'vitest'
import { type CircuitState, type Outcome, openCircuitBreaker } from './circuit-breaker.ts'

const LIMITS = { windowMs: 1_000, requestsMin: 4, failureRatio: 0.5, openMs: 100, openMsMax: 300 }

function open() {
  let atMs = 5_000
  const states: CircuitState[] = []
  const breaker = openCircuitBreaker({
    limits: LIMITS,
    now: () => atMs,
    random: () => 0,
    onChange: (state) => states.push(state),
  })
  return {
    breaker,
    states,
    advance: (ms: number) => {
      atMs += ms
    },
    /** Sends requests with these outcomes. Returns the number of admitted requests. */
    send: (...outcomes: Outcome[]) => {
      const admitted = outcomes.map((outcome) => [breaker.admit(), outcome] as const)
      for (const [admission, outcome] of admitted) if (admission) breaker.settle(admission, outcome)
      return admitted.filter(([admission]) => admission !== undefined).length
    },
  }
}

describe('a closed circuit breaker', () => {
  test('a closed circuit breaker opens at the failure ratio, and then admits no request', () => {
    const { send, states } = open()
    send('SUCCESS', 'SUCCESS', 'FAILURE')
    expect(states).toEqual([])
    send('FAILURE')
    expect(states).toEqual(['OPEN'])
    expect(send('SUCCESS', 'SUCCESS')).toBe(0)
  })

  test('a circuit breaker stays closed while there are too few requests', () => {
    const { send, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE')
    expect(states).toEqual([])
  })

  test('a closed circuit breaker ignores requests older than its window', () => {
    const { send, advance, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE')
    advance(1_001)
    send('FAILURE')
    advance(500)
    send('FAILURE', 'FAILURE')
    expect(states).toEqual([])
    send('FAILURE')
    expect(states).toEqual(['OPEN'])
  })

  test('a closed circuit breaker does not count neutral outcomes', () => {
    const { send, states } = open()
    send('NEUTRAL', 'NEUTRAL', 'NEUTRAL', 'FAILURE', 'FAILURE', 'FAILURE')
    expect(states).toEqual([])
  })
})

describe('an open circuit breaker', () => {
  test('an open circuit breaker admits one probe after its open time, and closes when that succeeds', () => {
    const { breaker, send, advance, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    advance(99)
    expect(breaker.admit()).toBeUndefined()
    advance(1)
    const probe = breaker.admit()
    expect(probe?.probe).toBe(true)
    expect(breaker.admit()).toBeUndefined()
    if (probe) breaker.settle(probe, 'SUCCESS')
    expect(states).toEqual(['OPEN', 'HALF_OPEN', 'CLOSED'])
    expect(send('FAILURE', 'FAILURE', 'FAILURE')).toBe(3)
    expect(states.at(-1)).toBe('CLOSED')
  })

  test('an open circuit breaker doubles its open time after each failed probe, up to the limit', () => {
    const { send, advance, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    for (const waitMs of [100, 200, 300, 300]) {
      advance(waitMs - 1)
      expect(send('FAILURE')).toBe(0)
      advance(1)
      expect(send('FAILURE')).toBe(1)
      expect(states.at(-1)).toBe('OPEN')
    }
  })

  test('an open circuit breaker probes again after a neutral probe', () => {
    const { send, advance, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    advance(100)
    expect(send('NEUTRAL')).toBe(1)
    expect(send('SUCCESS')).toBe(1)
    expect(states.at(-1)).toBe('CLOSED')
  })

  test('a request sent before the circuit breaker opened does not close it', () => {
    const { breaker, send, states } = open()
    const early = breaker.admit()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    if (early) breaker.settle(early, 'SUCCESS')
    expect(states).toEqual(['OPEN'])
    expect(send('SUCCESS')).toBe(0)
  })

  test('a request sent before the circuit breaker opened does not open it again', () => {
    const { breaker, send, advance, states } = open()
    const early = Array.from({ length: 20 }, () => breaker.admit())
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    advance(100)
    send('SUCCESS')
    for (const admission of early) if (admission) breaker.settle(admission, 'FAILURE')
    expect(states).toEqual(['OPEN', 'HALF_OPEN', 'CLOSED'])
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    expect(states.at(-1)).toBe('OPEN')
  })
})
