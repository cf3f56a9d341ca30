import type { FieldNode, FormattedExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql'
import type { Variables } from '../../operation/collect-fields.ts'
import { conditionVariables, fragmentsOf } from '../../operation/collect-fields.ts'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import type { Graph } from '../../planning/build-graph.ts'
import { answerErrors } from '../answer-errors.ts'
import type { PlanRun } from '../plan-run.ts'
import type { Scope } from './compile-field.ts'
import { compileObject, type ProjectObject } from './compile-projection.ts'
import { compileIntrospection } from './introspect.ts'
import { FAILED, ProjectionState } from './projection-state.ts'

/** The client's result for what a run brought. */
export type ProjectAnswer = (run: PlanRun) => FormattedExecutionResult

/** Sets of `@skip` and `@include` variables that one operation keeps a projection for; for others it is compiled anew. */
const variantsMax = 16

/** Compiled once per operation, and once more for every different set of the variables that leave fields out. */
export function compileAnswer({ schema, facts }: Graph, operation: PlannedOperation): ProjectAnswer {
  const answerNames = { renamed: operation.renamed, reserved: facts.reservedNames }
  const names = conditionVariables(operation.clientDocument)
  const variants = new Map<string, ProjectObject>()
  return (run) => {
    const key = names.map((name) => (run.variables[name] === true ? '1' : '0')).join('')
    const project = variants.get(key) ?? compileVariant(schema, operation, pick(names, run.variables))
    if (variants.size < variantsMax) variants.set(key, project)
    const state = new ProjectionState(run)
    const data = project(run.root, state, -1)
    state.log()
    const result = data === FAILED ? null : data
    const errors: GraphQLFormattedError[] = answerErrors(result, state, answerNames)
    return errors.length === 0 ? { data: result } : { errors, data: result }
  }
}

function compileVariant(schema: GraphQLSchema, operation: PlannedOperation, conditions: Variables): ProjectObject {
  const { clientDocument, refused, renamed, definition } = operation
  const type = schema.getRootType(definition.operation)
  const root = clientDocument.definitions.find((node) => 'operation' in node && node.kind === 'OperationDefinition')
  if (type === undefined || type === null || root?.kind !== 'OperationDefinition') throw new Error('no such operation')
  const fragments = fragmentsOf(clientDocument)
  const scope: Scope = {
    selecting: { schema, fragments, conditions },
    refused,
    renamed,
    introspect: (nodes: readonly FieldNode[]) => compileIntrospection(schema, root, fragments, nodes),
  }
  return compileObject(scope, type, [root.selectionSet])
}

function pick(names: readonly string[], variables: Variables): Variables {
  return Object.fromEntries(names.map((name) => [name, variables[name]]))
}
