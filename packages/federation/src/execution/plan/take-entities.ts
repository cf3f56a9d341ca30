import type { FetchNode } from '@apollo/query-planner'
import { type AnswerPath, type DataObject, isObject } from '../../subgraph-client/data-object.ts'
import { readAnswer } from '../../subgraph-client/read-answer.ts'
import type { SubgraphAnswer, SubgraphBytes, SubgraphError } from '../../subgraph-client/subgraph-client.ts'
import { type SubgraphFault, subgraphFault } from '../../subgraph-client/subgraph-fault.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { type Failure, noteFailure, type PlanRun } from '../plan-run.ts'
import { compileRewrites } from './compile-rewrites.ts'
import type { EntityBatch } from './entity-batch.ts'
import { compileEntityCheck, type EntityCheck } from './entity-check.ts'
import { placesAt, type TargetPath } from './locate-targets.ts'
import { mergeInto } from './merge-data.ts'
import { type FetchTrouble, noteErrors, noteFault, type PlacePath } from './note-trouble.ts'

/** Puts the entities that a subgraph answered with where they belong, or notes why there are none. */
export function compileTakeEntities(node: FetchNode, path: TargetPath, facts: SupergraphFacts, trouble: FetchTrouble) {
  const rewrite = compileRewrites(node.outputRewrites, facts)
  const isAnswerTo = compileEntityCheck(node, facts)

  const put = (entity: DataObject, target: DataObject, copied: boolean) => {
    const { __typename: typename } = target
    if (entity.__typename === undefined && rewrite !== undefined) entity.__typename = typename
    // A subgraph in which an interface is an object knows no better name; the true one may be known already.
    else if (entity.__typename !== typename && typename !== undefined && !facts.isObjectType(entity.__typename)) {
      entity.__typename = undefined
    }
    if (!copied) rewrite?.(entity)
    mergeInto(target, entity, copied)
  }

  return (run: PlanRun, batch: EntityBatch, received: SubgraphAnswer | SubgraphBytes | SubgraphFault): void => {
    const answer = 'body' in received ? readAnswer(received) : received
    const { representations, targets, indexes } = batch
    const entities = 'fault' in answer ? answer : entitiesOf(answer, representations, isAnswerTo)
    if ('fault' in entities) {
      noteFault(run, trouble, targets, entities)
      return
    }
    if (!('fault' in answer) && answer.errors.length > 0) {
      const data = entities.length === 0 ? null : answer.data
      const places = entityPlaces(run, path, batch, trouble)
      if (!noteErrors(run, trouble, targets, { data, errors: answer.errors }, places)) return
    }
    if (entities.length === 0) return
    const failed = 'fault' in answer ? new Map<number, Set<string>>() : fieldsOfErrors(answer.errors, trouble)
    const taken = new Set<number>()
    targets.forEach((target, position) => {
      const index = indexes[position] ?? 0
      const entity = entities[index]
      if (isObject(entity)) put(entity, target, taken.has(index))
      else noteFailure(run, target, { names: trouble.names(), ...causeOf(failed.get(index)) })
      taken.add(index)
    })
  }
}

/** As many entities as were asked for, each one an object or null, and of a type that was asked for; none when errors say why. */
function entitiesOf(
  { data, errors }: SubgraphAnswer,
  representations: readonly DataObject[],
  isAnswerTo: EntityCheck,
): readonly unknown[] | SubgraphFault {
  const entities = data?._entities ?? undefined
  if (entities === undefined && errors.length > 0) return []
  const wanted = representations.length
  if (!Array.isArray(entities) || entities.length !== wanted) {
    return subgraphFault('UNAVAILABLE', `it was asked for ${wanted} entities and did not answer with as many`)
  }
  const wrong = entities.findIndex((entity, index) => !isAnswerTo(entity, representations[index]))
  if (wrong === -1) return entities
  return subgraphFault('UNAVAILABLE', `its entity ${wrong} is not the one that it was asked for`)
}

/** The entities that errors are about, by their index, each with those of its fields that the errors are in. */
function fieldsOfErrors(errors: readonly SubgraphError[], { renamed }: FetchTrouble): ReadonlyMap<number, Set<string>> {
  const failed = new Map<number, Set<string>>()
  for (const { path } of errors) {
    if (!Array.isArray(path) || path[0] !== '_entities' || typeof path[1] !== 'number') continue
    const fields = failed.get(path[1]) ?? new Set()
    failed.set(path[1], fields)
    if (typeof path[2] === 'string') fields.add(renamed.get(path[2]) ?? path[2])
  }
  return failed
}

/** Why an entity is null. */
function causeOf(fields: ReadonlySet<string> | undefined): Pick<Failure, 'cause' | 'climbed'> {
  if (fields === undefined) return { cause: 'UNKNOWN' }
  return { cause: 'EXPLAINED', ...(fields.size > 0 && { climbed: fields }) }
}

function entityPlaces(
  run: PlanRun,
  path: TargetPath,
  { targets, indexes }: EntityBatch,
  { names }: FetchTrouble,
): PlacePath {
  const known = placesAt(run.root, path)
  const places = new Map<unknown, AnswerPath[]>()
  targets.forEach((target, position) => {
    const place = known.get(target)
    if (place === undefined) return
    const together = places.get(indexes[position])
    if (together === undefined) places.set(indexes[position], [place])
    else together.push(place)
  })
  return ([entities, entity, ...rest]: AnswerPath) => {
    if (entities !== '_entities' || (rest.length > 0 && !names().has(String(rest[0])))) return []
    return (places.get(entity) ?? []).map((place) => [...place, ...rest])
  }
}
