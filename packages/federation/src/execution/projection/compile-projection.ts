import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { collectFields, type FieldsByResponseName } from '../../operation/collect-fields.ts'
import { holdsFor } from '../../operation/type-conditions.ts'
import { type DataObject, isObject, ownValue, putValue } from '../../subgraph-client/data-object.ts'
import { compileAbstract } from './compile-abstract.ts'
import { compileField, type FieldParts, type Scope } from './compile-field.ts'
import { leafCheck } from './complete-leaf.ts'
import { FAILED, type ProjectionState } from './projection-state.ts'

/**
 * The client's value for what the subgraphs brought: null, or `FAILED` when it is null by an error.
 *
 * `depth` is where in the state's path the value stands.
 */
export type Complete = (value: unknown, state: ProjectionState, depth: number) => unknown

/** The client's object for one of the data, or `FAILED` when one of its fields is null and may not be. */
export type ProjectObject = (source: DataObject, state: ProjectionState, depth: number) => DataObject | typeof FAILED

/** Objects of one type, with the fields that the selection sets ask for. */
export function compileObject(
  scope: Scope,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): ProjectObject {
  const fields = collectFields(scope.selecting, holdsFor(scope.selecting.schema, type), selectionSets)
  return compileFields(scope, type, fields)
}

export function compileFields(scope: Scope, parent: FieldParts['parent'], fields: FieldsByResponseName): ProjectObject {
  const projected = [...fields].flatMap(([key, nodes]) => {
    const field = compileField(scope, { parent, key, nodes, compileType })
    return field === undefined ? [] : [field]
  })
  return (source, state, depth) => {
    const result: DataObject = {}
    const at = depth + 1
    for (const { key, shownKey, value: project, nullable } of projected) {
      state.path[at] = key
      const value = project(source, state, at)
      if (value === FAILED && !nullable) return FAILED
      putValue(result, shownKey, value === FAILED ? null : value)
    }
    return result
  }
}

/** `label` names the field in messages. */
export function compileType(
  scope: Scope,
  type: GraphQLOutputType,
  selectionSets: readonly SelectionSetNode[],
  label: string,
): Complete {
  if (isNonNullType(type)) {
    const complete = compileType(scope, type.ofType, selectionSets, label)
    return (value, state, depth) => complete(value, state, depth) ?? state.forbiddenNull(label, depth)
  }
  if (isListType(type)) {
    return compileList(compileType(scope, type.ofType, selectionSets, label), !isNonNullType(type.ofType), label)
  }
  if (isLeafType(type)) return compileLeaf(leafCheck(type), label)
  const project = isAbstractType(type)
    ? compileAbstract(scope, type, selectionSets, label)
    : compileConcrete(scope, type, selectionSets, label)
  return (value, state, depth) => {
    if (value === null) return null
    return isObject(value) ? project(value, state, depth) : state.broken(`There is no object for ${label}.`, depth)
  }
}

function compileLeaf(isValid: (value: unknown) => boolean, label: string): Complete {
  return (value, state, depth) => {
    if (value === null || isValid(value)) return value
    return state.broken(`There is no valid value for ${label}.`, depth)
  }
}

function compileList(complete: Complete, nullable: boolean, label: string): Complete {
  return (value, state, depth) => {
    if (value === null) return null
    if (!Array.isArray(value)) return state.broken(`There is no list for ${label}.`, depth)
    const items: unknown[] = []
    const at = depth + 1
    for (let index = 0; index < value.length; index += 1) {
      state.path[at] = index
      const item = complete(value[index], state, at)
      if (item === FAILED && !nullable) return FAILED
      items.push(item === FAILED ? null : item)
    }
    return items
  }
}

/** Compiled when the first object comes: an operation may nest more deeply than any answer does. */
function compileConcrete(
  scope: Scope,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  label: string,
): ProjectObject {
  const { schema } = scope.selecting
  let project: ProjectObject | undefined
  return (source, state, depth) => {
    const told = ownValue(source, '__typename')
    // The name of an interface is no contradiction: some subgraph may know the object by no other.
    if (told !== type.name && told !== undefined && isObjectType(schema.getType(String(told)))) {
      return state.broken(`There is an object of another type for ${label}.`, depth)
    }
    project ??= compileObject(scope, type, selectionSets)
    return project(source, state, depth)
  }
}
