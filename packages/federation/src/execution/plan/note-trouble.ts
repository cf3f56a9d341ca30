import type { FetchNode } from '@apollo/query-planner'
import type { GraphQLFormattedError } from 'graphql'
import type { AnswerPath, DataObject } from '../../subgraph-client/data-object.ts'
import type { SubgraphAnswer, SubgraphError } from '../../subgraph-client/subgraph-client.ts'
import { describeFault, LEFT, type SubgraphFault, subgraphFault } from '../../subgraph-client/subgraph-fault.ts'
import { noteFailure, type PlanRun } from '../plan-run.ts'
import { shownError } from '../shown-error.ts'
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

/** Everywhere in the client's answer where a path of the subgraph's answer stands; nowhere when the fetch did not ask for it. */
export type PlacePath = (path: AnswerPath) => readonly AnswerPath[]

/** Errors listed of one answer of a subgraph, and places of each. The others are counted. */
const listedMax = 100

/** Places at which the errors of one answer may stand. */
const placesMax = 250_000

/** Nothing came: the fields of all these objects are null for it. */
export function noteFault(
  run: PlanRun,
  { subgraph, names }: FetchTrouble,
  targets: readonly DataObject[],
  fault: SubgraphFault,
): void {
  if (fault !== LEFT) {
    run.logger.warn({ subgraph, fault: fault.fault, reason: fault.reason }, 'a subgraph did not answer')
  }
  const { code, message } = describeFault(subgraph, fault)
  const failure = { names: names(), cause: { message, extensions: { code } } }
  for (const target of targets) noteFailure(run, target, failure)
}

/**
 * The errors of an answer, each at its places. One without a place is shown at every field that did not come when no data came, else
 * without a path. False when they stand at too many places: the answer must not be used then, and its fields are noted as not answered.
 */
export function noteErrors(
  run: PlanRun,
  trouble: FetchTrouble,
  targets: readonly DataObject[],
  { data, errors }: SubgraphAnswer,
  place: PlacePath,
): boolean {
  const { subgraph, renamed } = trouble
  const { logger, placed } = run
  const placedBefore = placed.length
  const unplaced: GraphQLFormattedError[] = []
  for (const [index, subgraphError] of errors.entries()) {
    const error = index < listedMax ? shownError(subgraphError, subgraph, logger) : undefined
    const path = pathOf(subgraphError)?.map((key) => (typeof key === 'string' ? (renamed.get(key) ?? key) : key))
    const places = path === undefined ? [] : place(path)
    places.forEach((at, position) => {
      placed.push({ error: position < listedMax ? error : undefined, path: at })
    })
    if (places.length === 0 && data === null && error !== undefined) unplaced.push(error)
    else if (places.length === 0) placed.push({ error, path: undefined })
    if (placed.length > placedBefore + placesMax) {
      placed.length = placedBefore
      noteFault(
        run,
        trouble,
        targets,
        subgraphFault('UNAVAILABLE', `its errors stand at more than ${placesMax} places`),
      )
      return false
    }
  }
  if (errors.length > listedMax)
    logger.warn({ subgraph, count: errors.length }, 'a subgraph has more errors than are listed')
  if (data === null) noteCauses(run, targets, trouble.names(), unplaced)
  return true
}

/** Nothing came, and errors say why: those without a place at every field. */
function noteCauses(
  run: PlanRun,
  targets: readonly DataObject[],
  names: ReadonlySet<string>,
  unplaced: readonly GraphQLFormattedError[],
): void {
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
