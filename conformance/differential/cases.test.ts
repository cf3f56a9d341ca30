import { describe, expect, test } from 'vitest'
import { codeOf } from './compare/check-errors.ts'
import { DEPARTURES } from './departures.ts'
import { caseNames, readCase } from './read-case.ts'
import { runTrial } from './run-trial.ts'
import { canonicalJson } from './world/random.ts'

describe('with and without pass-through', () => {
  test.each(caseNames().map((name) => [readCase(name).expected.rule, name]))('%s', async (_rule, name) => {
    const { fixture, world, trial, expected } = readCase(name)
    const { problems, specification, stockDeparts, departures, general, passThrough } = await runTrial(
      fixture,
      world.facts,
      trial,
      world,
    )
    expect(problems).toEqual([])
    // The expected data also checks the oracle; a departure shows that the case is still needed.
    expect(JSON.stringify(specification.result.data)).toBe(JSON.stringify(expected.data))
    expect(stockDeparts).toBe(expected.stockDeparts)
    if (stockDeparts) expect(departures).toContain(name)
    for (const response of [general, passThrough]) {
      const errors = (response?.result.errors ?? []).map((error) => ({ path: error.path, code: codeOf(error) }))
      expect(new Set(errors.map(canonicalJson))).toEqual(new Set((expected.errors ?? []).map(canonicalJson)))
      if (expected.mutations !== undefined) expect(response?.journal).toEqual(expected.mutations)
    }
  })
})

test('departures.ts lists exactly the cases in which the stock executor departs from the specification', () => {
  const departing = caseNames().filter((name) => readCase(name).expected.stockDeparts)
  expect(DEPARTURES.flatMap(({ cases }) => cases).sort()).toEqual(departing)
})
