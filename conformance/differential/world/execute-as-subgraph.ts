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
import { joinFieldSets, nestedFieldSet, providesAll, providesField } from './field-sets.ts'
import { canonicalJson } from './random.ts'
import { findThing, projectRepresentation, type Representation, toWire } from './representations.ts'
import { complete, type Thing, type World } from './world.ts'

/** A request as a subgraph parses it. */
export interface WireRequest {
  readonly query: string
  readonly operationName?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** State that all subgraphs share during one operation. */
export interface Circumstances {
  readonly fixture: SupergraphFixture
  readonly world: World
  readonly faults: readonly FieldFault[]
  /** Labels of `@override` that are active. */
  readonly labels: readonly string[]
  /** Records every mutation field that is executed. */
  readonly journal: string[]
  /** Things that a subgraph does not find when requested, as `subgraph type/key`. */
  readonly missing?: ReadonlySet<string>
}

/** A thing in a subgraph, with its representation and the fields that its parent provides. */
interface SubgraphThing {
  readonly thing: Thing
  /** The name of its type in this subgraph. */
  readonly typeName: string
  readonly representation?: Representation
  readonly provided?: SelectionSetNode
}

interface Context extends Circumstances {
  readonly subgraph: SubgraphFixture
}

/** The response of a conforming subgraph, validated and executed by graphql-js. */
export async function executeAsSubgraph(
  circumstances: Circumstances,
  subgraph: SubgraphFixture,
  request: WireRequest,
): Promise<ExecutionResult> {
  prepareEntities(subgraph)
  const parsed = parseCached(subgraph, request.query)
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

function parseCached(subgraph: SubgraphFixture, query: string): DocumentNode | readonly GraphQLError[] {
  const cached = parsedOperations.get(subgraph) ?? new Map<string, DocumentNode | readonly GraphQLError[]>()
  parsedOperations.set(subgraph, cached)
  const found = cached.get(query)
  if (found !== undefined) return found
  if (cached.size >= parsedMax) cached.clear()
  const document = parse(query)
  const problems = validate(subgraph.schema, document)
  const result = problems.length > 0 ? problems : document
  cached.set(query, result)
  return result
}

const resolveField: GraphQLFieldResolver<SubgraphThing, Context> = (source, args, context, info) => {
  const { parentType, fieldName, operation } = info
  if (fieldName === '_entities')
    return args.representations.map((representation: Representation) => resolveEntityOrError(context, representation))
  const { world, faults, subgraph, journal, labels } = context
  const isRoot = source.thing.type === 'root'
  const thing = isRoot ? { type: rootName(operation.operation), key: 'root' } : source.thing
  if (operation.operation === 'mutation' && isRoot) journal.push(`${fieldName} ${canonicalJson(args)}`)
  const coordinate = `${thing.type}.${fieldName}`
  const directives = parentType.getFields()[fieldName]?.astNode?.directives ?? []
  const directive = (name: string) => directives.find((node) => node.name.value === name)
  const here = `${subgraph.name} ${coordinate}`
  const isActive = (label: string | undefined) => label === undefined || labels.includes(label)
  if (world.facts.moved.has(here) && isActive(world.facts.moved.get(here))) throw new Error(`${coordinate} moved away`)
  if (!isActive(world.facts.moving.get(here))) throw new Error(`${coordinate} has not moved here`)
  const external = directive('external') !== undefined && !world.facts.keyFields.has(coordinate)
  if (external && !providesField(source.provided, fieldName)) throw new Error(`${coordinate} is external here`)
  const requires = directive('requires')
  const required = requires && requiredOf(context, source, fieldSetOf(requires))
  // A null is used like any value: the result is then wrong.
  if (requires && !equalsIgnoringNulls(required, toWire(world.project(thing, fieldSetOf(requires))))) {
    throw new GraphQLError(`${coordinate} requires other values`)
  }
  const value = readWithFaults(world, faults, thing, fieldName, args, { required })
  const own = directive('provides')
  const provided = joinFieldSets(nestedFieldSet(source.provided, fieldName), own && fieldSetOf(own))
  return complete(value, (inner) => inSubgraph(context, inner, provided && { provided }))
}

/** The required fields as the subgraph received them, or as it provides them itself. Throws when it has neither. */
function requiredOf({ fixture, world }: Context, source: SubgraphThing, fieldSet: SelectionSetNode): unknown {
  const { representation, provided, thing } = source
  if (representation !== undefined) return projectRepresentation(fixture, representation, fieldSet)
  if (providesAll(provided, fieldSet)) return toWire(world.project(thing, fieldSet))
  throw new Error(`a field of ${thing.type} is computed from a representation`)
}

/** True if two values are equal wherever the first is not null. */
function equalsIgnoringNulls(received: unknown, truth: unknown): boolean {
  if (received === null || received === truth) return true
  if (typeof received !== 'object' || typeof truth !== 'object' || truth === null) return false
  const [keys, others] = [Object.keys(received), Object.keys(truth)]
  if (Array.isArray(received) !== Array.isArray(truth) || keys.length !== others.length) return false
  return keys.every((key) => equalsIgnoringNulls((received as Representation)[key], (truth as Representation)[key]))
}

/** The public name of a root type, which may have another name in the subgraph. */
function rootName(operation: OperationTypeNode): string {
  return operation === 'mutation' ? 'Mutation' : 'Query'
}

/** Resolves each representation separately, so that an invalid one does not affect the others. */
function resolveEntityOrError(context: Context, representation: Representation): SubgraphThing | null | Error {
  try {
    return resolveEntity(context, representation)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function resolveEntity(context: Context, representation: Representation): SubgraphThing | null {
  const thing = findThing(context, context.subgraph, representation)
  if (thing === undefined) throw new GraphQLError(`no entity ${canonicalJson(representation)}`)
  if (context.missing?.has(`${context.subgraph.name} ${thing.type}/${thing.key}`)) return null
  return inSubgraph(context, thing, { representation })
}

function inSubgraph(
  { fixture, subgraph }: Context,
  thing: Thing,
  more: Partial<SubgraphThing> | undefined,
): SubgraphThing {
  const isDeclared = isObjectType(subgraph.schema.getType(thing.type))
  const type = fixture.fullSchema.getType(thing.type)
  const interfaces = isObjectType(type) ? type.getInterfaces().map(({ name }) => name) : []
  const interfaceObject = interfaces.find((name) => isObjectType(subgraph.schema.getType(name)))
  return { thing, typeName: isDeclared ? thing.type : (interfaceObject ?? thing.type), ...more }
}

/** Replaces the resolvers of `@apollo/subgraph`, because a thing has no `__typename`. */
function prepareEntities({ schema }: SubgraphFixture): void {
  const field = schema.getQueryType()?.getFields()._entities
  const union = schema.getType('_Entity')
  if (field) field.resolve = resolveField
  if (isUnionType(union)) union.resolveType = (value: SubgraphThing) => value.typeName
}
