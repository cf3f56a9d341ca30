import { type DocumentNode, type FragmentDefinitionNode, Kind, parse, print, type SelectionNode, visit } from 'graphql'
import { tidy } from './operations/tidy.ts'
import type { Trial } from './trial.ts'

const ATTEMPTS_MAX = 600

/**
 * Removes all parts of a failing trial that are not needed for the failure.
 *
 * `fails` is called only with valid operations.
 */
export async function shrink(
  trial: Trial,
  isValid: (document: DocumentNode) => boolean,
  fails: (trial: Trial) => Promise<boolean>,
): Promise<Trial> {
  let smallest = trial
  let attempts = 0
  for (let improved = true; improved; ) {
    improved = false
    for (const candidate of smaller(smallest)) {
      if (attempts >= ATTEMPTS_MAX) return smallest
      if (!isValid(candidate.operation.document)) continue
      attempts++
      if (!(await fails(candidate))) continue
      smallest = candidate
      improved = true
      break
    }
  }
  return smallest
}

function* smaller(trial: Trial): Generator<Trial> {
  for (const key of ['faults', 'transportFaults'] as const) {
    for (const fewer of withoutOne<unknown>(trial[key])) yield { ...trial, [key]: fewer }
  }
  if (trial.style !== 'plain') yield { ...trial, style: 'plain' }
  if (trial.envelope !== 'errorsFirst') yield { ...trial, envelope: 'errorsFirst' }
  for (const document of smallerDocuments(trial.operation.document)) {
    const names = new Set(
      document.definitions
        .flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : []))
        .map(({ variable }) => variable.name.value),
    )
    const variables = Object.fromEntries(Object.entries(trial.operation.variables).filter(([name]) => names.has(name)))
    yield { ...trial, operation: { ...trial.operation, document, variables } }
  }
}

function* withoutOne<T>(list: readonly T[]): Generator<T[]> {
  for (let index = 0; index < list.length; index++) yield list.toSpliced(index, 1)
}

/** The variants of the document without one of its parts, largest part first. */
function* smallerDocuments(document: DocumentNode): Generator<DocumentNode> {
  for (const kind of ['selection', 'unwrap', 'inline', 'directive', 'argument', 'alias'] as const) {
    for (let target = 0; ; target++) {
      const edited = edit(document, kind, target)
      if (edited === undefined) break
      yield parse(print(tidy(edited)), { noLocation: true })
    }
  }
}

type Edit = 'selection' | 'unwrap' | 'inline' | 'directive' | 'argument' | 'alias'

/** Edits the place with the index `target`; `undefined` when there are fewer places. */
function edit(document: DocumentNode, kind: Edit, target: number): DocumentNode | undefined {
  let place = 0
  let found = false
  const isTarget = () => {
    const matches = place++ === target
    found ||= matches
    return matches
  }
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  )
  const edited = visit(document, {
    SelectionSet(node) {
      if (kind === 'selection' && node.selections.length > 1) {
        for (const [index] of node.selections.entries()) {
          if (isTarget()) return { ...node, selections: node.selections.toSpliced(index, 1) }
        }
      }
      if (kind !== 'unwrap' && kind !== 'inline') return undefined
      for (const [index, selection] of node.selections.entries()) {
        const inner = kind === 'unwrap' ? unwrapped(selection) : inlined(selection, fragments)
        if (inner !== undefined && isTarget())
          return { ...node, selections: node.selections.toSpliced(index, 1, ...inner) }
      }
      return undefined
    },
    Directive: () => (kind === 'directive' && isTarget() ? null : undefined),
    Argument: (_node, _key, _parent, _path, ancestors) => {
      const owner = ancestors.at(-2)
      const ofField = owner !== undefined && 'kind' in owner && owner.kind === Kind.FIELD
      return kind === 'argument' && ofField && isTarget() ? null : undefined
    },
    Field: (node) => {
      if (kind !== 'alias' || node.alias === undefined || !isTarget()) return undefined
      const { alias: _alias, ...plain } = node
      return plain
    },
  })
  return found ? edited : undefined
}

function unwrapped(selection: SelectionNode): readonly SelectionNode[] | undefined {
  return selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet.selections : undefined
}

function inlined(
  selection: SelectionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly SelectionNode[] | undefined {
  const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : undefined
  return fragment && [asInline(fragment)]
}

function asInline(fragment: FragmentDefinitionNode): SelectionNode {
  const { typeCondition, selectionSet } = fragment
  return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet }
}
