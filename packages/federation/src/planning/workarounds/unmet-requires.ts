import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { Kind, parse, type SelectionNode, type SelectionSetNode, visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
import { replaceOperation } from '../../operation/replace-operation.ts'
import type { FetchWorkaround } from './workaround.ts'

/**
 * Planner defect: when a field with `@requires` is itself required, the planner also adds it to
 * fetches whose representations lack its requirements. The subgraph would compute a wrong value.
 *
 * Removes the field from those fetches: another fetch of the plan selects it correctly.
 * Shown by: conformance/differential/cases/required-field-without-its-requirements
 */
export const unmetRequires: FetchWorkaround =
  ({ facts }) =>
  (node) => {
    const { serviceName, requires = [], operation } = node
    const subgraph = facts.subgraph(serviceName)
    // Most fetches select no such field, so their operations need not be parsed.
    if (!subgraph.fieldsWithRequires.some((name) => operation.includes(name))) return [node]
    let removed = false

    const within = (type: string | undefined, set: SelectionSetNode, isEntity: boolean): SelectionSetNode => {
      const selections = set.selections.flatMap((selection): SelectionNode[] => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          const condition = selection.typeCondition?.name.value ?? type
          return [{ ...selection, selectionSet: within(condition, selection.selectionSet, isEntity) }]
        }
        const name = selection.name.value
        const required = type === undefined ? undefined : subgraph.requires(type, name)
        if (required !== undefined && !(isEntity && sends(requires, required))) {
          removed = true
          return []
        }
        if (selection.selectionSet === undefined) return [selection]
        const isEntities = name === '_entities'
        const inner = isEntities || type === undefined ? undefined : facts.returnedType(type, name)
        return [{ ...selection, selectionSet: within(inner, selection.selectionSet, isEntities) }]
      })
      return { ...set, selections: selections.length > 0 ? selections : [TYPENAME] }
    }
    const reduced = visit(parse(operation, { noLocation: true }), {
      OperationDefinition: (definition) => ({
        ...definition,
        selectionSet: within(facts.rootType(definition.operation), definition.selectionSet, false),
      }),
    })
    return [removed ? replaceOperation(node, reduced) : node]
  }

/** Whether the representations of some type have every required field. */
function sends(requires: readonly QueryPlanSelectionNode[], { selections }: SelectionSetNode): boolean {
  const names = selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))
  return requires.some((part) => {
    const sent = part.kind === 'InlineFragment' ? part.selections : []
    return names.every((name) => sent.some((each) => each.kind === 'Field' && each.name === name))
  })
}
