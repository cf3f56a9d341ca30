import { refusalError } from '@travel-rule/subgraph/graphql-error'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { KeptPlans } from '../planning/kept-plans.ts'
import { interfaceObjects } from '../planning/workarounds/interface-objects.ts'
import { type RenamedDocument, renameAliases } from '../planning/workarounds/rename-aliases.ts'
import { reservedNames } from '../planning/workarounds/reserved-names.ts'
import { separateArguments } from '../planning/workarounds/separate-arguments.ts'
import type { Graph } from '../supergraph/build-graph.ts'
import { checkDocument, operationsOf } from './check-document.ts'
import { type OperationCost, openOperationCost } from './cost/operation-cost.ts'
import { type Guard, type GuardedField, guardedFields, guardsOf } from './guarded-fields.ts'
import { operationBytes } from './operation-bytes.ts'
import { DEFAULT_OPERATION_LIMITS, type OperationLimits } from './operation-limits.ts'

/** An operation that is valid against the schema, and what it asks of a caller. */
export interface CheckedOperation {
  /** What was sent. */
  readonly text: string
  /** The chosen operation and the fragments that it uses, without the rest of what was sent. */
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  /** Fields that not everybody may see. */
  readonly guarded: readonly GuardedField[]
  /** The same fields, by what they ask. */
  readonly guards: readonly Guard[]
  /** Policies that have to be decided before the operation may be planned. */
  readonly policies: readonly string[]
  readonly cost: OperationCost
  /** The client's response names by those that stand for them in the document; empty for nearly every operation. */
  readonly renamed: ReadonlyMap<string, string>
  /** Plans made so far, by the guards that refused and by what decides `@skip` and `@include`. */
  readonly plans: KeptPlans
  /** What it takes in memory without its plans, about. */
  readonly bytes: number
}

export interface CheckLimits extends Partial<OperationLimits> {
  readonly introspection: boolean
}

/**
 * The operation that `operationName` names in `query`, parsed and validated; or why there is none.
 *
 * Codes: those of `checkDocument`, and `BAD_USER_INPUT` for an operation that is not there.
 */
export function checkOperation(
  graph: Graph,
  query: string,
  operationName: string | undefined,
  { introspection, ...given }: CheckLimits,
): CheckedOperation | readonly GraphQLError[] {
  const limits = { ...DEFAULT_OPERATION_LIMITS, ...given }
  const whole = checkDocument(graph.schema, query, { limits, introspection })
  if (!('kind' in whole)) return whole
  const chosen = choose(whole, operationName)
  if (chosen instanceof GraphQLError) return [chosen]
  const sent: DocumentNode = { kind: Kind.DOCUMENT, definitions: [chosen, ...fragmentsOf(whole, chosen)] }
  const { document, renamed } = separateNames(graph, sent)
  const definition = operationsOf(document)[0] ?? chosen
  const guarded = guardedFields(graph, document)
  const policies = guarded.flatMap(({ requirement }) => requirement.policies.flat(2))
  return {
    text: query,
    document,
    definition,
    guarded,
    guards: guardsOf(guarded),
    policies: [...new Set(policies)],
    cost: openOperationCost({ schema: graph.schema, costs: graph.costs, ...limits }, document, definition),
    renamed,
    plans: new KeptPlans(),
    bytes: operationBytes(query, document),
  }
}

/** With response names under which the planner confuses nothing. */
function separateNames({ schema, supergraphSchema }: Graph, sent: DocumentNode): RenamedDocument {
  const free = renameAliases(sent, reservedNames(supergraphSchema))
  const separate = separateArguments(schema, free.document, interfaceObjects(supergraphSchema))
  const shown = [...separate.renamed].map(([name, key]) => [name, free.renamed.get(key) ?? key] as const)
  return { document: separate.document, renamed: new Map([...free.renamed, ...shown]) }
}

function choose(document: DocumentNode, name: string | undefined): OperationDefinitionNode | GraphQLError {
  const operations = operationsOf(document)
  const [first, second] = operations
  if (name !== undefined && name !== '') {
    const named = operations.find((node) => node.name?.value === name)
    return named ?? badInput(`There is no operation named "${name.slice(0, nameShownMax)}" in the query.`)
  }
  if (first === undefined) return badInput('There is no operation in the query.')
  return second === undefined ? first : badInput('The query has several operations: say which one in operationName.')
}

const nameShownMax = 100

/** The fragments that an operation uses, itself or by way of others, in the order of the document. */
function fragmentsOf(document: DocumentNode, operation: OperationDefinitionNode): FragmentDefinitionNode[] {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  if (fragments.length === 0) return fragments
  const byName = new Map(fragments.map((node) => [node.name.value, node]))
  const used = new Set<string>()
  const waiting: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = byName.get(name.value)
        if (fragment === undefined || used.has(name.value)) return
        used.add(name.value)
        waiting.push(fragment)
      },
    })
  }
  return fragments.filter(({ name }) => used.has(name.value))
}

function badInput(message: string): GraphQLError {
  return refusalError({ code: 'BAD_USER_INPUT', message })
}
