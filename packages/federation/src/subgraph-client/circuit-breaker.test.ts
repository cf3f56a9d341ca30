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
    pass: (ms: number) => {
      atMs += ms
    },
    /** Sends requests with these outcomes; says how many were let through. */
    send: (...outcomes: Outcome[]) => {
      const admitted = outcomes.map((outcome) => [breaker.admit(), outcome] as const)
      for (const [admission, outcome] of admitted) if (admission) breaker.settle(admission, outcome)
      return admitted.filter(([admission]) => admission !== undefined).length
    },
  }
}

describe('a closed circuit breaker', () => {
  test('opens at the share of failures, and admits no request', () => {
    const { send, states } = open()
    send('SUCCESS', 'SUCCESS', 'FAILURE')
    expect(states).toEqual([])
    send('FAILURE')
    expect(states).toEqual(['OPEN'])
    expect(send('SUCCESS', 'SUCCESS')).toBe(0)
  })

  test('stays closed while there are too few requests', () => {
    const { send, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE')
    expect(states).toEqual([])
  })

  test('ignores requests older than its window', () => {
    const { send, pass, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE')
    pass(1_001)
    send('FAILURE')
    pass(500)
    send('FAILURE', 'FAILURE')
    expect(states).toEqual([])
    send('FAILURE')
    expect(states).toEqual(['OPEN'])
  })

  test('does not count neutral outcomes', () => {
    const { send, states } = open()
    send('NEUTRAL', 'NEUTRAL', 'NEUTRAL', 'FAILURE', 'FAILURE', 'FAILURE')
    expect(states).toEqual([])
  })
})

describe('an open circuit breaker', () => {
  test('admits one probe after its open time, and closes when that succeeds', () => {
    const { breaker, send, pass, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    pass(99)
    expect(breaker.admit()).toBeUndefined()
    pass(1)
    const probe = breaker.admit()
    expect(probe?.probe).toBe(true)
    expect(breaker.admit()).toBeUndefined()
    if (probe) breaker.settle(probe, 'SUCCESS')
    expect(states).toEqual(['OPEN', 'HALF_OPEN', 'CLOSED'])
    expect(send('FAILURE', 'FAILURE', 'FAILURE')).toBe(3)
    expect(states.at(-1)).toBe('CLOSED')
  })

  test('doubles its open time after each failed probe, up to the limit', () => {
    const { send, pass, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    for (const waitMs of [100, 200, 300, 300]) {
      pass(waitMs - 1)
      expect(send('FAILURE')).toBe(0)
      pass(1)
      expect(send('FAILURE')).toBe(1)
      expect(states.at(-1)).toBe('OPEN')
    }
  })

  test('probes again after a neutral probe', () => {
    const { send, pass, states } = open()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    pass(100)
    expect(send('NEUTRAL')).toBe(1)
    expect(send('SUCCESS')).toBe(1)
    expect(states.at(-1)).toBe('CLOSED')
  })

  test('is not changed by requests that were sent before it opened', () => {
    const { breaker, send, states } = open()
    const early = breaker.admit()
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    if (early) breaker.settle(early, 'SUCCESS')
    expect(states).toEqual(['OPEN'])
    expect(send('SUCCESS')).toBe(0)
  })

  test('is not opened again by requests from before it closed', () => {
    const { breaker, send, pass, states } = open()
    const early = Array.from({ length: 20 }, () => breaker.admit())
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    pass(100)
    send('SUCCESS')
    for (const admission of early) if (admission) breaker.settle(admission, 'FAILURE')
    expect(states).toEqual(['OPEN', 'HALF_OPEN', 'CLOSED'])
    send('FAILURE', 'FAILURE', 'FAILURE', 'FAILURE')
    expect(states.at(-1)).toBe('OPEN')
  })
})
