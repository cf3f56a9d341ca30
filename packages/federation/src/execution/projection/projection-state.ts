import { randomUUID } from 'node:crypto'
import type { FieldNode, GraphQLFormattedError } from 'graphql'
import type { Selecting } from '../../operation/collect-fields.ts'
import { type DataObject, isObject, ownValue } from '../../subgraph-client/data-object.ts'
import type { Requirement } from '../../supergraph/read-requirements.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { Failure, LocatedError, PlanRun } from '../run/plan-run.ts'
import type { LostField } from './lost-fields.ts'

/** A value that is null because of an error; a non-nullable field propagates it to its parent. */
export const FAILED = Symbol('failed')

/** The input for compiling an operation's projection. */
export interface Scope {
  readonly selecting: Selecting
  /** The complete schema, including what is hidden from clients. */
  readonly facts: Pick<SupergraphFacts, 'subtypes' | 'enumValues'>
  /** Fields that the caller is not authorized to read. */
  readonly refused: ReadonlyMap<FieldNode, Requirement>
  /** The client's response names, where the planned document has others. */
  readonly renamed: ReadonlyMap<string, string>
  /** Resolves a field of the introspection schema: `__schema` or `__type`. */
  readonly introspect: (nodes: readonly FieldNode[]) => (state: ProjectionState) => unknown
}

/**
 * The client's value for a fetched one, or `FAILED`. `depth` is the index of its last path entry.
 */
export type Complete = (value: unknown, state: ProjectionState, depth: number) => unknown

/** The client's object for a fetched one, or `FAILED` when a non-nullable field of it is null. */
export type ProjectObject = (source: DataObject, state: ProjectionState, depth: number) => DataObject | typeof FAILED

/** Like `ProjectObject`, but null for an object that is hidden from clients. */
export type ProjectVisible = (...args: Parameters<ProjectObject>) => ReturnType<ProjectObject> | null

/** Maximum number of errors listed per failed fetch, and for all schema violations. Further ones are counted. */
const errorsPerCauseMax = 100

/** The state of one projection: the current path, and the errors found so far. */
export class ProjectionState {
  readonly run: PlanRun
  /** The path of the current value; entries beyond the current depth are stale. */
  readonly path: (string | number)[] = []
  readonly errors: GraphQLFormattedError[] = []
  /** Fields that are missing because of errors of subgraphs. */
  readonly lost: LostField[] = []
  readonly #shownPerCause = new Map<GraphQLFormattedError, number>()
  readonly #violations: string[] = []
  #violationId: string | undefined
  #isExplained: IsExplained | undefined
  #unlisted = 0

  constructor(run: PlanRun) {
    this.run = run
  }

  /** Number of errors beyond the limit, by cause. */
  get unlisted(): number {
    return this.#unlisted
  }

  pathAt(depth: number): (string | number)[] {
    return this.path.slice(0, depth + 1)
  }

  addError(error: GraphQLFormattedError, depth: number): typeof FAILED {
    const { message, extensions } = error
    this.errors.push({ message, path: this.pathAt(depth), ...(extensions !== undefined && { extensions }) })
    return FAILED
  }

  /** Reports a missing value: null when the subgraph does not know the object, else `FAILED`. */
  reportMissing(source: DataObject, key: string, label: string, depth: number): null | typeof FAILED {
    const own = this.#failuresOf(source, key)
    const found = own === undefined ? this.#failuresAbove(depth) : { failures: own, steps: depth }
    if (found === undefined) return this.reportInvalid(`Missing value for ${label}.`, depth)
    const { failures, steps } = found
    let result: null | typeof FAILED = null
    const texts = new Set<string>()
    for (const cause of new Set(failures.map((failure) => failure.cause))) {
      if (cause === 'UNKNOWN') continue
      result = FAILED
      if (cause === 'REPORTED') {
        const fields = new Set(failures.flatMap((failure) => [...(failure.fields ?? [])]))
        this.lost.push({ path: this.pathAt(depth), steps, fields })
        continue
      }
      const shown = this.#shownPerCause.get(cause) ?? 0
      this.#shownPerCause.set(cause, shown + 1)
      // Several fetches of the field may have failed for the same reason.
      const text = failures.length > 1 ? JSON.stringify(cause) : ''
      if (texts.has(text)) continue
      texts.add(text)
      if (shown < errorsPerCauseMax) this.addError(cause, depth)
      else this.#unlisted += 1
    }
    return result
  }

