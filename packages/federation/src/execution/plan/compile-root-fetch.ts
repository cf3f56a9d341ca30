import type { FetchNode } from '@apollo/query-planner'
import { type DataObject, isObject } from '../../subgraph-client/data-object.ts'
import {
  parseResponse,
  type SubgraphBytes,
  type SubgraphFault,
  type SubgraphResponse,
  subgraphFault,
} from '../../subgraph-client/subgraph-response.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { PlanRun, Step } from '../run/plan-run.ts'
import { compileRequest, compileVariables } from './compile-request.ts'
import { compileRewrites } from './compile-rewrites.ts'
import { type FetchErrors, fetchErrors, type LocatePath, recordErrors, recordFault } from './record-errors.ts'
import { mergeInto, pathsAt, type TargetPath, targetsAt } from './response-tree.ts'

/**
 * A fetch of root fields. At a path below the response's root, its data is merged into every
 * object of the root type there.
 */
export function compileRootFetch(node: FetchNode, path: TargetPath, facts: SupergraphFacts): Step {
  const write = compileRequest(node)
  const variables = compileVariables(node.variableUsages)
  const merge = compileMerge(node, path, facts)
  const type = facts.rootType(node.operationKind)
  // The path may lead to objects of other types if it passes an interface.
  const isOfType = ({ __typename: typename }: DataObject) => typename === type || !facts.isObjectType(typename)
  return (run) => {
    const targets = targetsAt(run.root, path).filter(isOfType)
    if (targets.length === 0) return undefined
    const fetch = write(variables(run.variables))
    if (!('fault' in fetch)) return run.send(node.serviceName, fetch).then((response) => merge(run, targets, response))
    merge(run, targets, fetch)
    return undefined
  }
}

/** Merges the event of a subscription as the response to its fetch. */
export function compileEvent(node: FetchNode, facts: SupergraphFacts): Step {
  const merge = compileMerge(node, [], facts)
  return (run) => {
    merge(run, [run.root], run.event ?? subgraphFault('UNAVAILABLE', 'the event is missing'))
    return undefined
  }
}

/**
 * Merges a response received elsewhere as if the fetch at the root of the plan had received it.
 * `operation` is the text that was sent instead of the fetch's own, which errors are located in.
 */
export function compileRootMerge(node: FetchNode, operation: string, facts: SupergraphFacts) {
  const merge = compileMerge(node, [], facts, { ...fetchErrors(node), operation })
  return (run: PlanRun, response: FetchResult) => merge(run, [run.root], response)
}

type FetchResult = SubgraphResponse | SubgraphBytes | SubgraphFault

function compileMerge(node: FetchNode, path: TargetPath, facts: SupergraphFacts, ofFetch = fetchErrors(node)) {
  const rewrite = compileRewrites(node.outputRewrites, facts)
  return (run: PlanRun, targets: readonly DataObject[], received: FetchResult): void => {
    const response = refuseEmpty('body' in received ? parseResponse(received) : received)
    if ('fault' in response) {
      recordFault(run, ofFetch, targets, response)
      return
    }
    const { data, errors } = response
    if (errors.length > 0) {
      const isUsable = recordErrors(run, ofFetch, targets, response, locateIn(run, path, targets, ofFetch))
      if (!isUsable) return
    }
    if (!isObject(data)) return
    rewrite?.(data)
    targets.forEach((target, index) => void mergeInto(target, data, index > 0))
  }
}

function refuseEmpty(response: SubgraphResponse | SubgraphFault): SubgraphResponse | SubgraphFault {
  if ('fault' in response || response.data !== null || response.errors.length > 0) return response
  return subgraphFault('UNAVAILABLE', 'the response has neither data nor errors')
}

function locateIn(run: PlanRun, path: TargetPath, targets: readonly DataObject[], { names }: FetchErrors): LocatePath {
  const known = pathsAt(run.root, path)
  const paths = targets.flatMap((target) => {
    const at = known.get(target)
    return at === undefined ? [] : [at]
  })
  return (path) => (names().has(String(path[0])) ? paths.map((at) => [...at, ...path]) : [])
}
