import {
  type ASTNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  Kind,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { fragmentsOf, isTypename, TYPENAME } from '../../operation/collect-fields.ts'
import { dependsOnType, holdsForAll } from '../../operation/type-conditions.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: it does not select `__typename` where a subgraph knows only one of the supergraph's possible types,
 * or where fragments and conditions may select nothing of an object.
 *
 * Selects it there. Shown by: conformance/differential/cases/type-under-another-name
 */
export const unselectedTypename: Workaround =
  ({ schema }) =>
  (document) => {
    const types = new TypeInfo(schema)
    const selecting = { schema, fragments: fragmentsOf(document), conditions: {} }
    const selected = visit(
      document,
      visitWithTypeInfo(types, {
        SelectionSet: {
          leave(node, _key, parent) {
            const type = types.getParentType()
            if (!isNode(parent) || parent.kind !== Kind.FIELD || !type) return undefined
            const { selections } = node
            const needsType =
              isAbstractType(type) && dependsOnType(selecting, type, node) && !selections.some(isPlainTypename)
            if (!needsType && selections.some((each) => isCertain(schema, type, each))) return undefined
            return { ...node, selections: [TYPENAME, ...selections] }
          },
        },
      }),
    )
    return { document: selected }
  }

/** True if a selection selects a field of every object of the type, regardless of the variables. */
function isCertain(schema: GraphQLSchema, type: GraphQLCompositeType, selection: SelectionNode): boolean {
  if ((selection.directives ?? []).length > 0) return false
  if (selection.kind !== Kind.INLINE_FRAGMENT) return selection.kind === Kind.FIELD
  const condition = selection.typeCondition && schema.getType(selection.typeCondition.name.value)
  if (condition !== undefined && !(isCompositeType(condition) && holdsForAll(schema, type, condition.name)))
    return false
  const { selections } = selection.selectionSet
  return selections.some((each) => !isTypename(each) && isCertain(schema, condition ?? type, each))
}

function isPlainTypename(node: SelectionNode): boolean {
  return (
    isTypename(node) && node.kind === Kind.FIELD && node.alias === undefined && (node.directives ?? []).length === 0
  )
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value
}
