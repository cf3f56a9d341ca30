import { randomInt } from 'node:crypto'
import { type DocumentNode, print, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { generateTrial } from './generate-trial.ts'
import { loadSupergraph, supergraphNames } from './load-supergraph.ts'
import { runTrial, type Verdict } from './run-trial.ts'
import { shrink } from './shrink.ts'
import type { Trial } from './trial.ts'
import { readFacts } from './world/federation-facts.ts'

/** `DIFFERENTIAL_SEED=random` generates new operations; a number repeats an earlier run. */
const { DIFFERENTIAL_SEED = '3', DIFFERENTIAL_OPERATIONS = '1500' } = process.env
const seed = DIFFERENTIAL_SEED === 'random' ? String(randomInt(2 ** 31)) : DIFFERENTIAL_SEED
const names = supergraphNames()
const operationsPerSupergraph = Math.ceil(Number(DIFFERENTIAL_OPERATIONS) / names.length)
/**
 * Minimum share of operations of each kind: with fewer, a run would test too little. Few are joined, since no response
 * may have errors or white space.
 */
const SHARE_MIN = { passedThrough: 0.03, joined: 0.002, withErrors: 0.2, mutations: 0.08 }

describe(`generated operations with DIFFERENTIAL_SEED=${seed}, ${operationsPerSupergraph} per supergraph`, () => {
  test.each(names)(
    'operations on the supergraph %s get the response that the specification requires, with and without pass-through',
    async (name) => {
      const fixture = loadSupergraph(name)
      const facts = readFacts(fixture)
      const isValid = (document: DocumentNode) => validate(fixture.graph.schema, document).length === 0
      const run = (trial: Trial) => runTrial(fixture, facts, trial)
      const counts = { passedThrough: 0, joined: 0, withErrors: 0, mutations: 0 }
      for (let number = 0; number < operationsPerSupergraph; number++) {
        const trial = await generateTrial(fixture, facts, `${seed} ${name} ${number}`)
        const verdict = await run(trial)
        if (verdict.problems.length > 0) {
          const smallest = await shrink(trial, isValid, async (smaller) => (await run(smaller)).problems.length > 0)
          expect.fail(describeFailure({ seed, number, trial: smallest, verdict: await run(smallest) }))
        }
        if (verdict.passedThrough) counts.passedThrough++
        if (verdict.joined) counts.joined++
        if ((verdict.general?.result.errors?.length ?? 0) > 0) counts.withErrors++
        if (verdict.specification.journal.length > 0) counts.mutations++
      }
      for (const [what, share] of Object.entries(SHARE_MIN)) {
        expect(counts[what as keyof typeof SHARE_MIN], what).toBeGreaterThanOrEqual(share * operationsPerSupergraph)
      }
    },
  )
})

/** All that is needed to understand and repeat a failure. */
function describeFailure({
  seed,
  number,
  trial,
  verdict,
}: {
  readonly seed: string
  readonly number: number
  readonly trial: Trial
  readonly verdict: Verdict
}): string {
  const { specification, general, passThrough, stock } = verdict
  return [
    `DIFFERENTIAL_SEED=${seed}, operation ${number} of the supergraph ${trial.supergraph}, world ${trial.worldSeed}, shrunk:`,
    print(trial.operation.document),
    `variables: ${JSON.stringify(trial.operation.variables)}`,
    `faults: ${JSON.stringify([...trial.faults, ...trial.transportFaults])}, written ${trial.style}, ${trial.envelope}`,
    ...verdict.problems.map((problem) => `* ${problem}`),
    `specification: ${JSON.stringify(specification.result)}`,
    `general executor: ${JSON.stringify(general?.result)}`,
    `pass-through:     ${passThrough?.passedThrough ? JSON.stringify(passThrough.result) : 'not used'}`,
    `stock:            ${JSON.stringify(stock?.result)}`,
    ...(general?.fetches ?? []).map((fetch) => `fetch ${fetch.subgraph} ${fetch.request}`),
  ].join('\n')
}
