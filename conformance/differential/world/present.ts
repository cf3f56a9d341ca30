import type { Thing, WorldValue } from './world.ts'

/** A value of the world as graphql-js completes it. */
export function present(value: WorldValue, wrap: (thing: Thing) => unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item: WorldValue) => present(item, wrap))
  if ('leaf' in value) return value.leaf
  if ('type' in value) return wrap(value)
  throw new Error('a value is neither a leaf nor a thing')
}
