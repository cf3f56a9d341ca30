import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { forEachNode } from './for-each-node.ts'

/** Values of variables by name. */
export type Variables = Readonly<Record<string, unknown>>

/** The `__typename` field, as a rewritten document selects it. */
export const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/**
 * Decides which fields a selection set selects: the schema, the fragments of the document and the variables of `@skip`
 * and `@include`.
 */
export interface Selecting {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly conditions: Variables
}

export type FieldsByResponseName = ReadonlyMap<string, readonly FieldNode[]>

/** The named fragments of a document. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((node) => [node.name.value, node]))
}

/** The operations of a document, without its fragments. */
export function operationsOf({ definitions }: DocumentNode): readonly OperationDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
}

/** Names of the variables that `@skip` and `@include` depend on. */
export function conditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  forEachNode(document, (node) => {
    if (node.kind !== Kind.DIRECTIVE || (node.name.value !== 'skip' && node.name.value !== 'include')) return
    for (const { value } of node.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
  })
  return [...names]
}

/**
 * The selected fields by response name, in document order. Skips fragments whose type condition is not met.
 *
 * Source: GraphQL, October 2021, 6.3.2 "Field Collection".
 */
export function collectFields(
  selecting: Selecting,
  holds: (typeCondition: string) => boolean,
  selectionSets: readonly SelectionSetNode[],
): FieldsByResponseName {
  const fields = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, selecting.conditions)) continue
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value
        const known = fields.get(name)
        if (known === undefined) fields.set(name, [selection])
        else known.push(selection)
        continue
      }
      const fragment = fragmentOf(selection, selecting, visited)
      if (fragment === undefined) continue
      const { typeCondition, selectionSet } = fragment
      if (typeCondition === undefined || holds(typeCondition.name.value)) collect(selectionSet)
    }
  }
  for (const selectionSet of selectionSets) collect(selectionSet)
  return fields
}

/** `undefined` for the second spread of a named fragment. */
function fragmentOf(selection: Exclude<SelectionNode, FieldNode>, { fragments }: Selecting, visited: Set<string>) {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection
  const name = selection.name.value
  if (visited.has(name)) return undefined
  visited.add(name)
  return fragments.get(name)
}

/** True if `@skip` and `@include` include a selection. */
export function isIncluded({ directives = [] }: SelectionNode, conditions: Variables): boolean {
  return directives.every((directive) => {
    if (directive.name.value === 'skip') return !isTrue(directive, conditions)
    return directive.name.value !== 'include' || isTrue(directive, conditions)
  })
}

function isTrue({ arguments: args = [] }: DirectiveNode, conditions: Variables): boolean {
  const value = args[0]?.value
  if (value?.kind === Kind.VARIABLE) return conditions[value.name.value] === true
  return value?.kind === Kind.BOOLEAN && value.value
}

/** True if a selection is `__typename`, under any alias. */
export function isTypename(node: SelectionNode): boolean {
  return node.kind === Kind.FIELD && node.name.value === '__typename'
}
