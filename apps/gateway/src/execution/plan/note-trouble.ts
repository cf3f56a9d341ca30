import type { FetchNode } from '@apollo/query-planner'
import type { GraphQLFormattedError } from 'graphql'
import type { AnswerPath, DataObject } from '../data-object.ts'
import { noteFailure, type PlanRun } from '../plan-run.ts'
import { shownError } from '../shown-error.ts'
import type { SubgraphAnswer, SubgraphError } from '../subgraph-client.ts'
import { describeFault, type SubgraphFault } from '../subgraph-fault.ts'
import { renamedKeys } from './compile-rewrites.ts'
import { fetchedFields, fetchedNames } from './fetched-names.ts'

/** A fetch as far as its trouble is concerned. */
export interface FetchTrouble {
  readonly subgraph: string
  /** Response names of what it was to bring. */
  readonly names: () => ReadonlySet<string>
  /** Aliases of the fetch's own, and what they stand for. */
  readonly renamed: ReadonlyMap<string, string>
}

export function troubleOf({ serviceName, operation, outputRewrites, requires }: FetchNode): FetchTrouble {
  const renamed = renamedKeys(outputRewrites)
  let names: ReadonlySet<string> | undefined
  return {
    subgraph: serviceName,
    renamed,
    // Needed only when something fails: not every plan is worth the parsing.
    names: () => {
      names ??= fetchedNames(fetchedFields(operation, requires !== undefined), renamed)
      return names
    },
  }
}

/** Everywhere in the client's answer where a path of the subgraph's answer stands; `undefined` when it stands nowhere. */
export type PlacePath = (path: AnswerPath) => readonly AnswerPath[] | undefined

/** Errors taken from one answer of a subgraph, and places taken for one error. */
const errorsMax = 100

/** Nothing came: the fields of all these objects are null for it. */
export function noteFault(
  run: PlanRun,
  { subgraph, names }: FetchTrouble,
  targets: readonly DataObject[],
  fault: SubgraphFault,
): void {
  run.logger.warn({ subgraph, fault: fault.fault, reason: fault.reason }, 'a subgraph did not answer')
  const { code, message } = describeFault(subgraph, fault)
  const failure = { names: names(), cause: { message, extensions: { code } } }
  for (const target of targets) noteFailure(run, target, failure)
}

/**
 * The errors of an answer, each at its places. One without a place is shown at every field that did not come when no data came, else
 * without a path.
 */
export function noteErrors(
  run: PlanRun,
  trouble: FetchTrouble,
  targets: readonly DataObject[],
  { data, errors }: SubgraphAnswer,
  place: PlacePath,
): void {
  const unplaced: GraphQLFormattedError[] = []
  for (const subgraphError of errors.slice(0, errorsMax)) {
    const error = shownError(subgraphError, trouble.subgraph, run.logger)
    const path = pathOf(subgraphError)
    const places = path && place(path.map((key) => (typeof key === 'string' ? (trouble.renamed.get(key) ?? key) : key)))
    if (places === undefined) unplaced.push(error)
    else for (const at of places.slice(0, errorsMax)) run.placed.push({ error, path: at })
  }
  if (data !== null) {
    for (const error of unplaced) run.placed.push({ error, path: undefined })
    return
  }
  const names = trouble.names()
  const causes = unplaced.length > 0 ? unplaced : (['EXPLAINED'] as const)
  for (const cause of causes) {
    const failure = { names, cause }
    for (const target of targets) noteFailure(run, target, failure)
  }
}

function pathOf({ path }: SubgraphError): AnswerPath | undefined {
  const usable =
    Array.isArray(path) && path.length > 0 && path.every((key) => typeof key === 'string' || typeof key === 'number')
  return usable ? path : undefined
}
