import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'

/** How often an operation may ask for as much as the query that tools send to read the whole schema. */
const WHOLE_SCHEMAS_MAX = 4
/** What a list of introspection is taken to have, other than that of all types. */
const LIST_SIZE = 8

const LISTS: readonly string[] = [
  'fields',
  'args',
  'interfaces',
  'possibleTypes',
  'enumValues',
  'inputFields',
  'directives',
  'locations',
]

/** The number of values that introspection may have to answer, and how many it may be. */
export interface IntrospectionSize {
  readonly value: number
  readonly max: number
}

/** How much an operation reads of the schema; each fragment is measured once. `undefined` when it does not read the schema. */
export function introspectionSize(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): IntrospectionSize | undefined {
  const value = sizeOf(schema, document, operation)
  return value === 0 ? undefined : { value, max: wholeSchemaSize(schema) * WHOLE_SCHEMAS_MAX }
}

const wholeSizes = new WeakMap<GraphQLSchema, number>()

function wholeSchemaSize(schema: GraphQLSchema): number {
  const known = wholeSizes.get(schema)
  if (known !== undefined) return known
  const options = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, oneOf: true }
  const document = parse(getIntrospectionQuery({ ...options, inputValueDeprecation: true }))
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const size = operation === undefined ? 0 : sizeOf(schema, document, operation)
  wholeSizes.set(schema, size)
  return size
}

function sizeOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): number {
  const types = Object.keys(schema.getTypeMap()).length
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  const known = new Map<string, number>()

  const within = ({ selections }: SelectionSetNode, inside: boolean): number => {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sum += within(selection.selectionSet, inside)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) sum += spread(selection.name.value, inside)
      else {
        const name = selection.name.value
        const begins = name === '__schema' || name === '__type'
        if (!inside && !begins) continue
        const values = selection.selectionSet === undefined ? 0 : within(selection.selectionSet, true)
        sum += (inside ? lengthOf(name, types) : 1) * (1 + values)
      }
    }
    return sum
  }
  const spread = (name: string, inside: boolean): number => {
    const fragment = fragments.get(name)
    if (fragment === undefined) return 0
    const key = `${inside} ${name}`
    const size = known.get(key) ?? within(fragment.selectionSet, inside)
    known.set(key, size)
    return size
  }
  return within(operation.selectionSet, false)
}

function lengthOf(field: string, types: number): number {
  if (field === 'types') return types
  return LISTS.includes(field) ? LIST_SIZE : 1
}