  /** True if an error in one of these fields made the subgraph return null for the object. */
  hasPropagated(source: DataObject, keys: ReadonlySet<string>): boolean {
    const failures = this.run.failures.get(source)
    return failures?.some(({ propagated, fields }) => propagated && fields?.isDisjointFrom(keys) === false) === true
  }

  /**
   * Reports a null for a non-nullable field, unless an error of a subgraph already explains it.
   */
  reportNull(label: string, depth: number): typeof FAILED {
    this.#isExplained ??= explainedPaths(this.run.located)
    if (this.#isExplained(this.path, depth + 1)) return FAILED
    return this.reportInvalid(`Cannot return null for non-nullable ${label}.`, depth)
  }

  /** Reports a value that violates the schema. */
  reportInvalid(message: string, depth: number): typeof FAILED {
    this.#violationId ??= randomUUID()
    this.#violations.push(message)
    if (this.#violations.length > errorsPerCauseMax) {
      this.#unlisted += 1
      return FAILED
    }
    return this.addError({ message, extensions: { code: 'INTERNAL_SERVER_ERROR', id: this.#violationId } }, depth)
  }

  /** Logs all schema violations as one entry, under the id in the client's errors. */
  logViolations(): void {
    if (this.#violationId === undefined) return
    const violations = this.errors
      .filter(({ extensions }) => extensions?.id === this.#violationId)
      .map(({ message, path }) => ({ message, path }))
    const count = this.#violations.length
    this.run.logger.error({ errorId: this.#violationId, violations, count }, 'subgraph violated the schema')
  }

  /** Errors that are shown at the fields that are missing because of them. */
  causes(): ReadonlySet<unknown> {
    return new Set([...this.run.failures.values()].flat().map(({ cause }) => cause))
  }

  /** Causes that no field of the client's response shows, with the affected objects. */
  unreported(): ReadonlyMap<GraphQLFormattedError, readonly DataObject[]> {
    const objects = new Map<GraphQLFormattedError, DataObject[]>()
    for (const [object, failures] of this.run.failures) {
      for (const { cause } of failures) {
        if (typeof cause === 'string' || this.#shownPerCause.has(cause)) continue
        const known = objects.get(cause)
        if (known === undefined) objects.set(cause, [object])
        else known.push(object)
      }
    }
    return objects
  }

  #failuresOf(source: DataObject, key: string): readonly Failure[] | undefined {
    const failures = this.run.failures.get(source)?.filter(({ names }) => names.has(key))
    return failures === undefined || failures.length === 0 ? undefined : failures
  }

  /**
   * A fetch delivers subtrees: it may have failed for a parent that another fetch delivered in
   * part.
   */
  #failuresAbove(depth: number): FoundFailures | undefined {
    if (this.run.failures.size === 0) return undefined
    let value: unknown = this.run.root
    let found: FoundFailures | undefined
    for (const [steps, key] of this.path.slice(0, depth).entries()) {
      if (isObject(value)) {
        const failures = this.#failuresOf(value, String(key))
        if (failures !== undefined) found = { failures, steps }
        value = ownValue(value, String(key))
      } else {
        value = Array.isArray(value) ? value[Number(key)] : undefined
      }
    }
    return found
  }
}

/** Failures of the object to which the first steps of the current path lead. */
interface FoundFailures {
  readonly failures: readonly Failure[]
  readonly steps: number
}

/** True if an error is located at or below the place to which the first steps of a path lead. */
type IsExplained = (path: readonly (string | number)[], steps: number) => boolean

interface PathTree extends Map<string | number, PathTree> {}

function explainedPaths(located: readonly LocatedError[]): IsExplained {
  const root: PathTree = new Map()
  for (const { path = [] } of located) {
    let tree = root
    for (const key of path) {
      const next: PathTree = tree.get(key) ?? new Map()
      tree.set(key, next)
      tree = next
    }
  }
  return (path, steps) => {
    let tree: PathTree | undefined = root
    for (let step = 0; step < steps && tree !== undefined; step += 1) tree = tree.get(path[step] ?? '')
    return tree !== undefined
  }
}
