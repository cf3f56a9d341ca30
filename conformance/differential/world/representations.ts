import { type ArgumentNode, isInterfaceType, isObjectType, Kind, type SelectionSetNode } from 'graphql'
import type { SubgraphFixture, SupergraphFixture } from '../load-supergraph.ts'
import { concreteTypes, fieldSetOf } from './federation-facts.ts'
import { applies } from './field-sets.ts'
import { canonicalJson } from './random.ts'
import type { Thing, World } from './world.ts'

export type Representation = Readonly<Record<string, unknown>>

/** The thing identified by a representation, if any. Throws when the representation has no complete key. */
export function findThing(
  { fixture, world }: { fixture: SupergraphFixture; world: World },
  subgraph: SubgraphFixture,
  representation: Representation,
): Thing | undefined {
  const typeName = String(representation.__typename)
  const keys = keysOf(subgraph, typeName).filter((key) => covers(representation, key))
  if (keys.length === 0) throw new Error(`the representation has no complete key: ${canonicalJson(representation)}`)
  const candidates = concreteTypes(fixture.fullSchema, typeName).flatMap((type) => world.all(type))
  return candidates.find((thing) =>
    keys.every(
      (key) =>
        canonicalJson(projectRepresentation(fixture, representation, key)) ===
        canonicalJson(toWire(world.project(thing, key))),
    ),
  )
}

/** The fields of a representation that a field set selects. Throws when one is missing. */
export function projectRepresentation(
  fixture: SupergraphFixture,
  representation: Representation,
  selection: SelectionSetNode,
): Representation {
  const result: Record<string, unknown> = {}
  for (const node of selection.selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const condition = node.typeCondition?.name.value
      if (condition === undefined || applies(fixture, condition, String(representation.__typename))) {
        Object.assign(result, projectRepresentation(fixture, representation, node.selectionSet))
      }
    } else if (node.kind === Kind.FIELD && node.name.value !== '__typename') {
      const name = node.name.value
      if (!Object.hasOwn(representation, name))
        throw new Error(`the representation lacks "${name}": ${canonicalJson(representation)}`)
      result[name] = projectValue(fixture, representation[name], node.selectionSet)
    }
  }
  return result
}

function projectValue(fixture: SupergraphFixture, value: unknown, selection: SelectionSetNode | undefined): unknown {
  if (value === null || selection === undefined) return value
  if (Array.isArray(value)) return value.map((item) => projectValue(fixture, item, selection))
  return projectRepresentation(fixture, value as Representation, selection)
}

/** The value after a round trip through JSON. */
export function toWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

/** The keys by which a subgraph resolves a type. */
function keysOf({ schema }: SubgraphFixture, typeName: string): SelectionSetNode[] {
  const type = schema.getType(typeName)
  if (!(isObjectType(type) || isInterfaceType(type))) throw new Error(`the subgraph has no entity ${typeName}`)
  const nodes = [...(type.astNode ? [type.astNode] : []), ...type.extensionASTNodes]
  return nodes
    .flatMap((node) => node.directives ?? [])
    .filter(({ name, arguments: args }) => name.value === 'key' && !args?.some(isUnresolvable))
    .map(fieldSetOf)
}

function isUnresolvable({ name, value }: ArgumentNode): boolean {
  return name.value === 'resolvable' && value.kind === Kind.BOOLEAN && !value.value
}

function covers(representation: Representation, selection: SelectionSetNode): boolean {
  return selection.selections.every((node) => {
    if (node.kind !== Kind.FIELD) return true
    const value = representation[node.name.value]
    if (value === undefined) return false
    return node.selectionSet === undefined || value === null || covers(value as Representation, node.selectionSet)
  })
}
