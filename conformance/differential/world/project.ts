import { Kind, type SelectionSetNode } from 'graphql'
import type { SupergraphFixture } from '../load-supergraph.ts'
import { concreteTypes } from './federation-facts.ts'
import type { Thing, WorldValue } from './world.ts'

type Read = (thing: Thing, field: string) => WorldValue

/** The fields of a thing by a selection without arguments and aliases, as in a representation. */
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
      result[node.name.value] = plain(fixture, read, read(thing, node.name.value), node.selectionSet)
    }
  }
  return result
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
  if (selection === undefined || !('type' in value)) throw new Error('a field set ends in an object')
  return project(fixture, read, value, selection)
}

/** Whether a type condition includes things of a type. */
export function applies({ fullSchema }: SupergraphFixture, condition: string, type: string): boolean {
  return concreteTypes(fullSchema, condition).includes(type)
}
