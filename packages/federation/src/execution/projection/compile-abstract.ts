import {
  type GraphQLAbstractType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { collectFields, type FieldsByResponseName } from '../../operation/collect-fields.ts'
import { dependsOnType, holdsForAll } from '../../operation/type-conditions.ts'
import { ownValue } from '../../subgraph-client/data-object.ts'
import type { Scope } from './compile-field.ts'
import { compileFields, compileObject, type ProjectObject } from './compile-projection.ts'
import { FAILED } from './projection-state.ts'

/**
 * Objects of an interface or union, each by the type that it says it is of.
 *
 * A type that clients may not see, or that is none of the abstract one, is an error. When the client asks for nothing that depends on
 * it, the type need not be told: a subgraph in which the interface is an object has no other name for it.
 */
export function compileAbstract(
  scope: Scope,
  type: GraphQLAbstractType,
  selectionSets: readonly SelectionSetNode[],
  label: string,
): ProjectObject {
  const { schema } = scope.selecting
  const known = new Map<unknown, ProjectObject>()
  const anyType = compileAnyType(scope, type, selectionSets)

  const compileNamed = (typename: string): ProjectObject | undefined => {
    const named = schema.getType(typename)
    if (!isObjectType(named) || !schema.isSubType(type, named)) return undefined
    const project = compileObject(scope, named, selectionSets)
    known.set(typename, project)
    return project
  }
  return (source, state, depth) => {
    const typename = ownValue(source, '__typename')
    const named = known.get(typename) ?? (typeof typename === 'string' ? compileNamed(typename) : undefined)
    if (named !== undefined) return named(source, state, depth)
    const untold = typename === undefined || isInterfaceType(schema.getType(String(typename)))
    if (!untold) return state.broken(`There is no type that the API has for ${label}.`, depth)
    if (anyType !== undefined) return anyType(source, state, depth)
    return state.missing(source, '__typename', `the type of ${label}`, depth) ?? state.forbiddenNull(label, depth)
  }
}

/** The same for objects of whatever type; `undefined` when the selection depends on it. */
function compileAnyType(
  scope: Scope,
  type: GraphQLAbstractType,
  selectionSets: readonly SelectionSetNode[],
): ProjectObject | undefined {
  const { schema } = scope.selecting
  if (!isInterfaceType(type) || selectionSets.some((set) => dependsOnType(scope.selecting, type, set))) return undefined
  const fields = collectFields(scope.selecting, (condition) => holdsForAll(schema, type, condition), selectionSets)
  const project = compileFields(scope, type, fields)
  const stricter = stricterFields(schema, type, fields)
  if (stricter.size === 0) return project
  // The object is of a type that does not allow the null, or its subgraph would have answered the rest of it.
  return (source, state, depth) => (state.hasClimbed(source, stricter) ? FAILED : project(source, state, depth))
}

/** Response names of fields that may be null by the interface, and may not by one of its types. */
function stricterFields(
  schema: GraphQLSchema,
  type: GraphQLInterfaceType,
  fields: FieldsByResponseName,
): ReadonlySet<string> {
  const isStrict = (owner: GraphQLInterfaceType | GraphQLObjectType, name: string) =>
    isNonNullType(owner.getFields()[name]?.type)
  const stricter = [...fields].filter(([, [node]]) => {
    const name = node?.name.value ?? ''
    return !isStrict(type, name) && schema.getPossibleTypes(type).some((owner) => isStrict(owner, name))
  })
  return new Set(stricter.map(([key]) => key))
}
