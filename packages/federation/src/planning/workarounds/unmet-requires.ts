import type { QueryPlanSelectionNode } from '@apollo/query-planner'
import { type FieldNode, Kind, parse, type SelectionNode, type SelectionSetNode, visit } from 'graphql'
import { TYPENAME } from '../../operation/collect-fields.ts'
import { replaceOperation } from '../../operation/replace-operation.ts'
import type { FetchWorkaround } from './workaround.ts'

/**
 * Planner defect: when a field with `@requires` is itself required, the planner also adds it to
 * fetches whose representations lack its requirements. The subgraph would compute a wrong value.
 *
 * Removes the field from those fetches: another fetch of the plan selects it correctly. A fetch that
 * selects the requirement beside the field is correct: its subgraph resolves both, as with
 * `@provides`.
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
    const appliesTo = (type: string | undefined) => (condition: string) =>
      type === undefined || facts.subtypes(condition).has(type)
    const overlaps = (type: string | undefined) => (condition: string) =>
      appliesTo(type)(condition) || (type !== undefined && facts.subtypes(type).has(condition))

    const within = (
      type: string | undefined,
      set: SelectionSetNode,
      isEntity: boolean,
      outer: readonly SelectionSetNode[] = [],
    ): SelectionSetNode => {
      const beside = [...outer, set]
      const selections = set.selections.flatMap((selection): SelectionNode[] => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          const condition = selection.typeCondition?.name.value ?? type
          return [{ ...selection, selectionSet: within(condition, selection.selectionSet, isEntity, beside) }]
        }
        const name = selection.name.value
        const required = type === undefined ? undefined : subgraph.requires(type, name)
        const isMet =
          required === undefined ||
          (isEntity && sends(requires, required, overlaps(type))) ||
          selects(beside, required, appliesTo(type))
        if (!isMet) {
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

/** True if the representations of a type have every required field. `overlaps` says which types they may have. */
function sends(
  requires: readonly QueryPlanSelectionNode[],
  { selections }: SelectionSetNode,
  overlaps: (condition: string) => boolean,
): boolean {
  const names = selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))
  return requires.some((part) => {
    if (part.kind !== 'InlineFragment') return false
    const { typeCondition, selections: sent } = part
    if (typeCondition !== undefined && !overlaps(typeCondition)) return false
    return names.every((name) => sent.some((each) => each.kind === 'Field' && each.name === name))
  })
}

/**
 * True if selections of one object include every required field. `applies` says if a type condition includes the type
 * of the object.
 */
function selects(
  sets: readonly SelectionSetNode[],
  required: SelectionSetNode,
  applies: (condition: string) => boolean,
): boolean {
  return required.selections.every((wanted) => {
    if (wanted.kind === Kind.FRAGMENT_SPREAD) return false
    if (wanted.kind === Kind.INLINE_FRAGMENT) return selects(sets, wanted.selectionSet, applies)
    const found = sets.flatMap((set) => fieldsNamed(wanted.name.value, set, applies))
    if (found.length === 0 || wanted.selectionSet === undefined) return found.length > 0
    return selects(
      found.flatMap(({ selectionSet }) => selectionSet ?? []),
      wanted.selectionSet,
      // The planner may split the selections of an abstract type by its possible types.
      () => true,
    )
  })
}

/** The fields under their own names, including those in inline fragments whose condition applies. */
function fieldsNamed(
  name: string,
  { selections }: SelectionSetNode,
  applies: (condition: string) => boolean,
): readonly FieldNode[] {
  return selections.flatMap((node): readonly FieldNode[] => {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const condition = node.typeCondition?.name.value
      return condition === undefined || applies(condition) ? fieldsNamed(name, node.selectionSet, applies) : []
    }
    return node.kind === Kind.FIELD && node.alias === undefined && node.name.value === name ? [node] : []
  })
}
