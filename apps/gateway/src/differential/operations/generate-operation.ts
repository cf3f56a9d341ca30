import { type DocumentNode, type GraphQLSchema, Kind, OperationTypeNode, parse, print } from 'graphql'
import type { OperationInput } from '../oracles/monolith.ts'
import { randomOf } from '../world/random.ts'
import { name } from './input-values.ts'
import { madeValid } from './tidy.ts'
import { openVariables } from './variables.ts'
import { selectionSetOf, type Writing } from './write-selections.ts'

const selectionsMax = 45
const attemptsMax = 20

/** A valid operation that follows from the seed alone. */
export function generateOperation(schema: GraphQLSchema, seed: string): OperationInput {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const operation = write(schema, `${seed} ${attempt}`)
    if (operation !== undefined) return operation
  }
  throw new Error(`no valid operation in ${attemptsMax} attempts with seed ${seed}`)
}

function write(schema: GraphQLSchema, seed: string): OperationInput | undefined {
  const random = randomOf(seed)
  const mutation = random.chance(0.2) ? schema.getMutationType() : undefined
  const type = mutation ?? schema.getQueryType()
  if (!type) throw new Error('there is no query type')
  const variables = openVariables(random)
  const writing: Writing = { schema, random, variables, fragments: [], budget: selectionsMax }
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
  const valid = madeValid(schema, document)
  // What is executed was once text, as everything that clients send.
  if (valid === undefined) return undefined
  const values = JSON.parse(JSON.stringify(variables.values)) as Record<string, unknown>
  return { document: parse(print(valid), { noLocation: true }), operationName: title, variables: values }
}
