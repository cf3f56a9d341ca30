import type { SelectionSetNode } from 'graphql'
import type { FederationFacts } from './federation-facts.ts'
import type { ShapeOf } from './shapes.ts'

/** An entity, a root object or a value; `key` is its number, `root`, or its place. */
export interface Thing {
  readonly type: string
  readonly key: string
}

export type WorldValue = Thing | null | readonly WorldValue[] | { readonly leaf: unknown }

/** Data that all subgraphs of a supergraph share. */
export interface World {
  readonly facts: FederationFacts
  readonly shapeOf: ShapeOf
  /** A field's value. `required`: the values of its `@requires` as received by the subgraph. */
  read(thing: Thing, field: string, args: Readonly<Record<string, unknown>>, required?: unknown): WorldValue
  /** The fields of a thing that a field set selects. */
  project(thing: Thing, selection: SelectionSetNode): Record<string, unknown>
  /** All things of an entity type. */
  all(type: string): readonly Thing[]
}

/** The value as returned by a resolver of graphql-js. */
export function complete(value: WorldValue, wrap: (thing: Thing) => unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item: WorldValue) => complete(item, wrap))
  if ('leaf' in value) return value.leaf
  if ('type' in value) return wrap(value)
  throw new Error('the value is neither a leaf nor a thing')
}
