import type { GraphQLFormattedError } from 'graphql'
import { type ResponsePath, valueAt } from '../../subgraph-client/data-object.ts'
import type { LocatedError } from '../run/plan-run.ts'

/** A field that is missing because of errors that subgraphs reported for other fields. */
export interface LostField {
  readonly path: ResponsePath
  /** The number of steps of the path that lead to the object of which a fetch failed. */
  readonly steps: number
  /** The fields of this object whose errors are the cause; empty when unknown. */
  readonly fields: ReadonlySet<string>
}

/** Maximum number of errors listed for one lost field, and of lost fields listed for one error. */
const listedMax = 100

/** True if a located error is the cause of a lost field. */
export function openCauseCheck(lost: readonly LostField[]): (path: ResponsePath) => boolean {
  const places = new Set(
    lost.flatMap(({ path, steps, fields }) =>
      [...fields].map((name) => JSON.stringify([...path.slice(0, steps), name])),
    ),
  )
  return (path) => places.size > 0 && path.some((_, index) => places.has(JSON.stringify(path.slice(0, index + 1))))
}

/** An error with the client's path for it. */
interface PlacedError {
  readonly error: GraphQLFormattedError
  readonly path: ResponsePath
}

interface Reports {
  readonly located: readonly LocatedError[]
  /** Located errors that are reported at the fields that are lost because of them. */
  readonly deferred: ReadonlySet<LocatedError>
  /** Errors that the client receives anyway. */
  readonly reported: Iterable<GraphQLFormattedError>
  /** The client's data. */
  readonly data: unknown
  readonly clientPath: (path: ResponsePath) => ResponsePath
}

/**
 * The errors of lost fields that no reported error explains, and the deferred errors. `unlisted` counts errors beyond
 * the limit.
 */
export function explainLostFields(
  lost: readonly LostField[],
  { located, deferred, reported, data, clientPath }: Reports,
): { readonly errors: readonly PlacedError[]; readonly unlisted: number } {
  const errors: PlacedError[] = []
  let unlisted = 0
  if (lost.length === 0) return { errors, unlisted }
  const causesOf = openCauseSearch(located)
  const isExplained = openExplanations(reported)
  const explained = new Set<string>()
  const listed = new Map<GraphQLFormattedError, number>()
  for (const field of lost) {
    const path = clientPath(field.path)
    const hole = firstNullOn(path, data)
    const key = JSON.stringify(hole)
    const hasError = isExplained(hole) || explained.has(key)
    // One error explains a null that a non-nullable field propagated.
    if (hasError && hole.length < path.length) continue
    explained.add(key)
    const causes = causesOf(field)
    for (const { error } of hasError ? causes.filter((cause) => deferred.has(cause)) : causes) {
      if (error === undefined) continue
      const count = listed.get(error) ?? 0
      listed.set(error, count + 1)
      if (count < listedMax) errors.push({ error, path })
      else unlisted += 1
    }
  }
  return { errors, unlisted }
}

/** Finds the errors because of which a field is lost. */
function openCauseSearch(located: readonly LocatedError[]): (lost: LostField) => readonly LocatedError[] {
  const tree = pathTree(located)
  return ({ path, steps, fields }) => {
    const nodes = nodesOn(tree, path.slice(0, steps))
    const known = [...fields].flatMap((name) => errorsIn(nodes[steps]?.below.get(name), listedMax))
    if (known.length > 0) return known.slice(0, listedMax)
    // The error is at another entity of the same response.
    const nearest = nodes.toReversed().find((node) => errorsIn(node, 1).length > 0)
    return errorsIn(nearest, 1)
  }
}

/** True if the path of an error leads to a null, to an object around it, or below it. */
export function openExplanations(errors: Iterable<GraphQLFormattedError>): (path: ResponsePath) => boolean {
  const tree = pathTree([...errors])
  return (path) => {
    const nodes = nodesOn(tree, path)
    return errorsIn(nodes[path.length], 1).length > 0 || nodes.slice(1).some(({ errors }) => errors.length > 0)
  }
}

/** The part of a path that leads to the first null on it. */
export function firstNullOn(path: ResponsePath, data: unknown): ResponsePath {
  const steps = path.findIndex((_, index) => (valueAt(data, path.slice(0, index)) ?? null) === null)
  return steps === -1 ? path : path.slice(0, steps)
}

interface PathNode<E> {
  readonly errors: E[]
  readonly below: Map<string | number, PathNode<E>>
}

function pathTree<E extends { readonly path?: ResponsePath | undefined }>(errors: readonly E[]): PathNode<E> {
  const root: PathNode<E> = { errors: [], below: new Map() }
  for (const error of errors) {
    if (error.path === undefined) continue
    let node = root
    for (const key of error.path) {
      const next: PathNode<E> = node.below.get(key) ?? { errors: [], below: new Map() }
      node.below.set(key, next)
      node = next
    }
    node.errors.push(error)
  }
  return root
}

/** The root and the nodes on a path, as far as they exist. */
function nodesOn<E>(root: PathNode<E>, path: ResponsePath): readonly PathNode<E>[] {
  const nodes = [root]
  for (const key of path) {
    const next = nodes.at(-1)?.below.get(key)
    if (next === undefined) break
    nodes.push(next)
  }
  return nodes
}

/** The errors at or below a node, up to a maximum. */
function errorsIn<E>(node: PathNode<E> | undefined, max: number): readonly E[] {
  const found: E[] = []
  const pending = node === undefined ? [] : [node]
  for (let next = pending.pop(); next !== undefined && found.length < max; next = pending.pop()) {
    found.push(...next.errors.slice(0, max - found.length))
    for (const below of next.below.values()) pending.push(below)
  }
  return found
}
