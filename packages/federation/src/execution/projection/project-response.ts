import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type FormattedExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql'
import { conditionVariables, fragmentsOf, type Variables } from '../../operation/collect-fields.ts'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import type { Graph } from '../../planning/build-graph.ts'
import { maskError } from '../run/mask-error.ts'
import type { PlanRun } from '../run/plan-run.ts'
import { compileObject } from './compile-projection.ts'
import { FAILED, ProjectionState, type ProjectObject, type Scope } from './projection-state.ts'
import { responseErrors, selectedStepsOf } from './response-errors.ts'

/** Builds the client's result from the data and the errors of a run. */
export type ProjectResponse = (run: PlanRun) => FormattedExecutionResult

/** Maximum number of cached projections per operation, by the values of its `@skip` and `@include` variables. */
const variantsMax = 16

/**
 * Compiles one projection per combination of `@skip` and `@include` variables, when it is first
 * used.
 */
export function compileResponse(graph: Graph, operation: PlannedOperation): ProjectResponse {
  const { facts } = graph
  const { renamed, clientDocument } = operation
  const responseNames = { renamed, reserved: facts.keyAndRequiredNames, selectedSteps: selectedStepsOf(clientDocument) }
  const names = conditionVariables(operation.clientDocument)
  const variants = new Map<string, ProjectObject>()
  return (run) => {
    const key = names.map((name) => (run.variables[name] === true ? '1' : '0')).join('')
    const project = variants.get(key) ?? compileVariant(graph, operation, pick(names, run.variables))
    if (variants.size < variantsMax) variants.set(key, project)
    const state = new ProjectionState(run)
    const data = project(run.root, state, -1)
    state.logViolations()
    const result = data === FAILED ? null : data
    const errors: GraphQLFormattedError[] = responseErrors(result, state, responseNames)
    return errors.length === 0 ? { data: result } : { errors, data: result }
  }
}

function compileVariant({ schema, facts }: Graph, operation: PlannedOperation, conditions: Variables): ProjectObject {
  const { clientDocument, refused, renamed, definition } = operation
  const type = schema.getRootType(definition.operation)
  const root = clientDocument.definitions.find((node) => 'operation' in node && node.kind === 'OperationDefinition')
  if (type === undefined || type === null || root?.kind !== 'OperationDefinition') throw new Error('no such operation')
  const fragments = fragmentsOf(clientDocument)
  const scope: Scope = {
    selecting: { schema, fragments, conditions },
    facts,
    refused,
    renamed,
    introspect: (nodes: readonly FieldNode[]) => compileIntrospection(schema, root, fragments, nodes),
  }
  return compileObject(scope, type, [root.selectionSet])
}

function pick(names: readonly string[], variables: Variables): Variables {
  return Object.fromEntries(names.map((name) => [name, variables[name]]))
}

/** Resolves one introspection field as graphql-js does; needs no subgraph. */
function compileIntrospection(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  nodes: readonly FieldNode[],
): (state: ProjectionState) => unknown {
  const selections = [...nodes]
  const used = usedBy(selections, fragments)
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions: variableDefinitions.filter(({ variable }) => used.variables.has(variable.name.value)),
        selectionSet: { kind: Kind.SELECTION_SET, selections },
      },
      ...used.fragments,
    ],
  }
  return (state) => {
    const { data, errors = [] } = executeSync({ schema, document, variableValues: state.run.variables })
    for (const error of errors) state.errors.push(maskError(error, state.run.logger))
    const [value] = Object.values(data ?? {})
    return value === undefined ? FAILED : value
  }
}

function usedBy(nodes: readonly FieldNode[], all: ReadonlyMap<string, FragmentDefinitionNode>) {
  const variables = new Set<string>()
  const fragments = new Set<FragmentDefinitionNode>()
  const look = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      Variable: ({ name }) => void variables.add(name.value),
      FragmentSpread: ({ name }) => {
        const fragment = all.get(name.value)
        if (fragment === undefined || fragments.has(fragment)) return
        fragments.add(fragment)
        look(fragment)
      },
    })
  }
  nodes.forEach(look)
  return { variables, fragments }
}
