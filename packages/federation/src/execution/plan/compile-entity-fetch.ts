import { REPRESENTATIONS } from '../../operation/plan-cache.ts'
import { type DataObject, isObject } from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { type PlanRun, recordFailure, type Step } from '../run/plan-run.ts'
import { type ContextValues, compileContext, FailedContext } from './compile-context.ts'
import { compileKeyCheck, compileRepresentation, failedRequirements } from './compile-representation.ts'
import { compileRequest, compileVariables } from './compile-request.ts'
import { compileRewrites } from './compile-rewrites.ts'
import { compileNeedCheck, type EntityFetchNode, fetchParts } from './fetch-parts.ts'
import { compileMergeEntities, type EntityBatch } from './merge-entities.ts'
import { fetchErrors } from './record-errors.ts'
import { type TargetPath, targetsAt } from './response-tree.ts'

/** A fetch of more fields of the entities at a path. Equal entities are requested once. */
export function compileEntityFetch(node: EntityFetchNode, path: TargetPath, facts: SupergraphFacts): Step {
  const fetchFor = compileFetchFor(node, path, facts)
  return (run) => {
    let known: readonly DataObject[] = []
    const fetchNew = (last: boolean): Promise<void> | undefined => {
      const targets = targetsAt(run.root, path)
      const added = known.length === 0 ? targets : withoutKnown(targets, known)
      if (known.length === 0) {
        if (targets.length > 0) run.visited.push(() => fetchNew(false))
        // Another postponed fetch may still add objects at the path.
        else if (!last) run.postponed.push(fetchNew)
      }
      known = targets
      return added.length === 0 ? undefined : fetchFor(run, added, last)
    }
    return fetchNew(false)
  }
}

function withoutKnown(targets: readonly DataObject[], known: readonly DataObject[]): readonly DataObject[] {
  const before = new Set(known)
  return targets.filter((target) => !before.has(target))
}

/** Fetches entities for objects of the response; `last`: no more of their data will arrive. */
type FetchFor = (run: PlanRun, candidates: readonly DataObject[], last: boolean) => Promise<void> | undefined

function compileFetchFor(node: EntityFetchNode, path: TargetPath, facts: SupergraphFacts): FetchFor {
  const write = compileRequest(node)
  const variables = compileVariables(node.variableUsages)
  const build = compileRepresentation(node.requires, facts, compileKeyCheck(node, facts))
  const hasNeeds = compileNeedCheck(node, facts)
  const rewriteInput = compileRewrites(node.inputRewrites, facts)
  const readContext = compileContext(node.contextRewrites, path, facts)
  const ofFetch = fetchErrors(node)
  const merge = compileMergeEntities(node, path, facts, ofFetch)

  let compiledParts: readonly FetchFor[] | undefined
  /** One fetch per group of fields that need the same values; empty when all fields need the same. */
  const parts = (): readonly FetchFor[] => {
    compiledParts ??= (fetchParts(node, facts) ?? []).map((part) => compileFetchFor(part, path, facts))
    return compiledParts
  }
  const collect = (run: PlanRun, candidates: readonly DataObject[], last: boolean): readonly OpenBatch[] => {
    const batches = new Map<string, OpenBatch>()
    const contextOf = readContext?.(run)
    const incomplete: DataObject[] = []
    const failedOf = failedRequirements(run, path, node.requires)
    for (const target of candidates) {
      const context = contextOf === undefined ? NO_CONTEXT : contextOf(target)
      const requirements = failedOf?.(target)
      const failed = context instanceof FailedContext || requirements?.hasNull === true
      let representation = failed ? null : build(target)
      if (representation === undefined) continue
      if (representation !== null && hasNeeds?.(representation) === false) representation = null
      if (representation !== null && context !== undefined && !(context instanceof FailedContext)) {
        rewriteInput?.(representation)
        const key = context === NO_CONTEXT ? '' : JSON.stringify(context)
        const batch = batches.get(key) ?? openBatch(context)
        batches.set(key, batch)
        batch.add(target, representation)
      } else {
        incomplete.push(target)
        if (last && parts().length === 0) {
          const names = ofFetch.names()
          if (context instanceof FailedContext) recordFailure(run, target, { names, cause: context.cause })
          else recordUnreachable(run, target, names, requirements?.fields)
        }
      }
    }
    if (incomplete.length === 0) return [...batches.values()]
    // The planner sometimes orders a fetch before the fetch that delivers its requirements.
    if (!last) run.postponed.push((isLast) => fetchFor(run, incomplete, isLast))
    else if (parts().length > 0) {
      run.postponed.unshift(() => allOf(parts().map((fetchPart) => fetchPart(run, incomplete, true))))
    }
    return [...batches.values()]
  }
  const fetchBatch = (run: PlanRun, batch: OpenBatch): Promise<void> | undefined => {
    const used: Record<string, unknown> = Object.assign(variables(run.variables), batch.context)
    used[REPRESENTATIONS] = batch.representations
    const fetch = write(used)
    if (!('fault' in fetch)) return run.send(node.serviceName, fetch).then((response) => merge(run, batch, response))
    merge(run, batch, fetch)
    return undefined
  }
  const fetchFor = (run: PlanRun, candidates: readonly DataObject[], last: boolean): Promise<void> | undefined => {
    const batches = collect(run, candidates, last)
    const [only, ...others] = batches
    if (only === undefined) return undefined
    return others.length === 0 ? fetchBatch(run, only) : inTurns(batches, (batch) => fetchBatch(run, batch))
  }
  return fetchFor
}

