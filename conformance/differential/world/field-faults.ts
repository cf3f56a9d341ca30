import { GraphQLError } from 'graphql'
import { hashOf } from './random.ts'
import type { Shape } from './shapes.ts'
import type { Thing, World, WorldValue } from './world.ts'

/** A fault of a field in all subgraphs that resolve it. */
export interface FieldFault {
  /** `Type.field` of an object type. */
  readonly coordinate: string
  readonly kind: 'error' | 'codedError' | 'null' | 'nullItem' | 'hiddenValue'
  /** One in this many things is affected. */
  readonly oneOf: number
}

/** A null that the schema does not allow. `item`: its index in a list. */
export interface Violation {
  readonly item?: number
}

/** The value of a field with its faults. Throws like a resolver. */
export function readWithFaults(
  world: World,
  faults: readonly FieldFault[],
  thing: Thing,
  field: string,
  args: Readonly<Record<string, unknown>>,
  options: { readonly required?: unknown; readonly violated?: (violation: Violation) => void } = {},
): WorldValue {
  const value = world.read(thing, field, args, options.required)
  const coordinate = `${thing.type}.${field}`
  const fault = faults.find((one) => one.coordinate === coordinate && hashOf(`${thing.key} ${field}`) % one.oneOf === 0)
  if (fault === undefined) return value
  const shape = world.shapeOf(thing.type, field)
  switch (fault.kind) {
    case 'error':
      throw new GraphQLError(`${coordinate} is broken`)
    case 'codedError':
      throw new GraphQLError(`${coordinate} is refused 🚫`, {
        extensions: { code: 'FIELD_REFUSED', detail: { of: coordinate, nested: [null, 1] } },
      })
    case 'null':
      if (shape.kind === 'nonNull') options.violated?.({})
      return null
    case 'nullItem':
      return withNullItem(value, shape, options.violated)
    case 'hiddenValue':
      return withHiddenValue(value, shape)
  }
}

function withNullItem(
  value: WorldValue,
  shape: Shape,
  violated: ((violation: Violation) => void) | undefined,
): WorldValue {
  const list = shape.kind === 'nonNull' ? shape.of : shape
  if (!Array.isArray(value) || value.length === 0 || list.kind !== 'list') return value
  const item = value.length - 1
  if (list.of.kind === 'nonNull') violated?.({ item })
  return value.map((one: WorldValue, index) => (index === item ? null : one))
}

function withHiddenValue(value: WorldValue, shape: Shape): WorldValue {
  if (shape.kind === 'list' || shape.kind === 'nonNull') {
    return Array.isArray(value) && shape.kind === 'list'
      ? value.map((item: WorldValue) => withHiddenValue(item, shape.of))
      : shape.kind === 'nonNull'
        ? withHiddenValue(value, shape.of)
        : value
  }
  const [hidden] = shape.hidden ?? []
  if (hidden === undefined || value === null) return value
  return shape.kind === 'leaf' ? { leaf: hidden } : { type: hidden, key: String(hashOf(JSON.stringify(value))) }
}
