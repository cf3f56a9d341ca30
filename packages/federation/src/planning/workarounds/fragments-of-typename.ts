import { Kind, type SelectionNode, visit } from 'graphql'
import { isTypename, TYPENAME } from '../../operation/collect-fields.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it throws for some inline fragments that select nothing but `__typename`.
 *
 * Selects `__typename` on the object itself, and removes it from the fragments. Fragments that
 * become empty are removed too.
 * Shown by: planner-workarounds.test.ts
 */
export const fragmentsOfTypename: Workaround = () => (document) => ({
  document: visit(document, {
    Field: {
      leave(node) {
        if (node.selectionSet === undefined) return undefined
        const { selections } = node.selectionSet
        const others = withoutTypenames(selections)
        if (others.length === selections.length && others.every((each, index) => each === selections[index])) {
          return undefined
        }
        return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: [TYPENAME, ...others] } }
      },
    },
  }),
})

/** The selections without `__typename` in inline fragments. */
function withoutTypenames(selections: readonly SelectionNode[]): readonly SelectionNode[] {
  return selections.flatMap((selection): SelectionNode[] => {
    if (selection.kind !== Kind.INLINE_FRAGMENT) return [selection]
    const inner = withoutTypenames(selection.selectionSet.selections).filter((each) => !isTypename(each))
    if (inner.length === 0) return []
    if (inner.length === selection.selectionSet.selections.length) return [selection]
    return [{ ...selection, selectionSet: { kind: Kind.SELECTION_SET, selections: inner } }]
  })
}
