import { type DocumentNode, isAbstractType, isCompositeType, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { SupergraphFixture } from './load-supergraph.ts'
import { generateOperation } from './operations/generate-operation.ts'
import type { Trial } from './trial.ts'
import type { FederationFacts } from './world/federation-facts.ts'
import type { FieldFault } from './world/field-faults.ts'
import { type Random, randomOf } from './world/random.ts'
import { definitionsOf } from './world/shapes.ts'
import { INSIDE_VALUES, TRANSPORT_FAULTS, type TransportFault } from './world/wire.ts'

const worldsPerSupergraph = 4
const FIELD_FAULTS = ['error', 'codedError', 'null', 'nullItem', 'hiddenValue'] as const

/** An operation with its circumstances: a third without faults, a third with faults of fields, a third with one of a subgraph. */
export function generateTrial(fixture: SupergraphFixture, facts: FederationFacts, seed: string): Trial {
  const random = randomOf(seed)
  const operation = generateOperation(fixture.graph.schema, `operation ${seed}`)
  const kind = random.pick(['none', 'fields', 'subgraph'] as const)
  return {
    supergraph: fixture.name,
    worldSeed: random.int(worldsPerSupergraph),
    operation,
    faults: kind === 'fields' ? fieldFaults(fixture, facts, operation.document, random) : [],
    transportFaults: kind === 'subgraph' ? transportFaults(fixture, random) : [],
    style: random.pick(['plain', 'plain', 'plain', 'spacious', 'escaped'] as const),
  }
}

function fieldFaults(
  fixture: SupergraphFixture,
  facts: FederationFacts,
  document: DocumentNode,
  random: Random,
): FieldFault[] {
  const coordinates = [...coordinatesOf(fixture, document)].filter((coordinate) =>
    isComparable(fixture, facts, coordinate),
  )
  return random.some(coordinates, 1 + random.int(3)).map((coordinate) => ({
    coordinate,
    kind: random.pick(FIELD_FAULTS),
    oneOf: 1 + random.int(3),
  }))
}

/**
 * Whether a fault at a field has the same consequences in a monolith: not where other fields depend on it through the gateway, and not where
 * a subgraph is stricter about nulls than the graph, so that its own answer loses more.
 */
function isComparable(fixture: SupergraphFixture, facts: FederationFacts, coordinate: string): boolean {
  if (facts.keyFields.has(coordinate) || facts.requiredFields.has(coordinate)) return false
  const [type = '', field = ''] = coordinate.split('.')
  const seen = fixture.graph.schema.getType(type)
  const definition = isCompositeType(seen) && 'getFields' in seen ? seen.getFields()[field] : undefined
  if (definition === undefined) return false
  const nulls = (text: string) => text.replace(/\w+/g, '')
  return definitionsOf(fixture, type, field).every((one) => nulls(String(one.type)) === nulls(String(definition.type)))
}

function coordinatesOf({ graph }: SupergraphFixture, document: DocumentNode): ReadonlySet<string> {
  const found = new Set<string>()
  const types = new TypeInfo(graph.schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType()
        if (!parent || node.name.value.startsWith('__') || parent.name.startsWith('__')) return
        const owners = isAbstractType(parent) ? graph.schema.getPossibleTypes(parent) : [parent]
        for (const owner of owners) found.add(`${owner.name}.${node.name.value}`)
      },
    }),
  )
  return found
}

function transportFaults(fixture: SupergraphFixture, random: Random): TransportFault[] {
  // Inside a custom scalar anything may stand, so that nobody could notice.
  const hasScalars = Object.values(fixture.graph.schema.getTypeMap()).some(
    (type) => type.astNode?.kind === 'ScalarTypeDefinition' || ['JSON', 'Date', 'DateTime', 'Long'].includes(type.name),
  )
  const kinds = TRANSPORT_FAULTS.filter((kind) => !hasScalars || !INSIDE_VALUES.includes(kind))
  return random
    .some([...fixture.subgraphs.keys()], random.chance(0.2) ? 2 : 1)
    .map((subgraph) => ({ subgraph, kind: random.pick(kinds) }))
}
