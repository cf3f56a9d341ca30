import type { FieldNode, GraphQLObjectType, GraphQLOutputType, SelectionSetNode } from 'graphql'
import { collectFields, type FieldsByResponseName } from '../../operation/collect-fields.ts'
import { holdsFor } from '../../operation/type-conditions.ts'
import type { Checking } from '../pass-through/compile-check.ts'

/** Thrown while an operation is compiled whose response cannot be joined from bytes. */
export class NotJoinable extends Error {}

/**
 * The result of scanning one response. A list of numbers costs the garbage collector far less than many objects.
 *
 * Each object has a record: indexes in the response, and the places of other records in their tapes. The compiled plan
 * knows the slot of each. A list is a chain of cells, each with the place of the next cell (0: none) and a value. A
 * value is the place of a record or of the first cell (0: the list is empty), or NULL.
 */
export type Tape = number[]

export const NULL = -1

/** The state of one execution. */
export interface JoinState {
  /** The response of each fetch, with one character per byte. */
  readonly texts: string[]
  /** The tape of each fetch. */
  readonly tapes: Tape[]
  /** For each place whose entities are fetched, its objects. */
  readonly targets: number[][]
  /** The result of the last scan. */
  value: number
  /** True if a response has an unexpected form. */
  isRefused: boolean
}

/** The slots of a kind of record. */
export class Slots {
  size = 0

  add(): number {
    this.size += 1
    return this.size - 1
  }
}

/** One field of the objects that a fetch selects. */
export interface SourceField {
  readonly key: string
  readonly index: number
  readonly name: string
  /** `undefined` for `__typename` and for a field that is hidden from clients. */
  readonly type: GraphQLOutputType | undefined
  readonly nodes: readonly FieldNode[]
  readonly selectionSets: readonly SelectionSetNode[]
}

/** What one fetch selects of the objects at a place. */
export class Source {
  /** The index of the fetch, and of its text and tape. */
  readonly fetch: number
  readonly selecting: Checking
  readonly type: GraphQLObjectType
  readonly fields: ReadonlyMap<string, SourceField>
  readonly slots = new Slots()
  /** Slots for the index of a field's key, by the field's index. */
  readonly starts = new Map<number, number>()
  /** Slots for the index after a field's value. */
  readonly ends = new Map<number, number>()
  /** The objects below that have a layout of their own, by response name. */
  readonly children = new Map<string, Child>()

  constructor(fetch: number, selecting: Checking, type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]) {
    this.fetch = fetch
    this.selecting = selecting
    this.type = type
    const collected = collectFields(selecting, holdsFor(selecting.schema, type), selectionSets)
    this.fields = new Map(
      [...collected].map(([key, nodes], index) => [key, { key, index, nodes, ...describe(type, nodes) }]),
    )
  }

  startOf({ index }: SourceField): number {
    return slotIn(this.starts, index, this.slots)
  }

  endOf({ index }: SourceField): number {
    return slotIn(this.ends, index, this.slots)
  }
}

function describe(type: GraphQLObjectType, nodes: readonly FieldNode[]) {
  const name = nodes[0]?.name.value ?? ''
  return { name, type: type.getFields()[name]?.type, selectionSets: selectionSetsOf(nodes) }
}

export function selectionSetsOf(nodes: readonly FieldNode[]): readonly SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]))
}

function slotIn(known: Map<number, number>, index: number, slots: Slots): number {
  const slot = known.get(index) ?? slots.add()
  known.set(index, slot)
  return slot
}

/** The objects of a field of a source. */
export interface Child {
  readonly slot: number
  readonly type: GraphQLOutputType
  readonly place: Place
}

/** A field of a place, and the record that has it: the record of the place itself, or one to which that refers. */
export interface Located {
  readonly field: SourceField
  readonly source: Source
  /** The slot of the reference; `OWN` for the record of the place itself. */
  readonly ref: number
}

export const OWN = -1

/**
 * Objects of one type at one place of the client's response. The fetch that delivers the objects owns their records,
 * which refer to the records of fetches that add fields.
 */
export class Place {
  readonly type: GraphQLObjectType
  readonly clientFields: FieldsByResponseName
  readonly own: Source | undefined
  readonly slots: Slots
  readonly joined: { readonly source: Source; readonly ref: number }[] = []
  /** The index of the list of its objects, if entities are fetched for them. */
  targets: number | undefined

  constructor(type: GraphQLObjectType, clientFields: FieldsByResponseName, own?: Source) {
    this.type = type
    this.clientFields = clientFields
    this.own = own
    this.slots = own?.slots ?? new Slots()
  }

  /** Adds a fetch of more fields. Returns the slot in which each record refers to the other one. */
  join(source: Source): number {
    const ref = this.slots.add()
    this.joined.push({ source, ref })
    return ref
  }

  /** The source of a field; `undefined` without one. Several are joined by the general executor. */
  locate(key: string): Located | undefined {
    const sources = this.own === undefined ? this.joined : [{ source: this.own, ref: OWN }, ...this.joined]
    const [first, second] = sources.flatMap(({ source, ref }) => {
      const field = source.fields.get(key)
      return field === undefined ? [] : [{ field, source, ref }]
    })
    if (second !== undefined && second.field.name !== '__typename') throw new NotJoinable(`several fetches of ${key}`)
    return first
  }
}
