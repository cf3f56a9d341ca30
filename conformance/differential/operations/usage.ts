import type { SupergraphFixture } from '../load-supergraph.ts'
import { prepareOperation, runGateway } from '../oracles/gateway.ts'
import { runMonolith } from '../oracles/monolith.ts'
import { isPlannerLimit } from '../planner-limits.ts'
import type { Trial } from '../trial.ts'
import type { WireCircumstances } from '../world/send-over-wire.ts'
import type { World } from '../world/world.ts'

/** Every `Type.field` of an object type that an operation reads. */
export async function fieldsRead(fixture: SupergraphFixture, world: World, trial: Trial): Promise<ReadonlySet<string>> {
  const read = new Set<string>()
  const recording: World = {
    ...world,
    read(thing, field, args, required) {
      read.add(`${thing.type}.${field}`)
      return world.read(thing, field, args, required)
    },
  }
  await runMonolith(circumstancesOf(fixture, recording, trial), trial.operation)
  return read
}

/** The subgraphs that an operation uses; empty when the planner cannot plan it. */
export async function subgraphsUsed(
  fixture: SupergraphFixture,
  world: World,
  trial: Trial,
): Promise<ReadonlySet<string>> {
  const circumstances = circumstancesOf(fixture, world, trial)
  try {
    const { fetches } = await runGateway(circumstances, prepareOperation(circumstances, trial.operation), 'general')
    return new Set(fetches.map(({ subgraph }) => subgraph))
  } catch (error) {
    if (isPlannerLimit(error)) return new Set()
    throw error
  }
}

export function circumstancesOf(fixture: SupergraphFixture, world: World, trial: Trial): WireCircumstances {
  const { faults, transportFaults, style, envelope, labels } = trial
  return { fixture, world, faults, transportFaults, style, envelope, labels, journal: [] }
}
