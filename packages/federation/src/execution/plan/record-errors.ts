import type { FetchNode } from '@apollo/query-planner'
import { type FieldNode, type GraphQLFormattedError, Kind, parse, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from '../../operation/collect-fields.ts'
import type { DataObject, ResponsePath } from '../../subgraph-client/data-object.ts'
import {
  CANCELLED,
  describeFault,
  type SubgraphError,
  type SubgraphFault,
  type SubgraphResponse,
  subgraphFault,
} from '../../subgraph-client/subgraph-response.ts'
import { compileIsAboutLiteral } from '../run/client-values.ts'
import { maskSubgraphError } from '../run/mask-error.ts'
import { type PlanRun, recordFailure } from '../run/plan-run.ts'
import { renamedKeys } from './compile-rewrites.ts'

/** The parts of a fetch that are used to report its errors. */
export interface FetchErrors {
  readonly subgraph: string
  /** The operation that is sent. */
  readonly operation: string
  /** Response names of the fetched fields. */
  readonly names: () => ReadonlySet<string>
  /** The response names of the plan, by the aliases that the fetch uses for them. */
  readonly renamed: ReadonlyMap<string, string>
}

export function fetchErrors({ serviceName, operation, outputRewrites, requires }: FetchNode): FetchErrors {
  const renamed = renamedKeys(outputRewrites)
  let names: ReadonlySet<string> | undefined
  return {
    subgraph: serviceName,
    operation,
    renamed,
    // Only failures need them, so most operations are never parsed.
    names: () => {
      names ??= responseNames(selectedFields(operation, requires !== undefined), renamed)
      return names
    },
  }
}

/**
 * The client's paths for a path of the subgraph's response; none for a field that was not fetched.
 */
export type LocatePath = (path: ResponsePath) => readonly ResponsePath[]

/** Maximum number of errors listed per subgraph response, and of paths per error. Further ones are counted. */
const listedMax = 100

/** Maximum total number of paths that the errors of one response may have. */
const pathsMax = 250_000

/** Records a failed fetch: its fields are null in all targets. */
export function recordFault(
  run: PlanRun,
  { subgraph, names }: FetchErrors,
  targets: readonly DataObject[],
  fault: SubgraphFault,
): void {
  if (fault !== CANCELLED) {
    run.logger.warn({ subgraph, fault: fault.fault, reason: fault.reason }, 'subgraph request failed')
  }
  const { code, message } = describeFault(subgraph, fault)
  const failure = { names: names(), cause: { message, extensions: { code } } }
  for (const target of targets) recordFailure(run, target, failure)
}

/**
 * Records the errors of a response with their client paths. An error without a path is reported at
 * every missing field when there is no data, else without a path.
 *
 * False when the errors have too many paths: the response must be discarded then, and its fields
 * are recorded as unavailable.
 */
export function recordErrors(
  run: PlanRun,
  fetch: FetchErrors,
  targets: readonly DataObject[],
  { data, errors }: SubgraphResponse,
  locate: LocatePath,
): boolean {
  const { subgraph, operation, renamed } = fetch
  const { logger, located } = run
  const shown = { isAboutLiteral: compileIsAboutLiteral(operation), showsUncoded: run.showsUncoded(subgraph) }
  const locatedBefore = located.length
  const withoutPath: GraphQLFormattedError[] = []
  for (const [index, subgraphError] of errors.entries()) {
    const error = index < listedMax ? maskSubgraphError(subgraphError, subgraph, logger, shown) : undefined
    const path = pathOf(subgraphError)?.map((key) => (typeof key === 'string' ? (renamed.get(key) ?? key) : key))
    const paths = path === undefined ? [] : locate(path)
    paths.forEach((at, position) => {
      located.push({ error: position < listedMax ? error : undefined, path: at })
    })
    if (paths.length === 0 && data === null && error !== undefined) withoutPath.push(error)
    else if (paths.length === 0) located.push({ error, path: undefined })
    if (located.length > locatedBefore + pathsMax) {
      located.length = locatedBefore
      recordFault(run, fetch, targets, subgraphFault('UNAVAILABLE', `the errors have more than ${pathsMax} paths`))
      return false
    }
  }
  if (errors.length > listedMax)
    logger.warn({ subgraph, count: errors.length }, 'subgraph returned more errors than are listed')
  if (data === null) recordCauses(run, targets, fetch.names(), withoutPath)
  return true
}

/** For a response without data: every field is null because of the errors without a path, if any. */
function recordCauses(
  run: PlanRun,
  targets: readonly DataObject[],
  names: ReadonlySet<string>,
  withoutPath: readonly GraphQLFormattedError[],
): void {
  const causes = withoutPath.length > 0 ? withoutPath : (['REPORTED'] as const)
  for (const cause of causes) {
    const failure = { names, cause }
    for (const target of targets) recordFailure(run, target, failure)
  }
}

function pathOf({ path }: SubgraphError): ResponsePath | undefined {
  const usable =
    Array.isArray(path) && path.length > 0 && path.every((key) => typeof key === 'string' || typeof key === 'number')
  return usable ? path : undefined
}

/** The top-level fields of a subgraph operation, or of the entities that it selects. */
export function selectedFields(operation: string, ofEntities: boolean): readonly FieldNode[] {
  const document = parse(operation, { noLocation: true })
  const fragments = fragmentsOf(document)
  const root = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const fields = root === undefined ? [] : fieldsOf(root.selectionSet, fragments)
  if (!ofEntities) return fields
  return fields.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : fieldsOf(selectionSet, fragments)))
}

function responseNames(fields: readonly FieldNode[], renamed: ReadonlyMap<string, string>): ReadonlySet<string> {
  const names = fields.map((field) => field.alias?.value ?? field.name.value)
  return new Set(names.map((name) => renamed.get(name) ?? name))
}

function fieldsOf(selectionSet: SelectionSetNode, fragments: ReturnType<typeof fragmentsOf>): FieldNode[] {
  return selectionSet.selections.flatMap((selection): FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection]
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
    return fragment === undefined ? [] : fieldsOf(fragment.selectionSet, fragments)
  })
}
