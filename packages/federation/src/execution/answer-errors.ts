import type { GraphQLFormattedError } from 'graphql'
import { type AnswerPath, type DataObject, isObject, ownValue } from '../subgraph-client/data-object.ts'
import type { ProjectionState } from './projection/projection-state.ts'

/** Places listed for a fetch that failed without a field of the client being null for it. */
const placesPerFailureMax = 100

/** What response names are besides what the client asked for. */
export interface AnswerNames {
  /** The client's by those of the plan, where they differ. */
  readonly renamed: ReadonlyMap<string, string>
  /** Of fields on which other fields may depend: of keys and `@requires`. */
  readonly reserved: ReadonlySet<string>
}

/**
 * All errors of an answer, none of them twice, with the response names of the client. Where there are too many of one kind the last says how many
 * are not listed.
 *
 * The path of a subgraph's error ends where the answer has no such field: plans ask for fields that the client did not, at times under the name
 * of one that it did. When such a field came nevertheless, by another fetch, or nothing depends on it or is null for it, the error is nothing to the client: it is only logged.
 */
export function answerErrors(
  data: DataObject | null,
  state: ProjectionState,
  { renamed, reserved }: AnswerNames,
): GraphQLFormattedError[] {
  const { placed, root, logger } = state.run
  let { unlisted } = state
  const unshown = state.unshown()
  if (placed.length === 0 && unshown.size === 0 && renamed.size === 0) return withCount(state.errors, unlisted)
  const shownPath = (path: AnswerPath) => path.map((key) => (typeof key === 'string' ? (renamed.get(key) ?? key) : key))
  const errors = new Map<string, GraphQLFormattedError>()
  const add = ({ message, extensions }: GraphQLFormattedError, path: AnswerPath | undefined) => {
    const error = { message, ...(path !== undefined && { path: [...path] }), ...(extensions && { extensions }) }
    errors.set(JSON.stringify([path, extensions?.code, message]), error)
  }
  const hasNull = openNullSearch()
  const isHarmless = (path: AnswerPath, fit: AnswerPath) =>
    isThere(root, path) || !reserved.has(String(path[fit.length])) || !hasNull(valueAt(data, fit))
  // It failed, and the client has a value: of two fields known by one name, it is the one that the object was not asked for.
  const isOther = (path: AnswerPath, fit: AnswerPath) => !isThere(root, path) && isThere(data, fit)
  for (const { error, path } of placed) {
    const fit = path && fitPath(shownPath(path), data)
    const isWhole = fit?.length === path?.length
    if (path !== undefined && fit !== undefined && (isWhole ? isOther(path, fit) : isHarmless(path, fit))) {
      if (error !== undefined) {
        logger.warn({ path, subgraphError: error }, 'a subgraph failed for a field that the client does not miss')
      }
    } else if (error === undefined) {
      unlisted += 1
    } else {
      add(error, fit)
    }
  }
  for (const error of state.errors) add(error, error.path && shownPath(error.path))
  if (unshown.size === 0) return withCount([...errors.values()], unlisted)
  const places = placesOf(root, new Set([...unshown.values()].flat()))
  for (const [cause, objects] of unshown) {
    for (const object of objects.slice(0, placesPerFailureMax)) {
      add(cause, fitPath(shownPath(places.get(object) ?? []), data))
    }
    unlisted += Math.max(0, objects.length - placesPerFailureMax)
  }
  return withCount([...errors.values()], unlisted)
}

function withCount(errors: GraphQLFormattedError[], unlisted: number): GraphQLFormattedError[] {
  if (unlisted === 0) return errors
  const message = unlisted === 1 ? '1 more error is not listed.' : `${unlisted} more errors are not listed.`
  return [...errors, { message, extensions: { code: 'ERRORS_NOT_LISTED', count: unlisted } }]
}

/** Whether something other than null stands at a path. */
function isThere(root: DataObject | null, path: AnswerPath): boolean {
  const value = valueAt(root, path)
  return value !== undefined && value !== null
}

function valueAt(root: unknown, path: AnswerPath): unknown {
  let value = root
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isObject(value) ? ownValue(value, String(key)) : undefined
  }
  return value
}

/** Whether a value is null, or has a null in it. Each object is searched once: many errors may ask for the same. */
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

/** The path up to where the answer still knows it. It is whole when it leads through a null: that null may be its consequence. */
function fitPath(path: AnswerPath, data: unknown): AnswerPath {
  let value = data
  for (const [index, key] of path.entries()) {
    if (value === null || value === undefined) return path
    if (typeof value !== 'object' || !Object.hasOwn(value, key)) return path.slice(0, index)
    value = (value as Record<string | number, unknown>)[key]
  }
  return path
}

/** Where objects stand in the data. */
function placesOf(root: DataObject, wanted: ReadonlySet<DataObject>): ReadonlyMap<DataObject, AnswerPath> {
  const places = new Map<DataObject, AnswerPath>()
  const waiting: { readonly value: unknown; readonly path: AnswerPath }[] = [{ value: root, path: [] }]
  for (let next = waiting.pop(); next !== undefined && places.size < wanted.size; next = waiting.pop()) {
    const { value, path } = next
    if (Array.isArray(value)) value.forEach((item, index) => void waiting.push({ value: item, path: [...path, index] }))
    if (!isObject(value)) continue
    if (wanted.has(value)) places.set(value, path)
    for (const key of Object.keys(value)) waiting.push({ value: value[key], path: [...path, key] })
  }
  return places
}
