import type { SupergraphFixture } from './load-supergraph.ts'
import { generateOperation } from './operations/generate-operation.ts'
import { fieldsRead, subgraphsUsed } from './operations/usage.ts'
import type { Trial } from './trial.ts'
import type { FederationFacts } from './world/federation-facts.ts'
import type { FieldFault } from './world/field-faults.ts'
import { openGeneratedWorld } from './world/generated-world.ts'
import { type Random, randomOf } from './world/random.ts'
import type { Shape } from './world/shapes.ts'
import { INSIDE_VALUES, TRANSPORT_FAULTS, type TransportFault } from './world/transport-faults.ts'
import type { World } from './world/world.ts'

const worldsPerSupergraph = 4

/** A third has no faults, a third has faults of fields, and a third has a fault of a subgraph. */
export async function generateTrial(fixture: SupergraphFixture, facts: FederationFacts, seed: string): Promise<Trial> {
  const random = randomOf(seed)
  const operation = generateOperation(fixture, facts, `operation ${seed}`)
  const kind = random.pick(['none', 'fields', 'subgraph'] as const)
  const trial: Trial = {
    supergraph: fixture.name,
    worldSeed: random.int(worldsPerSupergraph),
    operation,
    faults: [],
    transportFaults: [],
    style: random.pick(['plain', 'plain', 'plain', 'spacious', 'escaped'] as const),
    envelope: random.pick(['errorsFirst', 'dataFirst', 'extended'] as const),
    labels: facts.labels.filter(() => random.chance(0.5)),
  }
  if (kind === 'none') return trial
  const world = openGeneratedWorld(fixture, trial.worldSeed, facts)
  if (kind === 'fields')
    return { ...trial, faults: fieldFaults(facts, world, await fieldsRead(fixture, world, trial), random) }
  return { ...trial, transportFaults: transportFaults(fixture, await subgraphsUsed(fixture, world, trial), random) }
}

/** At most three faults, at selected fields or at key fields and required fields. */
function fieldFaults(facts: FederationFacts, world: World, read: ReadonlySet<string>, random: Random): FieldFault[] {
  const types = new Set([...read].map((coordinate) => coordinate.split('.')[0]))
  const keysAndRequired = [...facts.keyFields, ...facts.requiredFields].filter((one) => types.has(one.split('.')[0]))
  const coordinates = random.chance(0.2)
    ? keysAndRequired
    : [...read].filter((coordinate) => !keysAndRequired.includes(coordinate))
  return random.some(coordinates, 1 + random.int(3)).map((coordinate) => {
    const [type = '', field = ''] = coordinate.split('.')
    const kinds = keysAndRequired.includes(coordinate) ? ERRORS : kindsFor(world.shapeOf(type, field))
    return { coordinate, kind: random.pick(kinds), oneOf: random.chance(0.6) ? 1 : 2 + random.int(2) }
  })
}

const ERRORS = ['error', 'codedError'] as const

/** The kinds of faults that can affect a field. */
function kindsFor(shape: Shape): readonly FieldFault['kind'][] {
  const inner = shape.kind === 'nonNull' ? shape.of : shape
  let leaf = inner
  while (leaf.kind === 'nonNull' || leaf.kind === 'list') leaf = leaf.of
  return [
    ...ERRORS,
    'null',
    ...(inner.kind === 'list' ? (['nullItem'] as const) : []),
    ...((leaf.hidden ?? []).length > 0 ? (['hiddenValue', 'hiddenValue'] as const) : []),
  ]
}

function transportFaults(fixture: SupergraphFixture, requested: ReadonlySet<string>, random: Random): TransportFault[] {
  // A custom scalar allows any value, so a fault inside it has no effect.
  const hasScalars = Object.values(fixture.graph.schema.getTypeMap()).some(
    (type) => type.astNode?.kind === 'ScalarTypeDefinition' || ['JSON', 'Date', 'DateTime', 'Long'].includes(type.name),
  )
  const kinds = TRANSPORT_FAULTS.filter((kind) => !hasScalars || !INSIDE_VALUES.includes(kind))
  return random
    .some([...requested], random.chance(0.2) ? 2 : 1)
    .map((subgraph) => ({ subgraph, kind: random.pick(kinds) }))
}
