import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { type DirectiveNode, type DocumentNode, Kind, type SelectionNode, visit } from 'graphql'
import type { Variables } from '../execution/plan-run.ts'
import { conditionVariables } from '../operation/collect-fields.ts'

const UNDECIDED = '?'

const known = new WeakMap<DocumentNode, readonly string[]>()

/**
 * What the variables decide about a document by `@skip` and `@include`, as a key: documents with the same key have the same fields.
 *
 * Throws `BAD_USER_INPUT` for one that is null: its type may allow that where it has a default, `if` does not.
 */
export function conditionsKey(document: DocumentNode, variables: Variables | undefined): string {
  const names = conditionNames(document)
  if (variables === undefined) return names.length === 0 ? '' : UNDECIDED
  return names.map((name) => (truthOf(name, variables[name]) ? '1' : '0')).join('')
}

function truthOf(name: string, value: unknown): boolean {
  if (value !== null) return value === true
  const message = `Variable "$${name}" must not be null: @skip and @include depend on it.`
  throw refusalError({ code: 'BAD_USER_INPUT', message })
}

/** The variables that decide about the document, and no others. */
export function conditionsOf(document: DocumentNode, variables: Variables | undefined): Variables {
  return Object.fromEntries(conditionNames(document).map((name) => [name, variables?.[name]]))
}

function conditionNames(document: DocumentNode): readonly string[] {
  const names = known.get(document) ?? conditionVariables(document)
  known.set(document, names)
  return names
}

/**
 * A document without `@skip` and `@include`: what they leave out with these variables is not in it any more.
 *
 * Selection sets may be empty then. The planner makes mistakes with conditions (it forgets fields, repeats mutations, and asks for half an
 * entity), so it is shown none.
 */
export function resolveConditions(document: DocumentNode, variables: Variables): DocumentNode {
  const enter = <Node extends SelectionNode>(node: Node): Node | null | undefined => {
    const { directives = [] } = node
    if (directives.length === 0) return undefined
    if (!directives.every((directive) => holds(directive, variables))) return null
    return { ...node, directives: directives.filter(({ name }) => name.value !== 'skip' && name.value !== 'include') }
  }
  return visit(document, { Field: { enter }, InlineFragment: { enter }, FragmentSpread: { enter } })
}

function holds({ name, arguments: given }: DirectiveNode, variables: Variables): boolean {
  const value = given?.[0]?.value
  const truth =
    value?.kind === Kind.VARIABLE ? variables[value.name.value] === true : value?.kind === Kind.BOOLEAN && value.value
  if (name.value === 'skip') return !truth
  return name.value !== 'include' || truth
}
