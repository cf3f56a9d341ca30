import { randomInt } from 'node:crypto'
import { type DocumentNode, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { generateTrial } from './generate-trial.ts'
import { loadSupergraph, supergraphNames } from './load-supergraph.ts'
import { runTrial } from './run-trial.ts'
import { shrink } from './shrink.ts'
import type { Trial } from './trial.ts'
import { readFacts } from './world/federation-facts.ts'

/** `DIFFERENTIAL_SEED=random` searches beyond the default seed; a number repeats a run. */
const { DIFFERENTIAL_SEED = '3', DIFFERENTIAL_OPERATIONS = '3500' } = process.env
const seed = DIFFERENTIAL_SEED === 'random' ? String(randomInt(2 ** 31)) : DIFFERENTIAL_SEED
const names = supergraphNames()
const operationsPerSupergraph = Math.ceil(Number(DIFFERENTIAL_OPERATIONS) / names.length)
const timeoutMs = 300_000
/** The least share of operations of each kind; a run with less would not test what it claims. */
const LEAST = { passedThrough: 0.03, withErrors: 0.2, mutations: 0.08 }

describe(`with DIFFERENTIAL_SEED=${seed}, ${operationsPerSupergraph} operations`, () => {
  test.each(names)(
    'on the supergraph %s the general path and pass-through return what the specification requires',
    async (name) => {
      const fixture = loadSupergraph(name)
      const facts = readFacts(fixture)
      const isValid = (document: DocumentNode) => validate(fixture.graph.schema, document).length === 0
      const run = (trial: Trial) => runTrial(fixture, facts, trial)
      const seen = { passedThrough: 0, withErrors: 0, mutations: 0 }
      for (let number = 0; number < operationsPerSupergraph; number++) {
        const trial = await generateTrial(fixture, facts, `${seed} ${name} ${number}`)
        const verdict = await run(trial)
        if (verdict.problems.length > 0) {
          const smallest = await shrink(trial, isValid, async (smaller) => (await run(smaller)).problems.length > 0)
          expect.fail(describeFailure({ seed, number, trial: smallest, verdict: await run(smallest) }))
        }
        if (verdict.passedThrough) seen.passedThrough++
        if ((verdict.general?.result.errors?.length ?? 0) > 0) seen.withErrors++
        if (verdict.specification.journal.length > 0) seen.mutations++
      }
      for (const [what, share] of Object.entries(LEAST)) {
        expect(seen[what as keyof typeof LEAST], what).toBeGreaterThanOrEqual(share * operationsPerSupergraph)
      }
    },
    timeoutMs,
  )
})
