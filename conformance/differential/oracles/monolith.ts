import {
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isObjectType,
  type ResponsePath,
} from 'graphql'
import { readExactly } from '../world/exact-json.ts'
import type { Circumstances } from '../world/execute-as-subgraph.ts'
import { readWithFaults } from '../world/field-faults.ts'
import { canonicalJson } from '../world/random.ts'
import { complete, type Thing, type World } from '../world/world.ts'

export interface OperationInput {
  readonly document: DocumentNode
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

export interface MonolithResponse {
  readonly result: FormattedExecutionResult
  /** Every possible error. Where nulls propagate, an executor may report fewer, but no others. */
  readonly possible: readonly GraphQLFormattedError[]
  /** The executed mutation fields in order. */
  readonly journal: readonly string[]
}

/** The response that the specification requires: one schema, executed by graphql-js. */
export async function runMonolith(circumstances: Circumstances, operation: OperationInput): Promise<MonolithResponse> {
  const { graph, nullableSchema } = circumstances.fixture
  const result = await run(graph.schema, { ...circumstances, journal: [] }, operation, () => {})
  const journal: string[] = []
  const violations: GraphQLFormattedError[] = []
  const loose = await run(nullableSchema, { ...circumstances, journal }, operation, (path) =>
    violations.push({ message: 'a null that the schema does not allow', path }),
  )
  return { result, possible: [...(loose.errors ?? []), ...violations], journal }
}

async function run(
  schema: GraphQLSchema,
  { world, faults, journal }: Circumstances,
  { document, operationName, variables }: OperationInput,
  violated: (path: readonly (string | number)[]) => void,
): Promise<FormattedExecutionResult> {
  const fieldResolver: GraphQLFieldResolver<PlacedThing, unknown> = (source, sent, _context, info) => {
    const isRoot = source.type === 'root'
    const thing: PlacedThing = isRoot ? { type: info.parentType.name, key: 'root' } : source
    const args = { ...sent, ...contextArguments(world, thing, info.fieldName) }
    if (info.operation.operation === 'mutation' && isRoot) journal.push(`${info.fieldName} ${canonicalJson(args)}`)
    const value = readWithFaults(world, faults, thing, info.fieldName, args, {
      violated: ({ item }) => violated([...keysOf(info.path), ...(item === undefined ? [] : [item])]),
    })
    return complete(value, (inner): PlacedThing => ({ ...inner, above: thing }))
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

/** A thing with the one whose field returned it. */
interface PlacedThing extends Thing {
  readonly above?: PlacedThing
}

/** The arguments that the nearest thing with a context gives to a field. */
function contextArguments(world: World, thing: PlacedThing, field: string): Record<string, unknown> {
  const found = world.facts.contextArguments.get(`${thing.type}.${field}`) ?? []
  return Object.fromEntries(
    found.map(({ name, setBy, selection }) => {
      let setter: PlacedThing | undefined = thing
      while (setter !== undefined && !setBy.has(setter.type)) setter = setter.above
      let value: unknown = setter && world.project(setter, selection)
      while (typeof value === 'object' && value !== null) [value] = Object.values(value)
      return [name, value]
    }),
  )
}

function keysOf(path: ResponsePath): (string | number)[] {
  return [...(path.prev === undefined ? [] : keysOf(path.prev)), path.key]
}
