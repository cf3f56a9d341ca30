import type { FetchNode } from '@apollo/query-planner'
import { type DataObject, isObject } from '../../subgraph-client/data-object.ts'
import { readAnswer } from '../../subgraph-client/read-answer.ts'
import type { SubgraphAnswer, SubgraphBytes } from '../../subgraph-client/subgraph-client.ts'
import { type SubgraphFault, subgraphFault } from '../../subgraph-client/subgraph-fault.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { PlanRun, Step } from '../plan-run.ts'
import { compileRewrites } from './compile-rewrites.ts'
import { compileFetchText, compileVariables } from './fetch-text.ts'
import { placesAt, type TargetPath, targetsAt } from './locate-targets.ts'
import { mergeInto } from './merge-data.ts'
import { type FetchTrouble, noteErrors, noteFault, type PlacePath, troubleOf } from './note-trouble.ts'

/** A fetch of fields of a root type. Below the root of the answer its data is put into every object of that type at the path. */
export function compileRootFetch(node: FetchNode, path: TargetPath, facts: SupergraphFacts): Step {
  const write = compileFetchText(node)
  const variables = compileVariables(node.variableUsages)
  const take = compileTake(node, path, facts)
  const type = facts.rootType(node.operationKind)
  // Behind an interface objects of other types may stand at the path.
  const isOfType = ({ __typename: typename }: DataObject) => typename === type || !facts.isObjectType(typename)
  return (run) => {
    const targets = targetsAt(run.root, path).filter(isOfType)
    if (targets.length === 0) return undefined
    const fetch = write(variables(run.variables))
    if (!('fault' in fetch)) return run.send(node.serviceName, fetch).then((answer) => take(run, targets, answer))
    take(run, targets, fetch)
    return undefined
  }
}

/** What a subscription's subgraph sent for one event, taken as the answer to its fetch. */
export function compileEvent(node: FetchNode, facts: SupergraphFacts): Step {
  const take = compileTake(node, [], facts)
  return (run) => {
    take(run, [run.root], run.event ?? subgraphFault('UNAVAILABLE', 'there is no event'))
    return undefined
  }
}

/** Takes an answer that came already, as if the fetch at the root of the plan had brought it. */
export function compileAnswered(node: FetchNode, facts: SupergraphFacts) {
  const take = compileTake(node, [], facts)
  return (run: PlanRun, answer: Answer) => take(run, [run.root], answer)
}

type Answer = SubgraphAnswer | SubgraphBytes | SubgraphFault

function compileTake(node: FetchNode, path: TargetPath, facts: SupergraphFacts) {
  const rewrite = compileRewrites(node.outputRewrites, facts)
  const trouble = troubleOf(node)
  return (run: PlanRun, targets: readonly DataObject[], received: Answer): void => {
    const answer = checked('body' in received ? readAnswer(received) : received)
    if ('fault' in answer) {
      noteFault(run, trouble, targets, answer)
      return
    }
    const { data, errors } = answer
    if (errors.length > 0 && !noteErrors(run, trouble, targets, answer, rootPlaces(run, path, targets, trouble))) return
    if (!isObject(data)) return
    rewrite?.(data)
    targets.forEach((target, index) => void mergeInto(target, data, index > 0))
  }
}

function checked(answer: SubgraphAnswer | SubgraphFault): SubgraphAnswer | SubgraphFault {
  if ('fault' in answer || answer.data !== null || answer.errors.length > 0) return answer
  return subgraphFault('UNAVAILABLE', 'neither data nor errors')
}

function rootPlaces(
  run: PlanRun,
  path: TargetPath,
  targets: readonly DataObject[],
  { names }: FetchTrouble,
): PlacePath {
  const known = placesAt(run.root, path)
  const places = targets.flatMap((target) => {
    const place = known.get(target)
    return place === undefined ? [] : [place]
  })
  return (at) => (names().has(String(at[0])) ? places.map((place) => [...place, ...at]) : [])
}
