import { randomUUID } from 'node:crypto'
import type { GraphQLFormattedError } from 'graphql'
import { type DataObject, isObject, ownValue } from '../../subgraph-client/data-object.ts'
import type { Failure, PlanRun } from '../plan-run.ts'
import { explainedPaths, type IsExplained } from './explained-paths.ts'

/** The place of a field that is null by an error: it makes its parent null when it may not be null itself. */
export const FAILED = Symbol('failed')

/** Errors listed for one failed fetch, and for all that a subgraph did against the schema. The others are counted. */
const errorsPerCauseMax = 100

/** What a projection knows besides the data: where it is, and what to say about what is not there. */
export class ProjectionState {
  readonly run: PlanRun
  /** Response names and indexes down to the value at hand; what lies behind the current depth is left from others. */
  readonly path: (string | number)[] = []
  readonly errors: GraphQLFormattedError[] = []
  readonly #shownPerCause = new Map<GraphQLFormattedError, number>()
  readonly #violations: string[] = []
  #brokenId: string | undefined
  #isExplained: IsExplained | undefined
  #unlisted = 0

  constructor(run: PlanRun) {
    this.run = run
  }

  /** Errors that happened and are not among the others: there are too many of one cause. */
  get unlisted(): number {
    return this.#unlisted
  }

  pathAt(depth: number): (string | number)[] {
    return this.path.slice(0, depth + 1)
  }

  add(error: GraphQLFormattedError, depth: number): typeof FAILED {
    const { message, extensions } = error
    this.errors.push({ message, path: this.pathAt(depth), ...(extensions !== undefined && { extensions }) })
    return FAILED
  }

  /** The value did not come. Null when that is nobody's fault, else the reason is among the errors. */
  missing(source: DataObject, key: string, label: string, depth: number): null | typeof FAILED {
    const failures = this.#failuresOf(source, key) ?? this.#failuresAbove(depth)
    if (failures === undefined) return this.broken(`There is no value for ${label}.`, depth)
    let result: null | typeof FAILED = null
    for (const cause of new Set(failures.map((failure) => failure.cause))) {
      if (cause === 'UNKNOWN') continue
      result = FAILED
      if (cause === 'EXPLAINED') continue
      const shown = this.#shownPerCause.get(cause) ?? 0
      this.#shownPerCause.set(cause, shown + 1)
      if (shown < errorsPerCauseMax) this.add(cause, depth)
      else this.#unlisted += 1
    }
    return result
  }

  /** Whether a subgraph left the object out because of an error in one of these fields. The error is told where it happened. */
  hasClimbed(source: DataObject, keys: ReadonlySet<string>): boolean {
    const failures = this.run.failures.get(source)
    return failures?.some(({ climbed }) => climbed !== undefined && !climbed.isDisjointFrom(keys)) === true
  }

  /** A null where the schema allows none. It needs no error of its own when a subgraph's error at or below it says why. */
  forbiddenNull(label: string, depth: number): typeof FAILED {
    this.#isExplained ??= explainedPaths(this.run.placed)
    if (this.#isExplained(this.path, depth + 1)) return FAILED
    return this.broken(`Cannot return null for non-nullable ${label}.`, depth)
  }

  /** What a subgraph sent is not what the schema promises. */
  broken(message: string, depth: number): typeof FAILED {
    this.#brokenId ??= randomUUID()
    this.#violations.push(message)
    if (this.#violations.length > errorsPerCauseMax) {
      this.#unlisted += 1
      return FAILED
    }
    return this.add({ message, extensions: { code: 'INTERNAL_SERVER_ERROR', id: this.#brokenId } }, depth)
  }

  /** Writes one line about all violations, under the id that the client was told. */
  log(): void {
    if (this.#brokenId === undefined) return
    const violations = this.errors
      .filter(({ extensions }) => extensions?.id === this.#brokenId)
      .map(({ message, path }) => ({ message, path }))
    const count = this.#violations.length
    this.run.logger.error({ errorId: this.#brokenId, violations, count }, 'a subgraph broke the schema')
  }

  /** Causes that no field has shown, because what they kept away was not for the client, with the objects that it was for. */
  unshown(): ReadonlyMap<GraphQLFormattedError, readonly DataObject[]> {
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

  /** A fetch brings whole subtrees: it may have failed for a field further up that another fetch brought in part. */
  #failuresAbove(depth: number): readonly Failure[] | undefined {
    if (this.run.failures.size === 0) return undefined
    let value: unknown = this.run.root
    let found: readonly Failure[] | undefined
    for (const key of this.path.slice(0, depth)) {
      if (isObject(value)) {
        found = this.#failuresOf(value, String(key)) ?? found
        value = ownValue(value, String(key))
      } else {
        value = Array.isArray(value) ? value[Number(key)] : undefined
      }
    }
    return found
  }
}
