import { type GraphQLLeafType, isEnumType } from 'graphql'
import { isWrittenInteger, isWrittenNumber } from '../../subgraph-client/exact-json.ts'

/** Whether a value that is not null is one of a leaf type, as JSON writes it. */
export type LeafCheck = (value: unknown) => boolean

/** Any value is one of a scalar that only the subgraph knows; the values of an enumeration are those that clients may see. */
export function leafCheck(type: GraphQLLeafType): LeafCheck {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.getValues().map(({ name }) => name))
    return (value) => names.has(value)
  }
  return SPECIFIED_SCALARS.get(type.name) ?? anyValue
}

const isText: LeafCheck = (value) => typeof value === 'string'
const isFloat: LeafCheck = (value) => typeof value === 'number' || isWrittenNumber(value)
const isId: LeafCheck = (value) => typeof value === 'string' || Number.isInteger(value) || isWrittenInteger(value)
const isTruth: LeafCheck = (value) => typeof value === 'boolean'
const anyValue: LeafCheck = (value) => value !== undefined

const INT_MAX = 2 ** 31 - 1
const INT_MIN = -(2 ** 31)

function isInt(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) <= INT_MAX && Number(value) >= INT_MIN
}

const SPECIFIED_SCALARS: ReadonlyMap<string, LeafCheck> = new Map([
  ['String', isText],
  ['ID', isId],
  ['Int', isInt],
  ['Float', isFloat],
  ['Boolean', isTruth],
])
