import { isObjectType } from 'graphql'
import type { SupergraphFixture } from '../load-supergraph.ts'
import type { Trial } from '../trial.ts'
import type { FederationFacts } from '../world/federation-facts.ts'
import { definitionsOf } from '../world/shapes.ts'

/** Whether the response to a trial, with its faults, must equal that of a monolith. */
export function isComparable(fixture: SupergraphFixture, facts: FederationFacts, trial: Trial): boolean {
  const { transportFaults, faults } = trial
  return transportFaults.length === 0 && faults.every(({ coordinate }) => isComparableField(fixture, facts, coordinate))
}

/**
 * Whether a fault of a field has the same consequences in a monolith. It has not where other fields depend on it through
 * the gateway, or where a subgraph is stricter about nulls than the supergraph, so that its response loses more.
 */
function isComparableField(fixture: SupergraphFixture, facts: FederationFacts, coordinate: string): boolean {
  if (facts.keyFields.has(coordinate) || facts.requiredFields.has(coordinate)) return false
  const [type = '', field = ''] = coordinate.split('.')
  const seen = fixture.graph.schema.getType(type)
  const definition = isObjectType(seen) ? seen.getFields()[field] : undefined
  if (definition === undefined) return false
  const nulls = (text: string) => text.replace(/\w+/g, '')
  return definitionsOf(fixture, type, field).every((one) => nulls(String(one.type)) === nulls(String(definition.type)))
}
