import {
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { collectFields, type FieldsByResponseName } from '../../operation/collect-fields.ts'
import { forbidden } from '../../operation/guarded-fields.ts'
import { holdsFor } from '../../operation/type-conditions.ts'
import {
  type DataObject,
  isObject,
  isRawInteger,
  isRawNumber,
  ownReader,
  ownValue,
  putValue,
} from '../../subgraph-client/data-object.ts'
import { type CompileObjects, compileAbstract } from './compile-abstract.ts'
import { type Complete, FAILED, type ProjectionState, type ProjectObject, type Scope } from './projection-state.ts'

/** Projects objects of one type to the fields that the selection sets select. */
export function compileObject(
  scope: Scope,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): ProjectObject {
  const fields = collectFields(scope.selecting, holdsFor(scope.selecting.schema, type), selectionSets)
  return compileFields(scope, type, fields)
}

function compileFields(scope: Scope, parent: ParentType, fields: FieldsByResponseName): ProjectObject {
  const projected = [...fields].flatMap(([key, nodes]) => {
    const field = compileField(scope, parent, key, nodes)
    return field === undefined ? [] : [field]
  })
  return (source, state, depth) => {
    const result: DataObject = {}
    const at = depth + 1
    for (const { key, clientKey, value: project, nullable } of projected) {
      state.path[at] = key
      const value = project(source, state, at)
      if (value === FAILED && !nullable) return FAILED
      putValue(result, clientKey, value === FAILED ? null : value)
    }
    return result
  }
}

type ParentType = GraphQLObjectType | GraphQLInterfaceType

const COMPILE_OBJECTS: CompileObjects = { ofType: compileObject, withFields: compileFields }

/** Completes values of an output type. `label` names the field in error messages. */
function compileType(
  scope: Scope,
  type: GraphQLOutputType,
  selectionSets: readonly SelectionSetNode[],
  label: string,
): Complete {
  if (isNonNullType(type)) {
    const complete = compileType(scope, type.ofType, selectionSets, label)
    return (value, state, depth) => complete(value, state, depth) ?? state.reportNull(label, depth)
  }
  if (isListType(type)) {
    return compileList(compileType(scope, type.ofType, selectionSets, label), !isNonNullType(type.ofType), label)
  }
  if (isLeafType(type)) return compileLeaf(leafCheck(type), hiddenValues(scope, type), label)
  const project = isAbstractType(type)
    ? compileAbstract(scope, type, selectionSets, label, COMPILE_OBJECTS)
    : compileConcrete(scope, type, selectionSets, label)
  return (value, state, depth) => {
    if (value === null) return null
    return isObject(value)
      ? project(value, state, depth)
      : state.reportInvalid(`Expected an object for ${label}.`, depth)
  }
}

function compileLeaf(isValid: LeafCheck, hidden: ReadonlySet<unknown>, label: string): Complete {
  return (value, state, depth) => {
    if (value === null || isValid(value)) return value
    if (hidden.has(value)) return null
    return state.reportInvalid(`Invalid value for ${label}.`, depth)
  }
}

function compileList(complete: Complete, nullable: boolean, label: string): Complete {
  return (value, state, depth) => {
    if (value === null) return null
    if (!Array.isArray(value)) return state.reportInvalid(`Expected a list for ${label}.`, depth)
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

/** Compiles when the first object arrives, since the operation may be nested more deeply than the data. */
function compileConcrete(
  scope: Scope,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  label: string,
): ProjectObject {
  const { schema } = scope.selecting
  let project: ProjectObject | undefined
  return (source, state, depth) => {
    const typename = ownValue(source, '__typename')
    // The name of an interface is accepted, since a subgraph may not know the object's concrete type.
    if (typename !== type.name && typename !== undefined && isObjectType(schema.getType(String(typename)))) {
      return state.reportInvalid(`Unexpected object type for ${label}.`, depth)
    }
    project ??= compileObject(scope, type, selectionSets)
    return project(source, state, depth)
  }
}

/** One field of the client's object. */
interface ProjectedField {
  readonly key: string
  /** The response name in the client's document. */
  readonly clientKey: string
  readonly nullable: boolean
  readonly value: (source: DataObject, state: ProjectionState, depth: number) => unknown
}

function compileField(
  scope: Scope,
  parent: ParentType,
  key: string,
  nodes: readonly FieldNode[],
): ProjectedField | undefined {
  const [node] = nodes
  if (node === undefined) return undefined
  const clientKey = scope.renamed.get(key) ?? key
  const name = node.name.value
  if (name === '__typename') return { key, clientKey, nullable: false, value: () => parent.name }
  if (name === '__schema' || name === '__type') {
    const introspect = scope.introspect(nodes)
    return { key, clientKey, nullable: name === '__type', value: (_, state) => introspect(state) }
  }
  const field = parent.getFields()[name]
  if (field === undefined) throw new Error(`${parent.name} has no field ${name}`)
  const nullable = !isNonNullType(field.type)
  const requirement = nodes.map((each) => scope.refused.get(each)).find((each) => each !== undefined)
  if (requirement !== undefined) {
    const { message, extensions } = forbidden(`${parent.name}.${name}`, requirement)
    return { key, clientKey, nullable, value: (_, state, depth) => state.addError({ message, extensions }, depth) }
  }
  const label = `field ${parent.name}.${name}`
  const selectionSets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]))
  const complete = compileType(scope, field.type, selectionSets, label)
  const read = ownReader(key)
  const value = (source: DataObject, state: ProjectionState, depth: number) => {
    const found = read(source)
    if (found !== undefined) return complete(found, state, depth)
    const missing = state.reportMissing(source, key, label, depth)
    return missing === null && !nullable ? state.reportNull(label, depth) : missing
  }
  return { key, clientKey, nullable, value }
}

/** True if a JSON value other than null is valid for a leaf type. */
type LeafCheck = (value: unknown) => boolean

/** Any value is valid for a custom scalar; for an enum, the values that clients may see. */
function leafCheck(type: GraphQLLeafType): LeafCheck {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.getValues().map(({ name }) => name))
    return (value) => names.has(value)
  }
  return SPECIFIED_SCALARS.get(type.name) ?? anyValue
}

/** Values of an enum that clients may not see. */
function hiddenValues({ facts }: Scope, type: GraphQLLeafType): ReadonlySet<unknown> {
  if (!isEnumType(type)) return NONE
  const visible = new Set(type.getValues().map(({ name }) => name))
  return facts.enumValues(type.name).difference(visible)
}

const NONE: ReadonlySet<unknown> = new Set()

const isString: LeafCheck = (value) => typeof value === 'string'
const isFloat: LeafCheck = (value) => typeof value === 'number' || isRawNumber(value)
const isId: LeafCheck = (value) => typeof value === 'string' || Number.isInteger(value) || isRawInteger(value)
const isBoolean: LeafCheck = (value) => typeof value === 'boolean'
const anyValue: LeafCheck = (value) => value !== undefined

const INT_MAX = 2 ** 31 - 1
const INT_MIN = -(2 ** 31)

function isInt(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) <= INT_MAX && Number(value) >= INT_MIN
}

const SPECIFIED_SCALARS: ReadonlyMap<string, LeafCheck> = new Map([
  ['String', isString],
  ['ID', isId],
  ['Int', isInt],
  ['Float', isFloat],
  ['Boolean', isBoolean],
])
