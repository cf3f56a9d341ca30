import { hash } from 'node:crypto'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SourceLocation,
  visit,
} from 'graphql'
import type { Supergraph } from '../supergraph/build-supergraph.ts'
import { checkDocument } from './check-document.ts'
import { conditionVariables, fragmentsOf, operationsOf } from './collect-fields.ts'
import { variableLocations } from './error-locations.ts'
import { forEachNode } from './for-each-node.ts'
import { type Guard, type GuardedField, guardedFields, guardsOf } from './guarded-fields.ts'
import { type OperationCost, openOperationCost } from './operation-cost.ts'
import { DEFAULT_OPERATION_LIMITS, type OperationLimits } from './operation-limits.ts'
import { overrideLabelsIn } from './override-labels.ts'
import { PlanCache } from './plan-cache.ts'
import { badInput } from './refusal-error.ts'
import type { RewrittenDocument } from './rewritten-document.ts'

/** An operation that is valid against the schema. */
export interface CheckedOperation {
  /** The document as sent. */
  readonly query: string
  /** sha256 of `query`, base64. */
  readonly hash: string
  /** The selected operation and the fragments that it uses. */
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  /** Fields that require something of the caller. */
  readonly guarded: readonly GuardedField[]
  /** The same fields, grouped by requirement. */
  readonly guards: readonly Guard[]
  /** Policies to decide before the operation is planned. */
  readonly policies: readonly string[]
  readonly cost: OperationCost
  /** The client's response names by those in `document`, where they differ; empty for almost every operation. */
  readonly renamed: ReadonlyMap<string, string>
  /** Names of the variables that `@skip` and `@include` depend on. */
  readonly conditionVariables: readonly string[]
  /** Labels of `@override` that may decide which subgraphs the operation needs. */
  readonly overrideLabels: readonly string[]
  /** The location in `query` where each variable is declared, by name. */
  readonly variableLocations: () => ReadonlyMap<string, SourceLocation>
  /** Cached plans, by refused guards, the values of `conditionVariables` and active overrides. */
  readonly plans: PlanCache
  /** Approximate memory without plans. */
  bytes(): number
}

export interface CheckLimits extends Partial<OperationLimits> {
  readonly introspection: boolean
  /** Where the caller named the operation, for errors; `in operationName` by default. */
  readonly nameHint?: string
}

/** The rules against which operations are checked. */
export interface CheckingGraph extends Supergraph {
  readonly workarounds: { readonly rename: (document: DocumentNode) => RewrittenDocument }
}

/**
 * The operation named `operationName` in a document, parsed and validated; or the errors.
 *
 * Codes: those of `checkDocument`, and `BAD_USER_INPUT` for an operation that the document does not
 * contain.
 */
export function checkOperation(
  graph: CheckingGraph,
  query: string,
  operationName: string | undefined,
  { introspection, nameHint = 'in operationName', ...overrides }: CheckLimits,
): CheckedOperation | readonly GraphQLError[] {
  const limits = { ...DEFAULT_OPERATION_LIMITS, ...overrides }
  const sent = checkDocument(graph.schema, query, { limits, introspection })
  if (!('kind' in sent)) return sent
  const selected = selectOperation(sent, operationName, nameHint)
  if (selected instanceof GraphQLError) return [selected]
  const pruned: DocumentNode = { kind: Kind.DOCUMENT, definitions: [selected, ...usedFragments(sent, selected)] }
  const { document, responseNames: renamed = NOT_RENAMED } = graph.workarounds.rename(pruned)
  const definition = operationsOf(document)[0] ?? selected
  const { schema, costs, introspectionLengths } = graph
  const guarded = guardedFields(graph, document)
  const policies = guarded.flatMap(({ requirement }) => requirement.policies.flat(2))
  let locations: ReadonlyMap<string, SourceLocation> | undefined
  let bytes: number | undefined
  return {
    query,
    hash: hash('sha256', query, 'base64'),
    document,
    definition,
    guarded,
    guards: guardsOf(guarded),
    policies: [...new Set(policies)],
    cost: openOperationCost({ schema, costs, introspectionLengths, ...limits }, document, definition),
    renamed,
    conditionVariables: conditionVariables(document),
    overrideLabels: overrideLabelsIn(document, graph.facts),
    variableLocations() {
      locations ??= variableLocations(query, definition.name?.value)
      return locations
    },
    plans: new PlanCache(),
    bytes() {
      bytes ??= operationBytes(query, document)
      return bytes
    },
  }
}

const NOT_RENAMED: ReadonlyMap<string, string> = new Map()

function selectOperation(
  document: DocumentNode,
  name: string | undefined,
  nameHint: string,
): OperationDefinitionNode | GraphQLError {
  const operations = operationsOf(document)
  const [first, second] = operations
  if (name !== undefined && name !== '') {
    const named = operations.find((node) => node.name?.value === name)
    return named ?? badInput(`The document has no operation named "${name.slice(0, nameCharactersMax)}".`)
  }
  if (first === undefined) return badInput('The document has no operation.')
  return second === undefined ? first : badInput(`The document has several operations: name one ${nameHint}.`)
}

/** Length to which an unknown name is quoted in an error. */
const nameCharactersMax = 100

/** The fragments that an operation uses, directly or through others, in document order. */
function usedFragments(document: DocumentNode, operation: OperationDefinitionNode): FragmentDefinitionNode[] {
  const fragments = fragmentsOf(document)
  if (fragments.size === 0) return []
  const used = new Set<string>()
  const queue: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation]
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (fragment === undefined || used.has(name.value)) return
        used.add(name.value)
        queue.push(fragment)
      },
    })
  }
  return [...fragments.values()].filter(({ name }) => used.has(name.value))
}

// Measured with operations of 50 to 3,000 characters; includes everything compiled from them.
const OPERATION_BYTES = 4_000
const BYTES_PER_CHARACTER = 2
const BYTES_PER_NODE = 150

/** Approximate memory of a document and its syntax tree, without plans. */
function operationBytes(query: string, document: DocumentNode): number {
  let nodes = 0
  forEachNode(document, () => {
    nodes += 1
  })
  return OPERATION_BYTES + query.length * BYTES_PER_CHARACTER + nodes * BYTES_PER_NODE
}
