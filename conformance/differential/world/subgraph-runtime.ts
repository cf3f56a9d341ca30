import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  isObjectType,
  isUnionType,
  type OperationTypeNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql'
import type { SubgraphFixture, SupergraphFixture } from '../load-supergraph.ts'
import { fieldSetOf } from './federation-facts.ts'
import { type FieldFault, readWithFaults } from './field-faults.ts'
import { present } from './present.ts'
import { nested, provides } from './provided.ts'
import { canonicalJson } from './random.ts'
import { findThing, projectTold, type Told, toWire } from './representations.ts'
import type { Thing, World } from './world.ts'

/** A request as a subgraph reads it from the wire. */
export interface WireRequest {
  readonly query: string
  readonly operationName?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** What one operation has in common in every subgraph. */
export interface Circumstances {
  readonly fixture: SupergraphFixture
  readonly world: World
  readonly faults: readonly FieldFault[]
  /** Takes every mutation field that is executed. */
  readonly journal: string[]
  /** Things that a subgraph does not know when it is told about them: `subgraph type/key`. */
  readonly missing?: ReadonlySet<string>
}

/** A thing inside a subgraph: with what a representation told about it, and what its parent provides of it. */
interface SubgraphThing {
  readonly thing: Thing
  /** The name by which this subgraph knows its type. */
  readonly typeName: string
  readonly told?: Told
  readonly provided?: SelectionSetNode
}

interface Context extends Circumstances {
  readonly subgraph: SubgraphFixture
}

/** The answer of a conforming subgraph: validated and executed by graphql-js. */
export async function answerAsSubgraph(
  circumstances: Circumstances,
  subgraph: SubgraphFixture,
  request: WireRequest,
): Promise<ExecutionResult> {
  prepareEntities(subgraph)
  const parsed = parseKnown(subgraph, request.query)
  if (!('kind' in parsed)) return { errors: parsed }
  return execute({
    schema: subgraph.schema,
    document: parsed,
    operationName: request.operationName ?? null,
    variableValues: request.variables ?? {},
    rootValue: { thing: { type: 'root', key: '' }, typeName: 'root' } satisfies SubgraphThing,
    contextValue: { ...circumstances, subgraph } satisfies Context,
    fieldResolver: resolveField,
    typeResolver: (value: SubgraphThing) => value.typeName,
  })
}

const parsedMax = 300
const parsedOperations = new Map<SubgraphFixture, Map<string, DocumentNode | readonly GraphQLError[]>>()

function parseKnown(subgraph: SubgraphFixture, query: string): DocumentNode | readonly GraphQLError[] {
  const known = parsedOperations.get(subgraph) ?? new Map<string, DocumentNode | readonly GraphQLError[]>()
  parsedOperations.set(subgraph, known)
  const found = known.get(query)
  if (found !== undefined) return found
  if (known.size >= parsedMax) known.clear()
  const document = parse(query)
  const problems = validate(subgraph.schema, document)
  const result = problems.length > 0 ? problems : document
  known.set(query, result)
  return result
}

const resolveField: GraphQLFieldResolver<SubgraphThing, Context> = (source, args, context, info) => {
  const { parentType, fieldName, operation } = info
  if (fieldName === '_entities') return args.representations.map((told: Told) => entityOrError(context, told))
  const { world, faults, subgraph, journal, fixture } = context
  const isRoot = source.thing.type === 'root'
  const thing = isRoot ? { type: rootName(operation.operation), key: 'root' } : source.thing
  if (operation.operation === 'mutation' && isRoot) journal.push(`${fieldName} ${canonicalJson(args)}`)
  const coordinate = `${thing.type}.${fieldName}`
  const directives = parentType.getFields()[fieldName]?.astNode?.directives ?? []
  const directive = (name: string) => directives.find((node) => node.name.value === name)
  if (world.facts.moved.has(`${subgraph.name} ${coordinate}`)) throw new Error(`${coordinate} moved away`)
  const external = directive('external') !== undefined && !world.facts.keyFields.has(coordinate)
  if (external && !provides(source.provided, fieldName)) throw new Error(`${coordinate} is external here`)
  const requires = directive('requires')
  if (requires && source.told === undefined) throw new Error(`${coordinate} is computed from a representation`)
  const required = requires && projectTold(fixture, source.told ?? {}, fieldSetOf(requires))
  // A null in the place of a value is believed, as anybody would: what is computed from it is wrong.
  if (requires && !isButForNulls(required, toWire(world.project(thing, fieldSetOf(requires))))) {
    throw new GraphQLError(`${coordinate} is not computed from what is not so`)
  }
  const value = readWithFaults(world, faults, thing, fieldName, args, { required })
  const fieldSet = directive('provides')
  const provided = fieldSet === undefined ? nested(source.provided, fieldName) : fieldSetOf(fieldSet)
  return present(value, (inner) => inSubgraph(context, inner, provided && { provided }))
}

/** Whether two values are the same wherever the one is not null. */
function isButForNulls(told: unknown, truth: unknown): boolean {
  if (told === null || told === truth) return true
  if (typeof told !== 'object' || typeof truth !== 'object' || truth === null) return false
  const [keys, others] = [Object.keys(told), Object.keys(truth)]
  if (Array.isArray(told) !== Array.isArray(truth) || keys.length !== others.length) return false
  return keys.every((key) => isButForNulls((told as Told)[key], (truth as Told)[key]))
}

/** What clients call a root type, whatever the subgraph calls it. */
function rootName(operation: OperationTypeNode): string {
  return operation === 'mutation' ? 'Mutation' : 'Query'
}

/** One bad representation spoils no other. */
function entityOrError(context: Context, told: Told): SubgraphThing | null | Error {
  try {
    return resolveEntity(context, told)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function resolveEntity(context: Context, told: Told): SubgraphThing | null {
  const thing = findThing(context, context.subgraph, told)
  if (thing === undefined) throw new GraphQLError(`there is no ${canonicalJson(told)}`)
  if (context.missing?.has(`${context.subgraph.name} ${thing.type}/${thing.key}`)) return null
  return inSubgraph(context, thing, { told })
}

function inSubgraph(
  { fixture, subgraph }: Context,
  thing: Thing,
  more: Partial<SubgraphThing> | undefined,
): SubgraphThing {
  const known = isObjectType(subgraph.schema.getType(thing.type))
  const type = fixture.fullSchema.getType(thing.type)
  const interfaces = isObjectType(type) ? type.getInterfaces().map(({ name }) => name) : []
  const stand = interfaces.find((name) => isObjectType(subgraph.schema.getType(name)))
  return { thing, typeName: known ? thing.type : (stand ?? thing.type), ...more }
}

/** The resolvers that `@apollo/subgraph` brings are replaced: a thing has no `__typename` of its own. */
function prepareEntities({ schema }: SubgraphFixture): void {
  const field = schema.getQueryType()?.getFields()._entities
  const union = schema.getType('_Entity')
  if (field) field.resolve = resolveField
  if (isUnionType(union)) union.resolveType = (value: SubgraphThing) => value.typeName
}
