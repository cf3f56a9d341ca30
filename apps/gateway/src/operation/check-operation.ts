import { refusalError } from '@travel-rule/service/graphql-error'
import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Graph } from '../graph/build-graph.ts'
import type { Requirement } from '../graph/read-requirements.ts'
import type { PlannedOperation } from './plan-operation.ts'

/** An operation that is valid against the schema, and what it asks of a caller. */
export interface CheckedOperation {
  /** The chosen operation and the fragments of its document, without the other operations. */
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  /** Fields that not everybody may see. */
  readonly guarded: readonly GuardedField[]
  /** Plans made so far, by the set of guarded fields that were refused. */
  readonly plans: Map<string, PlannedOperation>
}

export interface GuardedField {
  readonly node: FieldNode
  readonly parentType: string
  readonly requirement: Requirement
}

export interface CheckLimits {
  readonly tokensMax: number
  readonly introspection: boolean
}

/** Errors beyond this number are not looked for: a document this wrong is not read by anybody. */
const validationErrorsMax = 50

/**
 * The operation that `operationName` names in `query`, parsed and validated; or why there is none.
 *
 * Codes: `OPERATION_LIMIT_EXCEEDED`, `GRAPHQL_PARSE_FAILED`, `GRAPHQL_VALIDATION_FAILED`, `BAD_USER_INPUT` for an operation that is not there.
 */
export function checkOperation(
  graph: Graph,
  query: string,
  operationName: string | undefined,
  limits: CheckLimits,
): CheckedOperation | readonly GraphQLError[] {
  const parsed = parseWithin(query, limits.tokensMax)
  if (parsed instanceof GraphQLError) return [parsed]
  const problems = problemsOf(graph, parsed, limits)
  if (problems.length > 0) return problems.map((problem) => withCode(problem, 'GRAPHQL_VALIDATION_FAILED'))
  const definition = choose(parsed, operationName)
  if (definition instanceof GraphQLError) return [definition]
  const fragments = parsed.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [definition, ...fragments] }
  return { document, definition, guarded: guardedFields(graph, document), plans: new Map() }
}

function parseWithin(query: string, tokensMax: number): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: tokensMax })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    if (!/more that \d+ tokens/.test(error.message)) return withCode(error, 'GRAPHQL_PARSE_FAILED')
    const message = `The operation is longer than ${tokensMax} tokens.`
    return refusalError({ code: 'OPERATION_LIMIT_EXCEEDED', message, extensions: { limit: 'tokens', max: tokensMax } })
  }
}

/** graphql-js 16 throws, instead of returning, for some subscriptions with `@include` or `@skip`. */
function problemsOf(graph: Graph, document: DocumentNode, limits: CheckLimits): readonly GraphQLError[] {
  const rules = limits.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  try {
    return validate(graph.schema, document, rules, { maxErrors: validationErrorsMax })
  } catch (error) {
    const message = 'The operation cannot be validated. A subscription takes no @skip or @include on its own field.'
    return [new GraphQLError(message, { originalError: error instanceof Error ? error : undefined })]
  }
}

function choose(document: DocumentNode, name: string | undefined): OperationDefinitionNode | GraphQLError {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const [first, second] = operations
  if (name !== undefined && name !== '') {
    const named = operations.find((node) => node.name?.value === name)
    return named ?? badInput(`There is no operation named "${name}" in the query.`)
  }
  if (first === undefined) return badInput('There is no operation in the query.')
  return second === undefined ? first : badInput('The query has several operations: say which one in operationName.')
}

function guardedFields(graph: Graph, document: DocumentNode): readonly GuardedField[] {
  const guarded: GuardedField[] = []
  const types = new TypeInfo(graph.schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const parentType = types.getParentType()?.name ?? ''
        const requirement = graph.requirements.get(`${parentType}.${node.name.value}`)
        if (requirement !== undefined) guarded.push({ node, parentType, requirement })
      },
    }),
  )
  return guarded
}

function badInput(message: string): GraphQLError {
  return refusalError({ code: 'BAD_USER_INPUT', message })
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes = null, source = null, positions = null } = error
  return new GraphQLError(message, { nodes, source, positions, extensions: { code } })
}
