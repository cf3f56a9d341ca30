import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLFormattedError,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, operationsOf } from '../../operation/collect-fields.ts'
import { type DataObject, isObject, type ResponsePath, valueAt } from '../../subgraph-client/data-object.ts'
import type { LocatedError } from '../run/plan-run.ts'
import { explainLostFields, firstNullOn, openCauseCheck, openExplanations } from './lost-fields.ts'
import type { ProjectionState } from './projection-state.ts'

/** Maximum number of paths listed for a failed fetch that no null in the client's data reports. */
const pathsPerFailureMax = 100

/** Response names of the plan that differ from, or add to, the client's. */
export interface ResponseNames {
  /** The client's names, by those of the plan. */
  readonly renamed: ReadonlyMap<string, string>
  /** Names of key fields and of fields in `@requires`, on which other fields may depend. */
  readonly reserved: ReadonlySet<string>
  /** The number of fields and items at the start of a path that the client selects. */
  readonly selectedSteps: (path: ResponsePath) => number
}

/**
 * The distinct errors of a response, with the client's response names. Errors beyond the limits are
 * counted in a last one.
 *
 * Plans also fetch fields that the client did not select, sometimes under a response name that it
 * did use. An error at such a field is reported at the client's fields that are null because of it,
 * or its path is cut to what the client knows. The error is only logged when it does not affect the
 * client: another fetch delivered the field, or no null depends on it.
 */
export function responseErrors(
  data: DataObject | null,
  state: ProjectionState,
  { renamed, reserved, selectedSteps }: ResponseNames,
): GraphQLFormattedError[] {
  const { located, root, logger } = state.run
  let { unlisted } = state
  const unreported = state.unreported()
  if (located.length === 0 && unreported.size === 0 && renamed.size === 0) return withCount(state.errors, unlisted)
  const clientPath = (path: ResponsePath) =>
    path.map((key) => (typeof key === 'string' ? (renamed.get(key) ?? key) : key))
  const errors = new Map<string, GraphQLFormattedError>()
  const add = ({ message, extensions }: GraphQLFormattedError, path: ResponsePath | undefined) => {
    const error = { message, ...(path !== undefined && { path: [...path] }), ...(extensions && { extensions }) }
    errors.set(JSON.stringify([path, extensions?.code, message]), error)
  }
  const hasNull = openNullSearch()
  const isHarmless = (path: ResponsePath, visible: ResponsePath) => {
    if (hasValue(root, path)) return true
    const value = valueAt(data, visible)
    if (value === null || value === undefined) return false
    return !reserved.has(String(path[visible.length])) || !hasNull(value)
  }
  // The field failed, yet the client has a value: another field has the same response name.
  const isOtherField = (path: ResponsePath, visible: ResponsePath) => !hasValue(root, path) && hasValue(data, visible)
  const causes = state.causes()
  const isCause = openCauseCheck(state.lost)
  // These are reported at the lost fields.
  const deferred = new Set<LocatedError>()
  /** Where the client's data is null, perhaps because of a deferred error below. */
  const nulls: { readonly error: GraphQLFormattedError; readonly path: ResponsePath }[] = []
  for (const each of located) {
    const { error, path } = each
    const visible = path && visiblePart(clientPath(path.slice(0, selectedSteps(path))), data)
    const isComplete = visible?.length === path?.length
    // It is reported at the fields that are null because of it.
    if (!isComplete && error !== undefined && causes.has(error)) continue
    if (!isComplete && path !== undefined && error !== undefined && isCause(path)) {
      deferred.add(each)
      if (visible !== undefined && (valueAt(data, visible) ?? null) === null) nulls.push({ error, path: visible })
    } else if (
      path !== undefined &&
      visible !== undefined &&
      (isComplete ? isOtherField(path, visible) : isHarmless(path, visible))
    ) {
      if (error !== undefined) {
        logger.warn({ path, subgraphError: error }, 'subgraph error does not affect the client')
      }
    } else if (error === undefined) {
      unlisted += 1
    } else {
      add(error, visible)
    }
  }
  for (const error of state.errors) add(error, error.path && clientPath(error.path))
  const explained = explainLostFields(state.lost, { located, deferred, reported: errors.values(), data, clientPath })
  unlisted += explained.unlisted
  for (const { error, path } of explained.errors) add(error, path)
  const isExplained = openExplanations(nulls.length === 0 ? [] : errors.values())
  for (const { error, path } of nulls) if (!isExplained(firstNullOn(path, data))) add(error, path)
  if (unreported.size === 0) return withCount([...errors.values()], unlisted)
  const paths = pathsOf(root, new Set([...unreported.values()].flat()))
  for (const [cause, objects] of unreported) {
    for (const object of objects.slice(0, pathsPerFailureMax)) {
      add(cause, visiblePart(clientPath(paths.get(object) ?? []), data))
    }
    unlisted += Math.max(0, objects.length - pathsPerFailureMax)
  }
  return withCount([...errors.values()], unlisted)
}

