import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { type FieldNode, isNonNullType, isObjectType, Kind, type SelectionNode, type SelectionSetNode } from 'graphql'
import type { PreparedOperation } from '../operation/prepared-operation.ts'

/** Response names under which a subscription's events show their root field, and what identifies the entity there. */
interface EntityNames {
  readonly root: string
  readonly keys: readonly string[]
}

const known = new WeakMap<PreparedOperation['planned'], EntityNames | null>()

/**
 * What an event's data is about, the same text for the same entity; `undefined` when the operation does not ask for a key of it.
 *
 * Only keys of plain fields count, asked for directly at the subscription's field, and only of an object type: objects of two types that share an
 * interface may have the same key.
 */
export function entityOf(
  { graph, planned }: Pick<PreparedOperation, 'graph' | 'planned'>,
  data: Readonly<Record<string, unknown>> | null,
): string | undefined {
  let names = known.get(planned)
  if (names === undefined) {
    names = namesOf(graph, planned.definition.selectionSet)
    known.set(planned, names)
  }
  if (names === null || data === null) return undefined
  const entity = data[names.root]
  if (typeof entity !== 'object' || entity === null) return undefined
  const values = names.keys.map((key) => (entity as Record<string, unknown>)[key])
  if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return undefined
  return values.length === 1 ? String(values[0]) : JSON.stringify(values)
}

function namesOf({ schema, facts }: Graph, { selections }: SelectionSetNode): EntityNames | null {
  const [root] = selections
  if (root?.kind !== Kind.FIELD || selections.length !== 1) return null
  const returned = schema.getSubscriptionType()?.getFields()[root.name.value]?.type
  const type = isNonNullType(returned) ? returned.ofType : returned
  if (!isObjectType(type)) return null
  const asked = new Map(fieldsOf(root).map((field) => [field.name.value, field.alias?.value ?? field.name.value]))
  for (const { selections: key } of facts.keys(type.name)) {
    if (!key.every(isPlainField)) continue
    const keys = key.map((node) => asked.get(node.name.value))
    if (keys.every((name) => name !== undefined)) return { root: root.alias?.value ?? root.name.value, keys }
  }
  return null
}

function fieldsOf({ selectionSet }: FieldNode): FieldNode[] {
  return (selectionSet?.selections ?? []).filter((node) => node.kind === Kind.FIELD)
}

function isPlainField(node: SelectionNode): node is FieldNode {
  return node.kind === Kind.FIELD && node.selectionSet === undefined
}
