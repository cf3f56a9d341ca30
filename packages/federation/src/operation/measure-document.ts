import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** The size of a document, whatever schema it is for. Of several operations, the largest counts. */
export interface DocumentMeasure {
  readonly nesting: number
  readonly depth: number
  readonly rootFields: number
  /** Once fragments are put in place of their spreads; infinite at the worst. */
  readonly fields: number
  readonly aliases: number
  /** As written. */
  readonly directives: number
  readonly fragments: number
  readonly variables: number
  /** The fragment that spreads itself, maybe by way of others. */
  readonly cycle: string | undefined
  /** Selections looked at: at most those of the document, each once. */
  readonly visited: number
}

interface SelectionMeasure {
  readonly nesting: number
  readonly depth: number
  readonly fields: number
  /** Fields that are not within other fields. */
  readonly direct: number
  readonly aliases: number
}

const NOTHING: SelectionMeasure = { nesting: 0, depth: 0, fields: 0, direct: 0, aliases: 0 }

/**
 * Measures a parsed document in time linear in its length: each fragment is measured once, however often it is spread.
 *
 * Does not go deeper than `nestingMax`; what lies below counts for nothing then, and `nesting` is above that maximum.
 */
export function measureDocument(document: DocumentNode, nestingMax: number): DocumentMeasure {
  const walk = new Walk(document, nestingMax)
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
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
  readonly #measured = new Map<string, SelectionMeasure | 'under way'>()
  directives = 0
  visited = 0
  cycle: string | undefined

  constructor(document: DocumentNode, nestingMax: number) {
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
    this.fragments = new Map(fragments.map((node) => [node.name.value, node]))
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
    if (known === 'under way') {
      this.cycle ??= name
      return NOTHING
    }
    if (known !== undefined) return known
    const fragment = this.fragments.get(name)
    if (fragment === undefined) return NOTHING
    this.#measured.set(name, 'under way')
    this.directives += fragment.directives?.length ?? 0
    const measured = this.#measureSet(fragment.selectionSet, level)
    this.#measured.set(name, measured)
    return measured
  }
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