/** `ResponseNames.selectedSteps` for an operation. */
export function selectedStepsOf(document: DocumentNode): ResponseNames['selectedSteps'] {
  const fragments = fragmentsOf(document)
  const root: Selected = { sets: operationsOf(document).map(({ selectionSet }) => selectionSet), below: new Map() }
  const step = ({ sets, below }: Selected, key: string): Selected | undefined => {
    const known = below.get(key)
    if (known !== undefined) return known
    const nodes = fieldsNamed(sets, key, fragments)
    // Not cached, since a subgraph may invent any number of names.
    if (nodes.length === 0) return undefined
    const selected = { sets: nodes.flatMap(({ selectionSet }) => selectionSet ?? []), below: new Map() }
    below.set(key, selected)
    return selected
  }
  return (path) => {
    let selected: Selected | undefined = root
    for (const [index, key] of path.entries()) {
      if (typeof key === 'string') selected = step(selected, key)
      if (selected === undefined) return index
    }
    return path.length
  }
}

/** The selections at a place of the response, and the selections found below it. */
interface Selected {
  readonly sets: readonly SelectionSetNode[]
  readonly below: Map<string, Selected>
}

/** The fields under a response name, of any type. */
function fieldsNamed(
  sets: readonly SelectionSetNode[],
  key: string,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly FieldNode[] {
  const found: FieldNode[] = []
  const visited = new Set<string>()
  const search = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        if ((node.alias ?? node.name).value === key) found.push(node)
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        search(node.selectionSet)
      } else if (!visited.has(node.name.value)) {
        visited.add(node.name.value)
        const fragment = fragments.get(node.name.value)
        if (fragment !== undefined) search(fragment.selectionSet)
      }
    }
  }
  for (const set of sets) search(set)
  return found
}

function withCount(errors: GraphQLFormattedError[], unlisted: number): GraphQLFormattedError[] {
  if (unlisted === 0) return errors
  const message = unlisted === 1 ? '1 more error is not listed.' : `${unlisted} more errors are not listed.`
  return [...errors, { message, extensions: { code: 'ERRORS_NOT_LISTED', count: unlisted } }]
}

/** True if the value at a path is present and not null. */
function hasValue(root: DataObject | null, path: ResponsePath): boolean {
  const value = valueAt(root, path)
  return value !== undefined && value !== null
}

/** True if a value is or contains null. Results are cached, since many errors may share a path. */
function openNullSearch(): (value: unknown) => boolean {
  const known = new Map<object, boolean>()
  const hasNull = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return value === null
    const found = known.get(value) ?? Object.values(value).some(hasNull)
    known.set(value, found)
    return found
  }
  return hasNull
}

/** The part of a path that exists in the data. A path through null is kept: it may be the cause. */
function visiblePart(path: ResponsePath, data: unknown): ResponsePath {
  let value = data
  for (const [index, key] of path.entries()) {
    if (value === null || value === undefined) return path
    if (typeof value !== 'object' || !Object.hasOwn(value, key)) return path.slice(0, index)
    value = (value as Record<string | number, unknown>)[key]
  }
  return path
}

/** The paths of objects in the data. */
function pathsOf(root: DataObject, wanted: ReadonlySet<DataObject>): ReadonlyMap<DataObject, ResponsePath> {
  const paths = new Map<DataObject, ResponsePath>()
  const pending: { readonly value: unknown; readonly path: ResponsePath }[] = [{ value: root, path: [] }]
  for (let next = pending.pop(); next !== undefined && paths.size < wanted.size; next = pending.pop()) {
    const { value, path } = next
    if (Array.isArray(value)) value.forEach((item, index) => void pending.push({ value: item, path: [...path, index] }))
    if (!isObject(value)) continue
    if (wanted.has(value)) paths.set(value, path)
    for (const key of Object.keys(value)) pending.push({ value: value[key], path: [...path, key] })
  }
  return paths
}