function allOf(steps: readonly (Promise<void> | undefined)[]): Promise<void> | undefined {
  const pending = steps.filter((step) => step !== undefined)
  return pending.length === 0 ? undefined : Promise.all(pending).then(() => {})
}

const NO_CONTEXT: ContextValues = {}

/** Entities with different values of their context need separate requests, of which few run concurrently. */
const contextFetchesConcurrent = 8

async function inTurns<T>(items: readonly T[], start: (item: T) => Promise<void> | undefined): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) await start(item)
  }
  await Promise.all(Array.from({ length: contextFetchesConcurrent }, work))
}

/**
 * Records why an entity cannot be fetched: errors of required fields, or the failure of the fetch that should have
 * delivered them. Without either, each missing field becomes an error.
 */
function recordUnreachable(
  run: PlanRun,
  target: DataObject,
  names: ReadonlySet<string>,
  failedFields: ReadonlySet<string> | undefined,
): void {
  if (failedFields !== undefined) {
    recordFailure(run, target, { names, cause: 'REPORTED', fields: failedFields })
    return
  }
  const known = run.failures.get(target) ?? []
  const { cause, fields } = known.find((failure) => isObject(failure.cause)) ?? known[0] ?? {}
  if (cause !== undefined) recordFailure(run, target, { names, cause, ...(fields && { fields }) })
}

interface OpenBatch extends EntityBatch {
  readonly context: ContextValues
  add(target: DataObject, representation: DataObject): void
}

function openBatch(context: ContextValues): OpenBatch {
  const representations: DataObject[] = []
  const targets: DataObject[] = []
  const indexes: number[] = []
  const known = new Map<string, number>()
  return {
    context,
    representations,
    targets,
    indexes,
    add(target, representation) {
      const key = keyOf(representation)
      let index = known.get(key)
      if (index === undefined) {
        index = representations.push(representation) - 1
        known.set(key, index)
      }
      targets.push(target)
      indexes.push(index)
    },
  }
}

/** A key that is equal for equal representations. Joining a few strings is faster than JSON. */
function keyOf(representation: DataObject): string {
  let key = ''
  for (const name of Object.keys(representation)) {
    const value = representation[name]
    if (typeof value !== 'string') return JSON.stringify(representation)
    key += `${name}:${value.length}:${value}`
  }
  return key
}
