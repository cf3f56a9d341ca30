import { print } from 'graphql'
import type { Verdict } from './run-trial.ts'
import type { Trial } from './trial.ts'

/** Everything that is needed to understand and repeat a failure. */
export function describeFailure({
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
    `DIFFERENTIAL_SEED=${seed}, operation ${number} of the supergraph ${trial.supergraph}, world ${trial.worldSeed}, made as small as possible:`,
    print(trial.operation.document),
    `variables: ${JSON.stringify(trial.operation.variables)}`,
    `faults: ${JSON.stringify([...trial.faults, ...trial.transportFaults])}, written ${trial.style}, ${trial.envelope}`,
    ...verdict.problems.map((problem) => `* ${problem}`),
    `the specification: ${JSON.stringify(specification.result)}`,
    `the general path:  ${JSON.stringify(general?.result)}`,
    `pass-through:      ${passThrough?.passedThrough ? JSON.stringify(passThrough.result) : 'not taken'}`,
    `stock:             ${JSON.stringify(stock?.result)}`,
    ...(general?.fetches ?? []).map((fetch) => `fetch ${fetch.subgraph} ${fetch.text}`),
  ].join('\n')
}
