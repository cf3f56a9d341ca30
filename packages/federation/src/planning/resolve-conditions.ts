import { type DocumentNode, type SelectionNode, visit } from 'graphql'
import { isIncluded, type Variables } from '../operation/collect-fields.ts'
import { badInput } from '../operation/refusal-error.ts'

const UNKNOWN = '?'

/**
 * A key for the values of the variables that `@skip` and `@include` depend on: with the same key, a
 * document has the same fields.
 *
 * Throws `BAD_USER_INPUT` when one is null: a variable with a default may be, an argument `if` may
 * not.
 */
export function conditionsKey(names: readonly string[], variables: Variables | undefined): string {
  if (names.length === 0) return ''
  if (variables === undefined) return UNKNOWN
  return names.map((name) => (isTrue(name, variables[name]) ? '1' : '0')).join('')
}

function isTrue(name: string, value: unknown): boolean {
  if (value !== null) return value === true
  throw badInput(`Variable "$${name}" must not be null: @skip and @include depend on it.`)
}

/**
 * A document without `@skip` and `@include`, and without the selections that they exclude.
 *
 * Selection sets may become empty. The planner never sees conditions: with them it omits fields,
 * repeats mutations and fetches entities in part.
 */
export function resolveConditions(document: DocumentNode, variables: Variables): DocumentNode {
  const enter = <Node extends SelectionNode>(node: Node): Node | null | undefined => {
    const { directives = [] } = node
    if (directives.length === 0) return undefined
    if (!isIncluded(node, variables)) return null
    return { ...node, directives: directives.filter(({ name }) => name.value !== 'skip' && name.value !== 'include') }
  }
  return visit(document, { Field: { enter }, InlineFragment: { enter }, FragmentSpread: { enter } })
}
