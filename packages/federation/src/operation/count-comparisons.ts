import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './collect-fields.ts'

/**
 * The work of checking that fields with the same response name can be merged, in comparisons of two fields. A result
 * above `max` is only a lower bound, since counting ends there.
 *
 * graphql-js has its own limit, but reaches it only after half a second. This count is an upper bound that needs no
 * schema, since it compares the fields of all fragments, of any type. Its own steps count too.
 *
 * Source: GraphQL, October 2021, 5.3.2 "Field Selection Merging".
 */
export function countComparisons(document: DocumentNode, max: number): number {
  const walk = new Walk(fragmentsOf(document), max)
  // The rule also visits each fragment separately, whether or not it is used.
  for (const definition of document.definitions) {
    if ('selectionSet' in definition) walk.compare([definition.selectionSet])
  }
  return walk.comparisons
}

/** Comparing two fields with arguments or selections takes as long as comparing this many other pairs. */
const composedFactor = 20
/** Visiting this many selections takes as long as one comparison, as measured. */
const selectionsPerComparison = 2

class Walk {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #max: number
  comparisons = 0

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>, max: number) {
    this.#fragments = fragments
    this.#max = max
  }

  /** Compares each field with all others of the same response name in the same place. */
  compare(selectionSets: readonly SelectionSetNode[]): void {
    const fields = new Map<string, FieldNode[]>()
    const spread = new Set<string>()
    for (const set of selectionSets) this.#collect(set, fields, spread)
    for (const same of fields.values()) {
      this.#count(same)
      if (this.comparisons > this.#max) return
      const nested = same.flatMap(({ selectionSet }) => selectionSet ?? [])
      if (nested.length > 0) this.compare(nested)
    }
  }

  #collect({ selections }: SelectionSetNode, fields: Map<string, FieldNode[]>, spread: Set<string>): void {
    for (const selection of selections) {
      this.comparisons += 1 / selectionsPerComparison
      if (this.comparisons > this.#max) return
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value
        const same = fields.get(name)
        if (same === undefined) fields.set(name, [selection])
        else same.push(selection)
        continue
      }
      const nested = this.#nestedOf(selection, spread)
      if (nested !== undefined) this.#collect(nested, fields, spread)
    }
  }

  #nestedOf(selection: Exclude<SelectionNode, FieldNode>, spread: Set<string>): SelectionSetNode | undefined {
    if (selection.kind === Kind.INLINE_FRAGMENT) return selection.selectionSet
    const name = selection.name.value
    if (spread.has(name)) return undefined
    spread.add(name)
    return this.#fragments.get(name)?.selectionSet
  }

  #count(same: readonly FieldNode[]): void {
    const composed = same.filter((node) => node.selectionSet !== undefined || (node.arguments?.length ?? 0) > 0).length
    this.comparisons += pairs(same.length) + (composedFactor - 1) * pairs(composed)
  }
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2
}
