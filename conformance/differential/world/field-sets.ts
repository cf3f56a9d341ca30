import { type FieldNode, getArgumentValues, isObjectType, Kind, type SelectionSetNode } from 'graphql'
import type { SupergraphFixture } from '../load-supergraph.ts'
import { concreteTypes } from './federation-facts.ts'
import type { Thing, WorldValue } from './world.ts'

type Read = (thing: Thing, field: string, args: Readonly<Record<string, unknown>>) => WorldValue

/** The fields of a thing that a field set selects. */
export function project(
  fixture: SupergraphFixture,
  read: Read,
  thing: Thing,
  selection: SelectionSetNode,
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const node of selection.selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const condition = node.typeCondition?.name.value
      if (condition === undefined || applies(fixture, condition, thing.type)) {
        Object.assign(result, project(fixture, read, thing, node.selectionSet))
      }
    } else if (node.kind === Kind.FIELD && node.name.value !== '__typename') {
      const value = read(thing, node.name.value, argumentsOf(fixture, thing.type, node))
      result[node.name.value] = plain(fixture, read, value, node.selectionSet)
    }
  }
  return result
}

/** The arguments of a field in a field set, with their defaults. */
function argumentsOf({ fullSchema }: SupergraphFixture, typeName: string, node: FieldNode): Record<string, unknown> {
  const type = fullSchema.getType(typeName)
  const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined
  return field === undefined ? {} : getArgumentValues(field, node)
}

function plain(
  fixture: SupergraphFixture,
  read: Read,
  value: WorldValue,
  selection: SelectionSetNode | undefined,
): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item: WorldValue) => plain(fixture, read, item, selection))
  if ('leaf' in value) return value.leaf
  if (selection === undefined || !('type' in value)) throw new Error('a field set must select fields of objects')
  return project(fixture, read, value, selection)
}

/** True if a type condition applies to an object type. */
export function applies({ fullSchema }: SupergraphFixture, condition: string, type: string): boolean {
  return concreteTypes(fullSchema, condition).includes(type)
}

/** True if the parent's `@provides` contains a field. */
export function providesField(provided: SelectionSetNode | undefined, field: string): boolean {
  return provided?.selections.some((node) => node.kind === Kind.FIELD && node.name.value === field) === true
}

/** True if the parent's `@provides` contains every field of a field set without type conditions. */
export function providesAll(provided: SelectionSetNode | undefined, wanted: SelectionSetNode): boolean {
  return wanted.selections.every((node) => {
    if (node.kind !== Kind.FIELD || !providesField(provided, node.name.value)) return false
    const { name, selectionSet } = node
    return selectionSet === undefined || providesAll(nestedFieldSet(provided, name.value), selectionSet)
  })
}

/** The part of `@provides` for the object of a field. */
export function nestedFieldSet(provided: SelectionSetNode | undefined, field: string): SelectionSetNode | undefined {
  return (provided?.selections ?? [])
    .map((node) => (node.kind === Kind.FIELD && node.name.value === field ? node.selectionSet : undefined))
    .reduce(joinFieldSets, undefined)
}

export function joinFieldSets(
  one: SelectionSetNode | undefined,
  other: SelectionSetNode | undefined,
): SelectionSetNode | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return { kind: Kind.SELECTION_SET, selections: [...one.selections, ...other.selections] }
}
