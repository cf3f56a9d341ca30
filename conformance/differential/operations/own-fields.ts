import { isAbstractType, isInterfaceType, isObjectType } from 'graphql'
import type { SubgraphFixture, SupergraphFixture } from '../load-supergraph.ts'
import type { FederationFacts } from '../world/federation-facts.ts'
import { typeIn } from '../world/type-in.ts'

/** The fields that a subgraph resolves by itself wherever it has the object. */
export interface Owner {
  has(type: string, field: string): boolean
  /** Whether it knows the concrete type of an object of an interface or union. */
  tellsType(abstractType: string): boolean
}

/** The subgraphs that have any field of the root type. */
export function ownersOf(fixture: SupergraphFixture, facts: FederationFacts, rootType: string): Owner[] {
  const type = fixture.graph.schema.getType(rootType)
  const rootFields = isObjectType(type) ? Object.keys(type.getFields()) : []
  return [...fixture.subgraphs.values()]
    .map((subgraph) => ownerOf(subgraph, facts))
    .filter((owner) => rootFields.some((field) => owner.has(rootType, field)))
}

function ownerOf({ name, schema }: SubgraphFixture, { moved, keyFields }: FederationFacts): Owner {
  return {
    tellsType: (abstractType) => isAbstractType(schema.getType(abstractType)),
    has(typeName, fieldName) {
      const coordinate = `${typeName}.${fieldName}`
      const type = typeIn(schema, typeName)
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined
      if (field === undefined || moved.has(`${name} ${coordinate}`)) return false
      const directives = (field.astNode?.directives ?? []).map((directive) => directive.name.value)
      return !directives.includes('requires') && (!directives.includes('external') || keyFields.has(coordinate))
    },
  }
}
