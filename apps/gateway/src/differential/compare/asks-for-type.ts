import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from '../../execution/projection/collect-fields.ts'
import type { Path } from './answer-tree.ts'

/**
 * Whether what a document asks for at a place of the answer depends on the type of an object of an abstract type.
 *
 * Such an object cannot be answered when no subgraph tells its type: that is an error of its field.
 * Source: GraphQL, October 2021, 6.4.3 "Value Completion", `ResolveAbstractType`.
 */
export function asksForType(schema: GraphQLSchema, document: DocumentNode, path: Path): boolean {
  const fragments = fragmentsOf(document)
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const root = operation && schema.getRootType(operation.operation)
  if (operation === undefined || !root) return false
  let here: Asked[] = [{ type: root, selectionSet: operation.selectionSet }]
  for (const key of path) if (typeof key === 'string') here = here.flatMap((asked) => fieldsUnder(asked, key))
  return here.some(({ type, selectionSet }) => isAbstractType(type) && depends(type, selectionSet))

  function fieldsUnder({ type, selectionSet }: Asked, key: string): Asked[] {
    return selectionSet.selections.flatMap((selection): Asked[] => {
      if (selection.kind !== Kind.FIELD) return fieldsUnder(opened(type, selection), key)
      const inner = (selection.alias ?? selection.name).value === key ? typeOf(type, selection) : undefined
      return inner && selection.selectionSet ? [{ type: inner, selectionSet: selection.selectionSet }] : []
    })
  }

  function depends(of: GraphQLCompositeType, { selections }: SelectionSetNode): boolean {
    return selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === '__typename'
      const { type, selectionSet } = opened(of, selection)
      return !holdsForAll(schema, type, of) || depends(of, selectionSet)
    })
  }

  function opened(parent: GraphQLCompositeType, selection: Exclude<SelectionSetNode['selections'][number], FieldNode>) {
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
    if (fragment === undefined) throw new Error('a fragment is missing')
    const type = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
    return { type: isCompositeType(type) ? type : parent, selectionSet: fragment.selectionSet }
  }
}

interface Asked {
  readonly type: GraphQLCompositeType
  readonly selectionSet: SelectionSetNode
}

function typeOf(parent: GraphQLCompositeType, { name }: FieldNode): GraphQLCompositeType | undefined {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined
  const type = field && getNamedType(field.type)
  return isCompositeType(type) ? type : undefined
}

function holdsForAll(schema: GraphQLSchema, condition: GraphQLCompositeType, type: GraphQLCompositeType): boolean {
  if (condition === type) return true
  return isAbstractType(condition) && isInterfaceType(type) && schema.isSubType(condition, type)
}
