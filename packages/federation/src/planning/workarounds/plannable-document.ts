import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { dependsOnType } from '../../execution/projection/compile-abstract.ts'
import { fragmentsOf } from '../../operation/collect-fields.ts'
import { serialSelections } from './serial-selections.ts'

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/**
 * A document that asks for the same data in a form that the planner plans rightly. The answer is made after the client's own document.
 *
 * The planner fails on `__schema` and `__type` in fragments, which need no plan, and on some fragments with nothing but `__typename`; it
 * changes the order of mutations that stand in fragments, and repeats one that is asked for in several places. It does not ask for the type of an object of which the
 * subgraph, unlike the graph, knows the type beforehand.
 */
export function plannableDocument(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  const simple = simplified(document)
  const fragments = fragmentsOf(simple)
  return visit(
    simple,
    visitWithTypeInfo(types, {
      OperationDefinition: {
        leave: (node) => (node.operation === OperationTypeNode.MUTATION ? inOrder(node, fragments) : undefined),
      },
      SelectionSet: {
        leave(node, _key, parent) {
          const type = types.getParentType()
          if (!isNode(parent) || parent.kind !== Kind.FIELD || !type) return undefined
          const selections = withoutTypenames(node.selections)
          const changed =
            selections.length !== node.selections.length || selections.some((each, at) => each !== node.selections[at])
          const asksType =
            isAbstractType(type) &&
            dependsOnType({ schema, fragments, conditions: {} }, type, node) &&
            !selections.some(isPlainTypename)
          if (!changed && !asksType && selections.some((each) => isCertain(schema, type, each))) return undefined
          return { ...node, selections: [TYPENAME, ...selections] }
        },
      },
    }),
  )
}

/** What is in fragments besides `__typename`: the object tells its type already when the field itself asks for it. */
function withoutTypenames(selections: readonly SelectionNode[]): readonly SelectionNode[] {
  return selections.flatMap((selection): SelectionNode[] => {
    if (selection.kind !== Kind.INLINE_FRAGMENT) return [selection]
    const inner = withoutTypenames(selection.selectionSet.selections).filter((each) => !isTypename(each))
    if (inner.length === 0) return []
    if (inner.length === selection.selectionSet.selections.length) return [selection]
    return [{ ...selection, selectionSet: { kind: Kind.SELECTION_SET, selections: inner } }]
  })
}

function inOrder(node: OperationDefinitionNode, fragments: ReturnType<typeof fragmentsOf>): OperationDefinitionNode {
  const selections = serialSelections(node.selectionSet, fragments)
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }
}

/** With `__typename` in place of the schema's fields, and wherever else nothing would be left. */
function simplified(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: (node) => {
      const name = node.name.value
      return name === '__schema' || name === '__type' ? TYPENAME : undefined
    },
    SelectionSet: (node) => (node.selections.length === 0 ? { ...node, selections: [TYPENAME] } : undefined),
  })
}

/** Whether a selection brings something of every object of the type, whatever the variables. */
function isCertain(schema: GraphQLSchema, type: GraphQLCompositeType, selection: SelectionNode): boolean {
  if ((selection.directives ?? []).length > 0) return false
  if (selection.kind !== Kind.INLINE_FRAGMENT) return selection.kind === Kind.FIELD
  const condition = selection.typeCondition && schema.getType(selection.typeCondition.name.value)
  if (condition !== undefined && !(isCompositeType(condition) && holds(schema, condition, type))) return false
  const { selections } = selection.selectionSet
  return selections.some((each) => !isTypename(each) && isCertain(schema, condition ?? type, each))
}

function holds(schema: GraphQLSchema, condition: GraphQLCompositeType, type: GraphQLCompositeType): boolean {
  if (condition.name === type.name) return true
  if (!isAbstractType(condition)) return false
  return (!isAbstractType(type) || isInterfaceType(type)) && schema.isSubType(condition, type)
}

function isTypename(node: SelectionNode): boolean {
  return node.kind === Kind.FIELD && node.name.value === '__typename'
}

function isPlainTypename(node: SelectionNode): boolean {
  return (
    isTypename(node) && node.kind === Kind.FIELD && node.alias === undefined && (node.directives ?? []).length === 0
  )
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value
}
