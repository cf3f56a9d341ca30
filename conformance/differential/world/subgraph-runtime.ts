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
import { findThing, projectRepresentation, type Representation, toWire } from './representations.ts'
import type { Thing, World } from './world.ts'

/** A request as a subgraph parses it. */
export interface WireRequest {
  readonly query: string
  readonly operationName?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** What all subgraphs share during one operation. */
export interface Circumstances {
  readonly fixture: SupergraphFixture
  readonly world: World
  readonly faults: readonly FieldFault[]
  /** Records every mutation field that is executed. */
  readonly journal: string[]
  /** Things that a subgraph does not find when they are requested, as `subgraph type/key`. */
  readonly missing?: ReadonlySet<string>
}

/** A thing inside a subgraph, with the fields of its representation and those that its parent provides. */
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

/** The response of a conforming subgraph: validated and executed by graphql-js. */
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
  if (fieldName === '_entities')
    return args.representations.map((representation: Representation) => entityOrError(context, representation))
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
  if (requires && source.representation === undefined)
    throw new Error(`${coordinate} is computed from a representation`)
  const required = requires && projectRepresentation(fixture, source.representation ?? {}, fieldSetOf(requires))
  // A null is used like a value, so what is computed from it is wrong.
  if (requires && !equalsExceptForNulls(required, toWire(world.project(thing, fieldSetOf(requires))))) {
    throw new GraphQLError(`${coordinate} is not computed from what is not so`)
  }
  const value = readWithFaults(world, faults, thing, fieldName, args, { required })
  const fieldSet = directive('provides')
  const provided = fieldSet === undefined ? nested(source.provided, fieldName) : fieldSetOf(fieldSet)
  return present(value, (inner) => inSubgraph(context, inner, provided && { provided }))
}

/** Whether two values are equal wherever the first is not null. */
function equalsExceptForNulls(received: unknown, truth: unknown): boolean {
  if (received === null || received === truth) return true
  if (typeof received !== 'object' || typeof truth !== 'object' || truth === null) return false
  const [keys, others] = [Object.keys(received), Object.keys(truth)]
  if (Array.isArray(received) !== Array.isArray(truth) || keys.length !== others.length) return false
  return keys.every((key) => equalsExceptForNulls((received as Representation)[key], (truth as Representation)[key]))
}

/** The public name of a root type, whatever its name in the subgraph. */
function rootName(operation: OperationTypeNode): string {
  return operation === 'mutation' ? 'Mutation' : 'Query'
}

/** A bad representation affects no other. */
function entityOrError(context: Context, representation: Representation): SubgraphThing | null | Error {
  try {
    return resolveEntity(context, representation)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function resolveEntity(context: Context, representation: Representation): SubgraphThing | null {
  const thing = findThing(context, context.subgraph, representation)
  if (thing === undefined) throw new GraphQLError(`there is no ${canonicalJson(representation)}`)
  if (context.missing?.has(`${context.subgraph.name} ${thing.type}/${thing.key}`)) return null
  return inSubgraph(context, thing, { representation })
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

/** Replaces the resolvers of `@apollo/subgraph`, because a thing has no `__typename` of its own. */
function prepareEntities({ schema }: SubgraphFixture): void {
  const field = schema.getQueryType()?.getFields()._entities
  const union = schema.getType('_Entity')
  if (field) field.resolve = resolveField
  if (isUnionType(union)) union.resolveType = (value: SubgraphThing) => value.typeName
}
