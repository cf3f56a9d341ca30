import type { FetchDataRewrite } from '@apollo/query-planner'
import { type DataObject, isObject, ownValue, type ResponsePath } from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { Failure, LocatedError, PlanRun } from '../run/plan-run.ts'
import { ITEMS, type TargetPath } from './response-tree.ts'

/** Values of a context by the variables that pass them to a subgraph. */
export type ContextValues = Readonly<Record<string, unknown>>

/** The reason why a value of a context is null or missing. */
export class FailedContext {
  readonly cause: Failure['cause']

  constructor(cause: Failure['cause']) {
    this.cause = cause
  }
}

/** The values of a context for an object of the response: `undefined` while one is missing. */
export type ContextOf = (target: DataObject) => ContextValues | FailedContext | undefined

/**
 * Reads the arguments that a fetch takes from a context (`@fromContext`): fields of objects above
 * its entities.
 *
 * `undefined` for a fetch without such arguments. Source: Apollo Federation, `@context`.
 */
export function compileContext(
  rewrites: readonly FetchDataRewrite[] | undefined,
  path: TargetPath,
  facts: SupergraphFacts,
): ((run: PlanRun) => ContextOf) | undefined {
  const sources = (rewrites ?? []).flatMap((rewrite) => (rewrite.kind === 'KeyRenamer' ? [sourceOf(rewrite)] : []))
  if (sources.length === 0) return undefined
  return (run) => {
    const places = placesAt(run.root, path)
    const errorAt = openErrorSearch(run)
    return (target) => {
      const above = places.get(target) ?? []
      const values: Record<string, unknown> = {}
      for (const { variable, levels, steps } of sources) {
        if (values[variable] !== undefined) continue
        const place = above[above.length - 1 - levels]
        const value = place && valueAt(place.object, steps, facts)
        if (place !== undefined && (value ?? null) === null) {
          const error = errorAt([...place.at, ...fieldsOf(steps)])
          if (error !== undefined) return new FailedContext(error.error ?? 'REPORTED')
          const [field = ''] = fieldsOf(steps)
          const failure = run.failures.get(place.object)?.find(({ names }) => names.has(field))
          if (value === undefined && failure !== undefined) return new FailedContext(failure.cause)
        }
        values[variable] = value
      }
      return Object.values(values).includes(undefined) ? undefined : values
    }
  }
}

/** The location of a variable's value: an object a number of fields above, and the steps below it. */
interface ContextSource {
  readonly variable: string
  readonly levels: number
  readonly steps: readonly string[]
}

const UP = '..'
const TYPE_CONDITION = '... on '

function sourceOf({ path, renameKeyTo }: Extract<FetchDataRewrite, { kind: 'KeyRenamer' }>): ContextSource {
  const levels = path.filter((step) => step === UP).length
  return { variable: renameKeyTo, levels, steps: path.slice(levels) }
}

/** An object with its response path. */
interface Place {
  readonly object: DataObject
  readonly at: ResponsePath
}

/** For each object at a path, the objects from the root to the object itself, one for each field. */
function placesAt(root: DataObject, path: TargetPath): ReadonlyMap<DataObject, readonly Place[]> {
  const found = new Map<DataObject, readonly Place[]>()
  const walk = (value: unknown, index: number, at: ResponsePath, above: readonly Place[]): void => {
    const step = path[index]
    if (step === ITEMS) {
      if (Array.isArray(value)) value.forEach((item, position) => void walk(item, index + 1, [...at, position], above))
      return
    }
    if (!isObject(value)) return
    const places = [...above, { object: value, at }]
    if (step === undefined) found.set(value, places)
    else walk(ownValue(value, String(step)), index + 1, [...at, step], places)
  }
  walk(root, 0, [], [])
  return found
}

function valueAt(value: unknown, [step, ...rest]: readonly string[], facts: SupergraphFacts): unknown {
  if (step === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((item) => valueAt(item, [step, ...rest], facts))
  if (!isObject(value)) return undefined
  if (!step.startsWith(TYPE_CONDITION)) return valueAt(ownValue(value, step), rest, facts)
  const { __typename: typename } = value
  const matching = facts.subtypes(step.slice(TYPE_CONDITION.length))
  // If only one type is possible, the plan does not select `__typename`.
  return typeof typename !== 'string' || matching.has(typename) ? valueAt(value, rest, facts) : undefined
}

function fieldsOf(steps: readonly string[]): readonly string[] {
  return steps.filter((step) => !step.startsWith(TYPE_CONDITION))
}

/** The first error at a place or above it. Thousands of objects may each have an error. */
function openErrorSearch({ located }: PlanRun): (place: ResponsePath) => LocatedError | undefined {
  let known: Map<string, LocatedError> | undefined
  return (place) => {
    // The first error of a path is the last one put here.
    known ??= new Map(
      located
        .map((each) => [JSON.stringify(each.path), each] as const)
        .filter(([path]) => path !== undefined)
        .reverse(),
    )
    for (let length = 0; length <= place.length; length += 1) {
      const found = known.get(JSON.stringify(place.slice(0, length)))
      if (found !== undefined) return found
    }
    return undefined
  }
}
