import { isInterfaceType, isObjectType, Kind, type SelectionSetNode } from 'graphql'
import type { SubgraphFixture, SupergraphFixture } from '../load-supergraph.ts'
import { concreteTypes, fieldSetOf } from './federation-facts.ts'
import { applies } from './project.ts'
import { canonicalJson } from './random.ts'
import type { Thing, World } from './world.ts'

export type Told = Readonly<Record<string, unknown>>

/** The thing that a representation is about; `undefined` when there is none. Throws for one that no subgraph could understand. */
export function findThing(
  { fixture, world }: { fixture: SupergraphFixture; world: World },
  subgraph: SubgraphFixture,
  told: Told,
): Thing | undefined {
  const typeName = String(told.__typename)
  const keys = keysOf(subgraph, typeName).filter((key) => covers(told, key))
  if (keys.length === 0) throw new Error(`a representation has no whole key: ${canonicalJson(told)}`)
  const candidates = concreteTypes(fixture.fullSchema, typeName).flatMap((type) => world.all(type))
  return candidates.find((thing) =>
    keys.every(
      (key) => canonicalJson(projectTold(fixture, told, key)) === canonicalJson(toWire(world.project(thing, key))),
    ),
  )
}

/** What a selection without arguments finds in a representation. Throws when something is missing there. */
export function projectTold(fixture: SupergraphFixture, told: Told, selection: SelectionSetNode): Told {
  const result: Record<string, unknown> = {}
  for (const node of selection.selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const condition = node.typeCondition?.name.value
      if (condition === undefined || applies(fixture, condition, String(told.__typename))) {
        Object.assign(result, projectTold(fixture, told, node.selectionSet))
      }
    } else if (node.kind === Kind.FIELD && node.name.value !== '__typename') {
      const name = node.name.value
      if (!Object.hasOwn(told, name)) throw new Error(`a representation lacks "${name}": ${canonicalJson(told)}`)
      result[name] = projectValue(fixture, told[name], node.selectionSet)
    }
  }
  return result
}

function projectValue(fixture: SupergraphFixture, value: unknown, selection: SelectionSetNode | undefined): unknown {
  if (value === null || selection === undefined) return value
  if (Array.isArray(value)) return value.map((item) => projectValue(fixture, item, selection))
  return projectTold(fixture, value as Told, selection)
}

/** A value after a journey as JSON. */
export function toWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

function keysOf({ schema }: SubgraphFixture, typeName: string): SelectionSetNode[] {
  const type = schema.getType(typeName)
  if (!(isObjectType(type) || isInterfaceType(type))) throw new Error(`there is no entity ${typeName} here`)
  const nodes = [...(type.astNode ? [type.astNode] : []), ...type.extensionASTNodes]
  return nodes
    .flatMap((node) => node.directives ?? [])
    .filter(({ name }) => name.value === 'key')
    .map(fieldSetOf)
}

function covers(told: Told, selection: SelectionSetNode): boolean {
  return selection.selections.every((node) => {
    if (node.kind !== Kind.FIELD) return true
    const value = told[node.name.value]
    if (value === undefined) return false
    return node.selectionSet === undefined || value === null || covers(value as Told, node.selectionSet)
  })
}
