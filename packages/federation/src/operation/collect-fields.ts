import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import type { Variables } from '../execution/plan-run.ts'

/** A document as one set of `@skip` and `@include` variables makes it. */
export interface Selecting {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly conditions: Variables
}

export type FieldsByResponseName = ReadonlyMap<string, readonly FieldNode[]>

export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((node) => [node.name.value, node]))
}

/** The variables that decide, by `@skip` and `@include`, which fields a document asks for. */
export function conditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  visit(document, {
    Directive({ name, arguments: given }) {
      if (name.value !== 'skip' && name.value !== 'include') return
      for (const { value } of given ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/**
 * The fields asked for of an object of a type, in the order of the document.
 *
 * With `'ANY'` the object may be of any type that `holds`: fragments on other types are left out.
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

/** Whether objects of a type fulfil a type condition. */
export function holdsFor(schema: GraphQLSchema, type: GraphQLObjectType): (typeCondition: string) => boolean {
  return (name) => {
    if (name === type.name) return true
    const condition = schema.getType(name)
    return isAbstractType(condition) && schema.isSubType(condition, type)
  }
}

/** `undefined` for the second spread of a named fragment. */
function fragmentOf(selection: Exclude<SelectionNode, FieldNode>, { fragments }: Selecting, visited: Set<string>) {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection
  const name = selection.name.value
  if (visited.has(name)) return undefined
  visited.add(name)
  return fragments.get(name)
}

/** Whether `@skip` and `@include` leave a selection in. */
export function isIncluded({ directives = [] }: SelectionNode, conditions: Variables): boolean {
  return directives.every((directive) => {
    if (directive.name.value === 'skip') return !isTrue(directive, conditions)
    return directive.name.value !== 'include' || isTrue(directive, conditions)
  })
}

function isTrue({ arguments: given }: DirectiveNode, conditions: Variables): boolean {
  const value = given?.[0]?.value
  if (value?.kind === Kind.VARIABLE) return conditions[value.name.value] === true
  return value?.kind === Kind.BOOLEAN && value.value
}
