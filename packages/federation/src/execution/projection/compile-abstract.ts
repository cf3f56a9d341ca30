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
import { FAILED, type ProjectObject, type ProjectVisible, type Scope } from './projection-state.ts'

/**
 * Compiles objects of a known type. The caller passes it, since importing it would be a cycle.
 */
export interface CompileObjects {
  ofType(scope: Scope, type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ProjectObject
  withFields(scope: Scope, parent: GraphQLInterfaceType, fields: FieldsByResponseName): ProjectObject
}

/**
 * Projects objects of an interface or union by their `__typename`.
 *
 * An object of a type that is hidden from clients is null; an object of a type that is not a member is an error.
 * `__typename` may be missing when nothing selected depends on it: a subgraph that defines the interface as an object
 * cannot tell.
 */
export function compileAbstract(
  scope: Scope,
  type: GraphQLAbstractType,
  selectionSets: readonly SelectionSetNode[],
  label: string,
  compile: CompileObjects,
): ProjectVisible {
  const { schema } = scope.selecting
  const known = new Map<unknown, ProjectObject>()
  const isHidden = (typename: string) =>
    schema.getType(typename) === undefined && scope.facts.subtypes(type.name).has(typename)
  const anyType = compileAnyType(scope, type, selectionSets, compile)

  const compileNamed = (typename: string): ProjectObject | undefined => {
    const named = schema.getType(typename)
    if (!isObjectType(named) || !schema.isSubType(type, named)) return undefined
    const project = compile.ofType(scope, named, selectionSets)
    known.set(typename, project)
    return project
  }
  return (source, state, depth) => {
    const typename = ownValue(source, '__typename')
    const named = known.get(typename) ?? (typeof typename === 'string' ? compileNamed(typename) : undefined)
    if (named !== undefined) return named(source, state, depth)
    const isUnresolved = typename === undefined || isInterfaceType(schema.getType(String(typename)))
    if (!isUnresolved && isHidden(String(typename))) return null
    if (!isUnresolved) return state.reportInvalid(`Unknown object type for ${label}.`, depth)
    if (anyType !== undefined) return anyType(source, state, depth)
    return state.reportMissing(source, '__typename', `the type of ${label}`, depth) ?? state.reportNull(label, depth)
  }
}

/** The projection for objects of any type; `undefined` when the selection depends on the type. */
function compileAnyType(
  scope: Scope,
  type: GraphQLAbstractType,
  selectionSets: readonly SelectionSetNode[],
  compile: CompileObjects,
): ProjectObject | undefined {
  const { schema } = scope.selecting
  if (!isInterfaceType(type) || selectionSets.some((set) => dependsOnType(scope.selecting, type, set))) return undefined
  const fields = collectFields(scope.selecting, (condition) => holdsForAll(schema, type, condition), selectionSets)
  const project = compile.withFields(scope, type, fields)
  const stricter = stricterFields(schema, type, fields)
  if (stricter.size === 0) return project
  // A non-nullable field of the object's type explains why the subgraph returned no other field.
  return (source, state, depth) => (state.hasPropagated(source, stricter) ? FAILED : project(source, state, depth))
}

/** Response names of fields that are nullable in the interface, but not in all of its types. */
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
