import { isAbstractType, isInterfaceType, isObjectType } from 'graphql'
import type { SubgraphFixture, SupergraphFixture } from '../load-supergraph.ts'
import type { FederationFacts } from '../world/federation-facts.ts'
import { publicType } from '../world/public-types.ts'

/** The fields that a subgraph resolves without other subgraphs. */
export interface Owner {
  has(type: string, field: string): boolean
  /** True if it resolves the concrete type of an interface or union. */
  knowsTypesOf(abstractType: string): boolean
}

/** The subgraphs that have any field of the root type. */
export function ownersOf(fixture: SupergraphFixture, facts: FederationFacts, rootType: string): Owner[] {
  const type = fixture.graph.schema.getType(rootType)
  const rootFields = isObjectType(type) ? Object.keys(type.getFields()) : []
  return [...fixture.subgraphs.values()]
    .map((subgraph) => ownerOf(subgraph, facts))
    .filter((owner) => rootFields.some((field) => owner.has(rootType, field)))
}

function ownerOf({ name, schema }: SubgraphFixture, { moved, moving, keyFields }: FederationFacts): Owner {
  return {
    knowsTypesOf: (abstractType) => isAbstractType(schema.getType(abstractType)),
    has(typeName, fieldName) {
      const coordinate = `${typeName}.${fieldName}`
      const type = publicType(schema, typeName)
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined
      const here = `${name} ${coordinate}`
      if (field === undefined || moved.has(here) || moving.has(here)) return false
      const directives = (field.astNode?.directives ?? []).map((directive) => directive.name.value)
      return !directives.includes('requires') && (!directives.includes('external') || keyFields.has(coordinate))
    },
  }
}
