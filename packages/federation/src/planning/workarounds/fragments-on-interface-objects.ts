import {
  doTypesOverlap,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { fragmentsOf, TYPENAME } from '../../operation/collect-fields.ts'
import { limitExceeded } from '../../operation/operation-limits.ts'
import { holdsFor } from '../../operation/type-conditions.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it throws for a fragment on an abstract type that is selected on an interface
 * object.
 *
 * Expands it to one fragment for each object type. Throws `OPERATION_LIMIT_EXCEEDED` when there are
 * too many.
 * Shown by: conformance/differential/cases/fragment-beside-an-interface-object and
 * fragment-on-a-stricter-type-below-an-interface-object
 */
export const fragmentsOnInterfaceObjects: Workaround =
  ({ schema, facts: { interfaceObjects } }) =>
  (document) => {
    if (interfaceObjects.size === 0) return { document }
    const types = new TypeInfo(schema)
    const scope: Scope = { schema, fragments: fragmentsOf(document), expanded: 0 }
    const rewritten = visit(
      document,
      visitWithTypeInfo(types, {
        SelectionSet(node) {
          const parent = types.getParentType()
          if (!parent) return undefined
          // A field may return a stricter type in one of the object types than in the interface.
          const possible = node.selections.filter((selection) => isPossible(scope, parent, selection))
          const isExpanded = interfaceObjects.has(parent.name)
          if (!isExpanded && possible.length === node.selections.length) return undefined
          const selections = isExpanded ? possible.flatMap((selection) => expand(scope, parent, selection)) : possible
          return { ...node, selections: selections.length > 0 ? selections : [TYPENAME] }
        },
      }),
    )
    return { document: rewritten }
  }

/**
 * Maximum number of selections to which one operation may be expanded: each level of fragments multiplies them by the
 * number of types.
 */
const selectionsMax = 20_000

interface Scope {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  expanded: number
}

/** True if a selection can apply to an object of a type. */
function isPossible(scope: Scope, parent: GraphQLCompositeType, selection: SelectionNode): boolean {
  if (selection.kind === Kind.FIELD) return true
  const { condition } = resolve(scope, selection)
  const type = condition === undefined ? parent : scope.schema.getType(condition)
  return !isCompositeType(type) || doTypesOverlap(scope.schema, parent, type)
}

function expand(scope: Scope, parent: GraphQLCompositeType, selection: SelectionNode): SelectionNode[] {
  if (selection.kind === Kind.FIELD) return [selection]
  const { condition, selectionSet } = resolve(scope, selection)
  const type = condition === undefined ? parent : scope.schema.getType(condition)
  if (!isAbstractType(type) || type === parent) return [selection]
  const possible = new Set(scope.schema.getPossibleTypes(type))
  const owners = isAbstractType(parent) ? scope.schema.getPossibleTypes(parent) : [parent]
  return owners
    .filter((owner) => possible.has(owner))
    .flatMap((owner): SelectionNode[] => {
      const selections = selectionSet.selections.flatMap((each) => forType(scope, owner, each))
      if (selections.length === 0) return []
      const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: owner.name } } as const
      return [inlineFragment(selection, selections, typeCondition)]
    })
}

/** The part of a selection that applies to objects of one type. */
function forType(scope: Scope, type: GraphQLObjectType, selection: SelectionNode): SelectionNode[] {
  scope.expanded += 1
  if (scope.expanded > selectionsMax) throw tooManySelections()
  if (selection.kind === Kind.FIELD) return [selection]
  const { condition, selectionSet } = resolve(scope, selection)
  if (condition !== undefined && !holdsFor(scope.schema, type)(condition)) return []
  const selections = selectionSet.selections.flatMap((each) => forType(scope, type, each))
  return selections.length === 0 ? [] : [inlineFragment(selection, selections)]
}

function inlineFragment(
  { directives = [] }: SelectionNode,
  selections: readonly SelectionNode[],
  typeCondition?: NamedTypeNode,
): InlineFragmentNode {
  const selectionSet = { kind: Kind.SELECTION_SET, selections } as const
  return { kind: Kind.INLINE_FRAGMENT, directives, selectionSet, ...(typeCondition && { typeCondition }) }
}

function resolve({ fragments }: Scope, selection: Exclude<SelectionNode, { kind: Kind.FIELD }>) {
  const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
  if (fragment === undefined) throw new Error('a fragment is missing')
  return { condition: fragment.typeCondition?.name.value, selectionSet: fragment.selectionSet }
}

function tooManySelections() {
  const limit = { limit: 'planSelections', max: selectionsMax, value: selectionsMax + 1 }
  return limitExceeded({ ...limit, unit: 'or more selections once its fragments are expanded to object types' })
}
