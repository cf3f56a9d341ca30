import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLFormattedError } from 'graphql'
import type { Variables } from '../operation/collect-fields.ts'
import type { AnswerPath, DataObject } from '../subgraph-client/data-object.ts'
import type { SubgraphAnswer, SubgraphBytes } from '../subgraph-client/subgraph-client.ts'
import type { SubgraphFault } from '../subgraph-client/subgraph-fault.ts'

/** What one plan asks of a subgraph. */
export interface SubgraphFetch {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Variables
  /** The same as the text of a request: `{"query":…,"variables":…,"operationName":…}`. */
  readonly body: string
  /** Whether it may be sent again: not so for a mutation. */
  readonly idempotent: boolean
}

/** Sends a fetch to the named subgraph, on behalf of the caller. Does not throw for anything the subgraph does. */
export type SendFetch = (
  subgraph: string,
  fetch: SubgraphFetch,
) => Promise<SubgraphAnswer | SubgraphBytes | SubgraphFault>

/** Why fields of an object were not brought. */
export interface Failure {
  /** Response names of the fields. */
  readonly names: ReadonlySet<string>
  /**
   * What to show at each of them. `'EXPLAINED'`: an error of its own says why they are null. `'UNKNOWN'`: the subgraph does not know the
   * object, which is no error.
   */
  readonly cause: GraphQLFormattedError | 'EXPLAINED' | 'UNKNOWN'
  /** Those of the fields with an error for which the subgraph left the whole object out. */
  readonly climbed?: ReadonlySet<string>
}

/** An error with its place in the answer, as far as the subgraph told one. */
export interface PlacedError {
  /** `undefined` for one more than are listed. */
  readonly error: GraphQLFormattedError | undefined
  readonly path: AnswerPath | undefined
}

/** One execution of a plan: what is known so far, and what went wrong. */
export interface PlanRun {
  readonly variables: Variables
  readonly send: SendFetch
  readonly logger: Logger
  /** What all fetches brought, put together. */
  readonly root: DataObject
  /** For a subscription: what its subgraph sent for one event. */
  readonly event: SubgraphAnswer | undefined
  readonly placed: PlacedError[]
  readonly failures: Map<DataObject, Failure[]>
  /** Fetches for entities of which something was missing that a later fetch may have brought. */
  readonly postponed: PostponedFetch[]
  /** Fetches that were made for all entities at their paths: each makes itself again for those that came there since. */
  readonly visited: (() => Promise<void> | undefined)[]
}

/** Makes the fetch as far as it can be made now; `last` when nothing more will come. `undefined` when there was nothing to fetch. */
export type PostponedFetch = (last: boolean) => Promise<void> | undefined

export function openRun(parts: Pick<PlanRun, 'variables' | 'send' | 'logger' | 'event'>): PlanRun {
  const { variables, send, logger, event } = parts
  return { variables, send, logger, event, root: {}, placed: [], failures: new Map(), postponed: [], visited: [] }
}

export function noteFailure(run: PlanRun, object: DataObject, failure: Failure): void {
  const known = run.failures.get(object)
  if (known === undefined) run.failures.set(object, [failure])
  else known.push(failure)
}

/** A step of a plan. `undefined` when nothing is to be waited for; rejects only for a bug. */
export type Step = (run: PlanRun) => Promise<void> | undefined
