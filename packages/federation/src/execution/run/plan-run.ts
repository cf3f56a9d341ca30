import type { GraphQLFormattedError } from 'graphql'
import type { Variables } from '../../operation/collect-fields.ts'
import type { DataObject, ResponsePath } from '../../subgraph-client/data-object.ts'
import type { SubgraphBytes, SubgraphFault, SubgraphResponse } from '../../subgraph-client/subgraph-response.ts'

/** Where the engine writes its log: pino's interface, of which it uses two levels. */
export interface Logger {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** One request of a plan to a subgraph. */
export interface SubgraphFetch {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Variables
  /** The encoded request: `{"query":…,"variables":…,"operationName":…}`. */
  readonly body: string
  /** True if the request may be retried; false for a mutation. */
  readonly idempotent: boolean
}

/** Sends a fetch to the named subgraph on behalf of the caller. Resolves to a fault on failure. */
export type SendFetch = (
  subgraph: string,
  fetch: SubgraphFetch,
) => Promise<SubgraphResponse | SubgraphBytes | SubgraphFault>

/** The reason why fields of an object are missing. */
export interface Failure {
  /** Response names of the fields. */
  readonly names: ReadonlySet<string>
  /**
   * The error to show at each of them. `'REPORTED'`: errors that are already recorded.
   * `'UNKNOWN'`: the subgraph does not know the object, which is not an error.
   */
  readonly cause: GraphQLFormattedError | 'REPORTED' | 'UNKNOWN'
  /** With `'REPORTED'`: the fields of the object whose errors are the cause. */
  readonly fields?: ReadonlySet<string>
  /** True if these errors made the subgraph return null for the complete object. */
  readonly propagated?: true
}

/** A subgraph's error, with the client's path for it. */
export interface LocatedError {
  /** `undefined` for an error beyond the limit, which is only counted. */
  readonly error: GraphQLFormattedError | undefined
  readonly path: ResponsePath | undefined
}

/** The state of one execution of a plan. */
export interface PlanRun {
  readonly variables: Variables
  readonly send: SendFetch
  readonly logger: Logger
  /** The merged data of all fetches. */
  readonly root: DataObject
  /** The event of a subscription. */
  readonly event: SubgraphResponse | undefined
  readonly located: LocatedError[]
  readonly failures: Map<DataObject, Failure[]>
  /** True if clients see the message of a subgraph's error that has no code. */
  readonly showsUncoded: (subgraph: string) => boolean
  /** Entity fetches that are waiting for data that a later fetch may deliver. */
  readonly postponed: PostponedFetch[]
  /** Repeats entity fetches that were already sent, for entities added at their paths since then. */
  readonly visited: (() => Promise<void> | undefined)[]
}

/** Sends what can be sent now, or returns `undefined`. `last`: no more data will arrive. */
export type PostponedFetch = (last: boolean) => Promise<void> | undefined

type RunParts = Pick<PlanRun, 'variables' | 'send' | 'logger' | 'event'> & {
  readonly showsUncoded?: PlanRun['showsUncoded'] | undefined
}

export function openRun(parts: RunParts): PlanRun {
  const { variables, send, logger, event, showsUncoded = () => false } = parts
  return {
    variables,
    send,
    logger,
    event,
    showsUncoded,
    root: {},
    located: [],
    failures: new Map(),
    postponed: [],
    visited: [],
  }
}

export function recordFailure(run: PlanRun, object: DataObject, failure: Failure): void {
  const known = run.failures.get(object)
  if (known === undefined) run.failures.set(object, [failure])
  else known.push(failure)
}

/** A step of a plan; `undefined` when it has completed synchronously. Rejects only if there is a bug. */
export type Step = StepOf<PlanRun>
export type StepOf<Run> = (run: Run) => Promise<void> | undefined
