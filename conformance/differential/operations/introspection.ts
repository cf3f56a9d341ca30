import {
  type FieldNode,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  Kind,
  parse,
  type SelectionNode,
} from 'graphql'
import type { Random } from '../world/random.ts'
import { name } from './input-values.ts'
import type { OperationVariables } from './variables.ts'

const SCHEMA = [
  '__schema { queryType { name kind } mutationType { name } subscriptionType { name } directives { name } }',
  'shape: __schema { __typename types { kind name } }',
]
const TYPE =
  '{ __typename kind name fields(includeDeprecated: true) { name args { name defaultValue } type { name ofType { name } } } possibleTypes { name } }'

/** An introspection field for the root of a query. */
export function introspection(schema: GraphQLSchema, random: Random, variables: OperationVariables): FieldNode {
  if (random.chance(0.5)) return fieldOf(random.pick(SCHEMA))
  const field = fieldOf(`about: __type(name: "") ${TYPE}`)
  const value = random.chance(0.4) ? variables.variableFor(new GraphQLNonNull(GraphQLString), false) : undefined
  const names = Object.keys(schema.getTypeMap())
  const literal = { kind: Kind.STRING, value: random.pick([...names, 'Nobody']) } as const
  return { ...field, arguments: [{ kind: Kind.ARGUMENT, name: name('name'), value: value ?? literal }] }
}

function fieldOf(source: string): FieldNode {
  const definition = parse(`{ ${source} }`, { noLocation: true }).definitions[0]
  const selection: SelectionNode | undefined =
    definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined
  if (selection?.kind !== Kind.FIELD) throw new Error('not a field')
  return selection
}
