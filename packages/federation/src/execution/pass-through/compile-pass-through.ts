import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import type { Graph } from '../../planning/build-graph.ts'
import { compileRequest, compileVariables, type WriteRequest } from '../plan/compile-request.ts'
import { compileRootMerge } from '../plan/compile-root-fetch.ts'
import type { PlanRun, SendFetch } from '../plan-run.ts'
import { findObstacle, soleFetch } from './find-obstacle.ts'

/** The client's own operation, sent to one subgraph. */
export interface PassThrough {
  readonly subgraph: string
  readonly write: WriteRequest
  /** Merges a response that cannot pass through, as if the plan had fetched it. */
  readonly merge: (run: PlanRun, response: Awaited<ReturnType<SendFetch>>) => void
}

/** `undefined` when the operation cannot pass through. */
export function compilePassThrough(graph: Graph, operation: PlannedOperation): PassThrough | undefined {
  const node = soleFetch(operation.plan)
  if (node === undefined || findObstacle(graph, operation) !== undefined) return undefined
  const { document, variables: names } = printOperation(operation.document, operation.definition, graph.facts.rootTypes)
  const write = compileRequest({
    operation: document,
    operationName: operation.definition.name?.value,
    operationKind: node.operationKind,
  })
  const variables = compileVariables(names)
  return {
    subgraph: node.serviceName,
    write: (provided) => write(variables(provided)),
    merge: compileRootMerge(node, graph.facts),
  }
}

interface PrintedOperation {
  readonly document: string
  /** The variables that it uses. */
  readonly variables: readonly string[]
}

/**
 * Prints one operation with the fragments that it uses.
 *
 * Fragments on a root type are inlined without their type condition, since a subgraph may name its
 * root types differently. They must be spread on objects of that type only.
 */
function printOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  rootTypes: ReadonlySet<string>,
): PrintedOperation {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  const used = new Map<string, FragmentDefinitionNode>()
  const rewrite = <Node extends OperationDefinitionNode | FragmentDefinitionNode>(definition: Node): Node =>
    visit(definition, {
      InlineFragment(node) {
        if (node.typeCondition === undefined || !rootTypes.has(node.typeCondition.name.value)) return undefined
        const { typeCondition: _, ...untyped } = node
        return untyped
      },
      FragmentSpread(node) {
        const name = node.name.value
        const fragment = fragments.get(name)
        if (fragment === undefined) return undefined
        if (rootTypes.has(fragment.typeCondition.name.value)) {
          const { selectionSet } = fragment
          return { kind: Kind.INLINE_FRAGMENT, directives: node.directives ?? [], selectionSet }
        }
        if (!used.has(name)) {
          used.set(name, fragment)
          used.set(name, rewrite(fragment))
        }
        return undefined
      },
    })
  const rewritten = rewrite(operation)
  const variables = variablesIn([rewritten.selectionSet, ...used.values()])
  const variableDefinitions = (rewritten.variableDefinitions ?? []).filter(({ variable }) =>
    variables.has(variable.name.value),
  )
  const definitions = [{ ...rewritten, variableDefinitions }, ...used.values()]
  return { document: stripIgnoredCharacters(print({ kind: Kind.DOCUMENT, definitions })), variables: [...variables] }
}

function variablesIn(nodes: readonly ASTNode[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.add(name.value) })
  return names
}
