import {
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLFormattedError,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type ResponsePath,
  type SelectionSetNode,
} from 'graphql'
import { readExactly } from '../world/exact-json.ts'
import type { Circumstances } from '../world/execute-as-subgraph.ts'
import { readWithFaults } from '../world/field-faults.ts'
import { canonicalJson } from '../world/random.ts'
import { complete, type Thing, type World, type WorldValue } from '../world/world.ts'

export interface OperationInput {
  readonly document: DocumentNode
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

export interface MonolithResponse {
  readonly result: FormattedExecutionResult
  /** All possible errors. Where nulls propagate, an executor may report fewer, but no other ones. */
  readonly possible: readonly GraphQLFormattedError[]
  /** The executed mutation fields, in order. */
  readonly journal: readonly string[]
}

/** The response that the specification requires: one schema, executed by graphql-js. */
export async function runMonolith(circumstances: Circumstances, operation: OperationInput): Promise<MonolithResponse> {
  const { graph, nullableSchema } = circumstances.fixture
  const strict = { schema: graph.schema, publicSchema: graph.schema }
  const result = await run(strict, { ...circumstances, journal: [] }, operation, () => {})
  const journal: string[] = []
  const violations: GraphQLFormattedError[] = []
  const nullable = { schema: nullableSchema, publicSchema: graph.schema }
  const loose = await run(nullable, { ...circumstances, journal }, operation, (path) =>
    violations.push({ message: 'a null that the schema does not allow', path }),
  )
  return { result, possible: [...(loose.errors ?? []), ...violations], journal }
}

interface Schemas {
  /** Used to execute the operation. */
  readonly schema: GraphQLSchema
  /** Determines where null is not allowed. */
  readonly publicSchema: GraphQLSchema
}

async function run(
  { schema, publicSchema }: Schemas,
  { world, faults, journal }: Circumstances,
  { document, operationName, variables }: OperationInput,
  violated: (path: readonly (string | number)[]) => void,
): Promise<FormattedExecutionResult> {
  const fieldResolver: GraphQLFieldResolver<PlacedThing, unknown> = (source, sent, _context, info) => {
    const isRoot = source.type === 'root'
    const thing: PlacedThing = isRoot ? { type: info.parentType.name, key: 'root' } : source
    const args = { ...sent, ...contextArguments(world, faults, thing, info.fieldName) }
    if (info.operation.operation === 'mutation' && isRoot) journal.push(`${info.fieldName} ${canonicalJson(args)}`)
    const value = readWithFaults(world, faults, thing, info.fieldName, args, {
      violated: ({ item }) => violated([...keysOf(info.path), ...(item === undefined ? [] : [item])]),
    })
    const parent = publicSchema.getType(info.parentType.name)
    const type = isObjectType(parent) ? parent.getFields()[info.fieldName]?.type : undefined
    const visible = type === undefined ? value : withoutHidden(publicSchema, type, value, keysOf(info.path), violated)
    return complete(visible, (inner): PlacedThing => ({ ...inner, above: thing }))
  }
  const result = await execute({
    schema,
    document,
    operationName: operationName ?? null,
    variableValues: variables,
    rootValue: { type: 'root', key: '' },
    fieldResolver,
    typeResolver: (value: Thing) => (isObjectType(schema.getType(value.type)) ? value.type : undefined),
  })
  return readExactly(JSON.stringify(result)) as FormattedExecutionResult
}

/** A value with null for every enum value and object type that clients may not see. */
function withoutHidden(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  value: WorldValue,
  path: readonly (string | number)[],
  violated: (path: readonly (string | number)[]) => void,
): WorldValue {
  if (value === null) return null
  if (isNonNullType(type)) {
    const visible = withoutHidden(schema, type.ofType, value, path, violated)
    if (visible === null) violated(path)
    return visible
  }
  if (isListType(type)) {
    if (!Array.isArray(value)) return value
    return value.map((item: WorldValue, at) => withoutHidden(schema, type.ofType, item, [...path, at], violated))
  }
  if (isEnumType(type)) return 'leaf' in value && type.getValue(String(value.leaf)) === undefined ? null : value
  return 'type' in value && !isObjectType(schema.getType(value.type)) ? null : value
}

/** A thing, together with the one whose field returned it. */
interface PlacedThing extends Thing {
  readonly above?: PlacedThing
}

/**
 * The arguments that the nearest thing with a context passes to a field. Throws the error of a context field, if any.
 */
function contextArguments(
  world: World,
  faults: Circumstances['faults'],
  thing: PlacedThing,
  field: string,
): Record<string, unknown> {
  const found = world.facts.contextArguments.get(`${thing.type}.${field}`) ?? []
  return Object.fromEntries(
    found.map(({ name, setBy, selection }) => {
      let setter: PlacedThing | undefined = thing
      while (setter !== undefined && !setBy.has(setter.type)) setter = setter.above
      return [name, setter && readSelected(world, faults, setter, selection)]
    }),
  )
}

/** The value of a selection that has one field at each level. */
function readSelected(
  world: World,
  faults: Circumstances['faults'],
  thing: Thing,
  { selections: [node] }: SelectionSetNode,
): unknown {
  if (node?.kind !== Kind.FIELD) throw new Error('a context must select one field')
  const name = node.name.value
  const value = readWithFaults(
    world,
    faults,
    thing,
    name,
    {},
    {
      violated: () => {
        throw new GraphQLError(`${thing.type}.${name} is null`)
      },
    },
  )
  if (value === null || 'leaf' in value) return value === null ? null : value.leaf
  if (node.selectionSet === undefined || !('type' in value)) throw new Error('a context must not have lists')
  return readSelected(world, faults, value, node.selectionSet)
}

function keysOf(path: ResponsePath): (string | number)[] {
  return [...(path.prev === undefined ? [] : keysOf(path.prev)), path.key]
}
