import { REPRESENTATIONS } from '../../operation/plan-cache.ts'
import { type DataObject, isObject } from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { type Failure, noteFailure, type PlanRun, type Step } from '../plan-run.ts'
import { compileRepresentation } from './compile-representation.ts'
import { compileRewrites } from './compile-rewrites.ts'
import { type EntityBatch, openBatch } from './entity-batch.ts'
import { falseNulls } from './false-nulls.ts'
import { compileFetchText, compileVariables } from './fetch-text.ts'
import { compileKeyCheck } from './key-check.ts'
import { type TargetPath, targetsAt } from './locate-targets.ts'
import { troubleOf } from './note-trouble.ts'
import { type EntityFetchNode, reduceFetch } from './reduce-fetch.ts'
import { compileTakeEntities } from './take-entities.ts'

/** A fetch of more fields of the entities at a path. Each different entity is asked for once, wherever it stands in the answer. */
export function compileEntityFetch(node: EntityFetchNode, path: TargetPath, facts: SupergraphFacts): Step {
  const fetchFor = compileFetchFor(node, path, facts)
  return (run) => {
    let known: readonly DataObject[] = []
    const fetchNew = (last: boolean): Promise<void> | undefined => {
      const targets = targetsAt(run.root, path)
      const added = known.length === 0 ? targets : withoutKnown(targets, known)
      if (known.length === 0) {
        if (targets.length > 0) run.visited.push(() => fetchNew(false))
        // What stands at the path may come with another fetch that was postponed.
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

/** Fetches for objects of the answer; `last` when nothing more will be known of them. */
type FetchFor = (run: PlanRun, candidates: readonly DataObject[], last: boolean) => Promise<void> | undefined

function compileFetchFor(node: EntityFetchNode, path: TargetPath, facts: SupergraphFacts): FetchFor {
  const write = compileFetchText(node)
  const variables = compileVariables(node.variableUsages)
  const build = compileRepresentation(node.requires, facts, compileKeyCheck(node, facts))
  const rewriteInput = compileRewrites(node.inputRewrites, facts)
  const trouble = troubleOf(node)
  const take = compileTakeEntities(node, path, facts, trouble)

  let reduced: FetchFor | undefined | null = null
  /** Fetches what needs no more than a key. */
  const keyed = (): FetchFor | undefined => {
    if (reduced !== null) return reduced
    const part = reduceFetch(node, facts)
    reduced = part && compileFetchFor(part, path, facts)
    return reduced
  }
  let lost: ReadonlySet<string> | undefined
  /** Response names of what is given up where something is missing: what a key is enough for is still fetched. */
  const lostNames = (): ReadonlySet<string> => {
    if (lost !== undefined) return lost
    const part = reduceFetch(node, facts)
    lost = part === undefined ? trouble.names() : trouble.names().difference(troubleOf(part).names())
    return lost
  }
  const collect = (run: PlanRun, candidates: readonly DataObject[], last: boolean): EntityBatch => {
    const batch = openBatch()
    const late: DataObject[] = []
    const hasFalseNull = falseNulls(run, path, node.requires)
    for (const target of candidates) {
      const isFalse = hasFalseNull?.(target) === true
      const representation = isFalse ? null : build(target)
      if (representation === undefined) continue
      if (representation !== null) {
        rewriteInput?.(representation)
        batch.add(target, representation)
      } else {
        late.push(target)
        if (last) noteUnreachable(run, target, lostNames(), isFalse ? 'EXPLAINED' : undefined)
      }
    }
    if (late.length === 0) return batch
    // The planner at times puts a fetch before the one that brings what it needs.
    if (!last) run.postponed.push((isLast) => fetchFor(run, late, isLast))
    else if (keyed() !== undefined) run.postponed.unshift(() => keyed()?.(run, late, true))
    return batch
  }
  const fetchFor = (run: PlanRun, candidates: readonly DataObject[], last: boolean): Promise<void> | undefined => {
    const batch = collect(run, candidates, last)
    if (batch.representations.length === 0) return undefined
    const used = variables(run.variables)
    used[REPRESENTATIONS] = batch.representations
    const fetch = write(used)
    if (!('fault' in fetch)) return run.send(node.serviceName, fetch).then((answer) => take(run, batch, answer))
    take(run, batch, fetch)
    return undefined
  }
  return fetchFor
}

/**
 * What another fetch should have brought is missing, so this one cannot be made: its fields are null for that reason. Without one nothing is
 * noted, and each field is an error.
 */
function noteUnreachable(
  run: PlanRun,
  target: DataObject,
  names: ReadonlySet<string>,
  reason: Failure['cause'] | undefined,
): void {
  const known = run.failures.get(target) ?? []
  const cause = reason ?? known.find((failure) => isObject(failure.cause))?.cause ?? known[0]?.cause
  if (cause !== undefined) noteFailure(run, target, { names, cause })
}
