import {
  type FieldNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: when a field with `@requires` is itself required by another field, it plans no fetches for the first
 * field's requirements, unless the client selects the first field.
 *
 * Selects that field. Shown by: conformance/differential/cases/nested-requires
 */
export const indirectRequires: Workaround = ({ schema, facts, addedFields = NONE }) => {
  const required = indirectlyRequired(facts)
  if (required.size === 0) return (document) => ({ document })
  return (document) => {
    const types = new TypeInfo(schema)
    const selected = visit(
      document,
      visitWithTypeInfo(types, {
        SelectionSet(node) {
          const type = types.getParentType()
          if (!(isObjectType(type) || isInterfaceType(type))) return undefined
          const names = new Set(node.selections.map(plainName))
          const added = new Map<string, FieldNode>()
          for (const selection of node.selections) {
            const fields: readonly FieldNode[] | undefined =
              selection.kind === Kind.FIELD ? required.get(`${type.name}.${selection.name.value}`) : undefined
            for (const field of fields ?? []) {
              const name = field.name.value
              const isSelectable = type.getFields()[name] !== undefined || addedFields.has(name)
              if (!names.has(name) && isSelectable) added.set(name, field)
            }
          }
          return added.size === 0 ? undefined : { ...node, selections: [...node.selections, ...added.values()] }
        },
      }),
    )
    return { document: selected }
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The response name of a field without alias and arguments. */
function plainName(selection: SelectionNode): string | undefined {
  if (selection.kind !== Kind.FIELD || (selection.arguments ?? []).length > 0) return undefined
  return selection.alias === undefined ? selection.name.value : undefined
}

/** The fields with `@requires` that a field requires, directly or indirectly, by `Type.field`. */
function indirectlyRequired({ requires }: SupergraphFacts): ReadonlyMap<string, readonly FieldNode[]> {
  const all = new Map<string, readonly FieldNode[]>()
  for (const coordinate of requires.keys()) {
    const [type = ''] = coordinate.split('.')
    const reached = new Map<string, FieldNode>()
    const follow = (from: string): void => {
      for (const field of requires.get(from) ?? []) {
        const next = `${type}.${field.name.value}`
        if (!requires.has(next) || reached.has(next)) continue
        reached.set(next, field)
        follow(next)
      }
    }
    follow(coordinate)
    if (reached.size > 0) all.set(coordinate, [...reached.values()])
  }
  return all
}
