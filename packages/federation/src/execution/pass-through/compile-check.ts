import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import {
  collectFields,
  type FieldsByResponseName,
  fragmentsOf,
  type Selecting,
} from '../../operation/collect-fields.ts'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import { dependsOnType, holdsFor, holdsForAll } from '../../operation/type-conditions.ts'
import type { Graph } from '../../planning/build-graph.ts'
import {
  BRACE_CLOSE,
  type Scan,
  scanBoolean,
  scanInteger,
  scanList,
  scanLiteral,
  scanMembers,
  scanNullable,
  scanNumber,
  scanString,
  scanValue,
  startsWith,
} from './scan-json.ts'

/**
 * A scan that accepts `data` only if it is exactly what a pass-through operation selects: each field once, in the
 * client's order and of its type, and no others. Valid data in a different form, such as with white space, is not
 * accepted either.
 *
 * `operation` must have no obstacle to pass-through.
 */
export function compileCheck({ schema }: Graph, { document, definition }: PlannedOperation): Scan {
  const root = schema.getRootType(definition.operation)
  if (root === undefined || root === null) throw new Error('the operation does not exist')
  const selecting = openChecking(schema, fragmentsOf(document))
  const { looked } = selecting
  const scan = compileObject(selecting, root, [definition.selectionSet])
  return (body, at) => {
    looked.bytes = 0
    return scan(body, at)
  }
}

/** Number of bytes searched for a `__typename` in the current body. */
interface Looked {
  bytes: number
}

export interface Checking extends Selecting {
  readonly looked: Looked
}

export function openChecking(schema: GraphQLSchema, fragments: Selecting['fragments']): Checking {
  return { schema, fragments, conditions: {}, looked: { bytes: 0 } }
}

/**
 * How often, in lengths of the body, the `__typename` of objects may be searched. If it comes last, each level of
 * nesting searches all levels below it.
 */
const searchesMax = 4

function compileObject(selecting: Checking, type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): Scan {
  return compileFields(selecting, type, collectFields(selecting, holdsFor(selecting.schema, type), selectionSets))
}

function compileFields(
  selecting: Checking,
  parent: GraphQLObjectType | GraphQLInterfaceType,
  fields: FieldsByResponseName,
): Scan {
  if (fields.size === 0) return scanLiteral('{}')
  const members = [...fields].map(([name, nodes], index) => ({
    head: Buffer.from(`${index === 0 ? '{' : ','}"${name}":`),
    scan: compileField(selecting, parent, nodes),
  }))
  return (body, at) => {
    let next = at
    for (const { head, scan } of members) {
      if (!startsWith(body, head, next)) return -1
      next = scan(body, next + head.length)
      if (next < 0) return -1
    }
    return body[next] === BRACE_CLOSE ? next + 1 : -1
  }
}

function compileField(
  selecting: Checking,
  parent: GraphQLObjectType | GraphQLInterfaceType,
  nodes: readonly FieldNode[],
): Scan {
  const name = nodes[0]?.name.value ?? ''
  if (name === '__typename') return scanLiteral(JSON.stringify(parent.name))
  const field = parent.getFields()[name]
  if (field === undefined) throw new Error(`${parent.name} has no field ${name}`)
  const selectionSets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]))
  return compileType(selecting, field.type, selectionSets)
}

/** A scan that accepts the values of a type with exactly the selected fields. */
export function compileType(
  selecting: Checking,
  type: GraphQLOutputType,
  selectionSets: readonly SelectionSetNode[],
): Scan {
  if (isNonNullType(type)) return compileNonNull(selecting, type.ofType, selectionSets)
  return scanNullable(compileNonNull(selecting, type, selectionSets))
}

function compileNonNull(
  selecting: Checking,
  type: GraphQLLeafType | GraphQLCompositeType | GraphQLList<GraphQLOutputType>,
  selectionSets: readonly SelectionSetNode[],
): Scan {
  if (isListType(type)) return scanList(compileType(selecting, type.ofType, selectionSets))
  if (isLeafType(type)) return compileLeaf(type)
  return lazily(() =>
    isAbstractType(type)
      ? compileAbstract(selecting, type, selectionSets)
      : compileObject(selecting, type, selectionSets),
  )
}

/** Compiles when the first object arrives, since the operation may be nested more deeply than the data. */
function lazily(compile: () => Scan): Scan {
  let compiled: Scan | undefined
  return (body, at) => {
    compiled ??= compile()
    return compiled(body, at)
  }
}

/** Objects of an interface or union, by their `__typename` unless the selection is the same for all. */
function compileAbstract(
  selecting: Checking,
  type: GraphQLAbstractType,
  selectionSets: readonly SelectionSetNode[],
): Scan {
  const { schema } = selecting
  if (isInterfaceType(type) && !selectionSets.some((set) => dependsOnType(selecting, type, set))) {
    const holds = (condition: string) => holdsForAll(schema, type, condition)
    return compileFields(selecting, type, collectFields(selecting, holds, selectionSets))
  }
  const known = new Map<string, Scan>()
  return (body, at) => {
    const name = typenameIn(body, at, selecting.looked)
    if (name === undefined) return -1
    const scan = known.get(name) ?? compileMember(selecting, type, selectionSets, name)
    if (scan === undefined) return -1
    known.set(name, scan)
    return scan(body, at)
  }
}

function compileMember(
  selecting: Checking,
  type: GraphQLAbstractType,
  selectionSets: readonly SelectionSetNode[],
  name: string,
): Scan | undefined {
  const { schema } = selecting
  const member = schema.getType(name)
  if (!isObjectType(member) || !schema.isSubType(type, member)) return undefined
  return compileObject(selecting, member, selectionSets)
}

const TYPENAME_KEY = Buffer.from('"__typename":')

/** The `__typename` of an object, wherever it is among its members, unless that costs too much. */
function typenameIn(body: Buffer, at: number, looked: Looked): string | undefined {
  let found: string | undefined
  if (looked.bytes > searchesMax * body.length) return undefined
  scanMembers(body, at, (key, value) => {
    if (!startsWith(body, TYPENAME_KEY, key)) {
      const end = scanValue(body, value)
      looked.bytes += end - key
      return end
    }
    const end = scanString(body, value)
    if (end > 0) found = body.toString('latin1', value + 1, end - 1)
    return -1
  })
  return found
}

function compileLeaf(type: GraphQLLeafType): Scan {
  if (!isEnumType(type)) return SPECIFIED_SCALARS.get(type.name) ?? scanValue
  const names = new Set(type.getValues().map(({ name }) => name))
  return (body, at) => {
    const end = scanString(body, at)
    return end > 0 && names.has(body.toString('latin1', at + 1, end - 1)) ? end : -1
  }
}

const INT_MAX = 2 ** 31 - 1
const INT_MIN = -(2 ** 31)
/** Longer integers are out of range. */
const intCharactersMax = 11

function scanInt(body: Buffer, at: number): number {
  const end = scanInteger(body, at)
  // Integers of up to nine characters are always in range.
  if (end - at <= 9) return end
  if (end - at > intCharactersMax) return -1
  const value = Number(body.toString('latin1', at, end))
  return value <= INT_MAX && value >= INT_MIN ? end : -1
}

function scanId(body: Buffer, at: number): number {
  const end = scanString(body, at)
  return end < 0 ? scanInteger(body, at) : end
}

const SPECIFIED_SCALARS: ReadonlyMap<string, Scan> = new Map([
  ['String', scanString],
  ['ID', scanId],
  ['Int', scanInt],
  ['Float', scanNumber],
  ['Boolean', scanBoolean],
])
