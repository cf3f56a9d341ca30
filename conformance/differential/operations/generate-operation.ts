import { type DocumentNode, Kind, OperationTypeNode, parse, print } from 'graphql'
import type { SupergraphFixture } from '../load-supergraph.ts'
import type { OperationInput } from '../oracles/monolith.ts'
import type { FederationFacts } from '../world/federation-facts.ts'
import { randomOf } from '../world/random.ts'
import { name } from './input-values.ts'
import { ownersOf } from './own-fields.ts'
import { makeValid } from './tidy.ts'
import { openVariables } from './variables.ts'
import { ALIASES, selectionSetOf, type Writing } from './write-selections.ts'

const selectionsMax = 45
const attemptsMax = 20
const oneSubgraphShare = 0.45

/** A valid operation, equal for equal seeds. Many use one subgraph for most or all of their fields. */
export function generateOperation(fixture: SupergraphFixture, facts: FederationFacts, seed: string): OperationInput {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const operation = write(fixture, facts, `${seed} ${attempt}`)
    if (operation !== undefined) return operation
  }
  throw new Error(`no valid operation in ${attemptsMax} attempts with seed ${seed}`)
}

function write(fixture: SupergraphFixture, facts: FederationFacts, seed: string): OperationInput | undefined {
  const { schema, facts: supergraphFacts } = fixture.graph
  const random = randomOf(seed)
  const mutation = random.chance(0.2) ? schema.getMutationType() : undefined
  const type = mutation ?? schema.getQueryType()
  if (!type) throw new Error('the schema has no query type')
  const variables = openVariables(random)
  const owner = random.chance(oneSubgraphShare) ? random.pick(ownersOf(fixture, facts, type.name)) : undefined
  const reserved = supergraphFacts.reservedNames
  const aliases = owner === undefined ? ALIASES : ALIASES.filter((alias) => !reserved.has(alias))
  const writing: Writing = { schema, random, variables, owner, aliases, fragments: [], budget: selectionsMax }
  const selectionSet = selectionSetOf(writing, type, 2 + random.int(5))
  const title = random.chance(0.5) ? 'Chosen' : undefined
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: mutation ? OperationTypeNode.MUTATION : OperationTypeNode.QUERY,
        ...(title && { name: name(title) }),
        variableDefinitions: variables.definitions,
        selectionSet,
      },
      ...writing.fragments,
    ],
  }
  const valid = makeValid(schema, document)
  // Printed and parsed again, like an operation from a client.
  if (valid === undefined) return undefined
  const values = JSON.parse(JSON.stringify(variables.values)) as Record<string, unknown>
  return { document: parse(print(valid), { noLocation: true }), operationName: title, variables: values }
}
