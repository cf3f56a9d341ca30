import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, operationsOf } from './collect-fields.ts'

/** Sizes of a document. For several operations, each size is that of the largest. */
export interface DocumentMeasure {
  readonly nesting: number
  readonly depth: number
  readonly rootFields: number
  /** Counted with fragments expanded; may be infinite. */
  readonly fields: number
  readonly aliases: number
  /** Counted without expanding fragments. */
  readonly directives: number
  readonly fragments: number
  readonly variables: number
  /** The name of a fragment that spreads itself, directly or through others. */
  readonly cycle: string | undefined
  /** Number of visited selections: each selection of the document is visited at most once. */
  readonly visited: number
}

interface SelectionMeasure {
  readonly nesting: number
  readonly depth: number
  readonly fields: number
  /** Number of fields that are not within other fields. */
  readonly direct: number
  readonly aliases: number
}

const NOTHING: SelectionMeasure = { nesting: 0, depth: 0, fields: 0, direct: 0, aliases: 0 }

/**
 * Measures a parsed document in linear time: each fragment is measured once, however often it is
 * spread.
 *
 * Stops at `nestingMax`: deeper selections are not measured, and `nesting` exceeds it.
 */
export function measureDocument(document: DocumentNode, nestingMax: number): DocumentMeasure {
  const walk = new Walk(document, nestingMax)
  const operations = operationsOf(document)
  const measured = operations.map((node) => walk.measureOperation(node))
  const roots = measured.map(({ direct }) => direct)
  const all = [...measured, ...walk.measureFragments()]
  return {
    nesting: largest(all.map(({ nesting }) => nesting)),
    depth: largest(all.map(({ depth }) => depth)),
    rootFields: largest(roots),
    fields: largest(all.map(({ fields }) => fields)),
    aliases: largest(all.map(({ aliases }) => aliases)),
    directives: walk.directives,
    fragments: walk.fragments.size,
    variables: largest(operations.map(({ variableDefinitions }) => variableDefinitions?.length ?? 0)),
    cycle: walk.cycle,
    visited: walk.visited,
  }
}

class Walk {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #nestingMax: number
  readonly #measured = new Map<string, SelectionMeasure | 'in progress'>()
  directives = 0
  visited = 0
  cycle: string | undefined

  constructor(document: DocumentNode, nestingMax: number) {
    this.fragments = fragmentsOf(document)
    this.#nestingMax = nestingMax
  }

  measureOperation({ directives, variableDefinitions, selectionSet }: OperationDefinitionNode): SelectionMeasure {
    this.directives += directives?.length ?? 0
    for (const variable of variableDefinitions ?? []) this.directives += variable.directives?.length ?? 0
    return this.#measureSet(selectionSet, 1)
  }

  measureFragments(): SelectionMeasure[] {
    return [...this.fragments.keys()].map((name) => this.#measureFragment(name, 1))
  }

  #measureSet({ selections }: SelectionSetNode, level: number): SelectionMeasure {
    if (level > this.#nestingMax) return { ...NOTHING, nesting: 1 }
    const sum = { ...NOTHING }
    for (const selection of selections) {
      this.visited += 1
      this.directives += selection.directives?.length ?? 0
      const { nesting, depth, fields, direct, aliases } = this.#measureSelection(selection, level)
      sum.nesting = Math.max(sum.nesting, nesting)
      sum.depth = Math.max(sum.depth, depth)
      sum.fields += fields
      sum.direct += direct
      sum.aliases += aliases
    }
    return { ...sum, nesting: sum.nesting + 1 }
  }

  #measureSelection(selection: SelectionNode, level: number): SelectionMeasure {
    switch (selection.kind) {
      case Kind.FIELD: {
        const { selectionSet, alias } = selection
        const { nesting, depth, fields, aliases } =
          selectionSet === undefined ? NOTHING : this.#measureSet(selectionSet, level + 1)
        return {
          nesting,
          depth: depth + 1,
          fields: fields + 1,
          direct: 1,
          aliases: aliases + (alias === undefined ? 0 : 1),
        }
      }
      case Kind.INLINE_FRAGMENT:
        return this.#measureSet(selection.selectionSet, level + 1)
      case Kind.FRAGMENT_SPREAD:
        return this.#measureFragment(selection.name.value, level + 1)
    }
  }

  #measureFragment(name: string, level: number): SelectionMeasure {
    const known = this.#measured.get(name)
    if (known === 'in progress') {
      this.cycle ??= name
      return NOTHING
    }
    if (known !== undefined) return known
    const fragment = this.fragments.get(name)
    if (fragment === undefined) return NOTHING
    this.#measured.set(name, 'in progress')
    this.directives += fragment.directives?.length ?? 0
    const measured = this.#measureSet(fragment.selectionSet, level)
    this.#measured.set(name, measured)
    return measured
  }
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
