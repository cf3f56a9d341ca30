import type { FetchNode } from '@apollo/query-planner'
import { type DataObject, isObject, type ResponsePath } from '../../subgraph-client/data-object.ts'
import {
  parseResponse,
  type SubgraphBytes,
  type SubgraphError,
  type SubgraphFault,
  type SubgraphResponse,
  subgraphFault,
} from '../../subgraph-client/subgraph-response.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { type Failure, type PlanRun, recordFailure } from '../run/plan-run.ts'
import { compileRewrites } from './compile-rewrites.ts'
import { type FetchErrors, type LocatePath, recordErrors, recordFault, selectedFields } from './record-errors.ts'
import { mergeInto, pathsAt, type TargetPath } from './response-tree.ts'

/** Entities fetched together. */
export interface EntityBatch {
  /** The distinct representations to send. */
  readonly representations: readonly DataObject[]
  /** Objects of the response that receive the fetched data. */
  readonly targets: readonly DataObject[]
  /** The index of each target's representation. */
  readonly indexes: readonly number[]
}

/** Merges the fetched entities into their targets, or records why they are missing. */
export function compileMergeEntities(node: FetchNode, path: TargetPath, facts: SupergraphFacts, ofFetch: FetchErrors) {
  const rewrite = compileRewrites(node.outputRewrites, facts)
  const matches = compileEntityCheck(node, facts)

  const merge = (entity: DataObject, target: DataObject, copied: boolean) => {
    const { __typename: typename } = target
    if (entity.__typename === undefined && rewrite !== undefined) entity.__typename = typename
    // A subgraph returns the name of its interface object; the target may know its concrete type.
    else if (entity.__typename !== typename && typename !== undefined && !facts.isObjectType(entity.__typename)) {
      entity.__typename = undefined
    }
    if (!copied) rewrite?.(entity)
    mergeInto(target, entity, copied)
  }

  return (run: PlanRun, batch: EntityBatch, received: SubgraphResponse | SubgraphBytes | SubgraphFault): void => {
    const response = 'body' in received ? parseResponse(received) : received
    const { representations, targets, indexes } = batch
    const entities = 'fault' in response ? response : entitiesOf(response, representations, matches)
    if ('fault' in entities) {
      recordFault(run, ofFetch, targets, entities)
      return
    }
    const errors = 'fault' in response ? [] : response.errors
    const failed = fieldsOfErrors(errors, ofFetch)
    const unexplained = errors.some(isOfAllEntities) ? nullsWithout(failed, entities) : []
    if (!('fault' in response) && errors.length > 0) {
      const data = entities.length === 0 ? null : response.data
      const locate = locateIn(run, path, batch, ofFetch, unexplained)
      if (!recordErrors(run, ofFetch, targets, { data, errors }, locate)) return
    }
    if (entities.length === 0) return
    for (const index of unexplained) failed.set(index, new Set())
    const merged = new Set<number>()
    targets.forEach((target, position) => {
      const index = indexes[position] ?? 0
      const entity = entities[index]
      if (isObject(entity)) merge(entity, target, merged.has(index))
      else recordFailure(run, target, { names: ofFetch.names(), ...causeOf(failed.get(index)) })
      merged.add(index)
    })
  }
}

/** One matching entity or null per representation; empty when the response has only errors. */
function entitiesOf(
  { data, errors }: SubgraphResponse,
  representations: readonly DataObject[],
  matches: EntityCheck,
): readonly unknown[] | SubgraphFault {
  const entities = data?._entities ?? undefined
  if (entities === undefined && errors.length > 0) return []
  const requested = representations.length
  if (!Array.isArray(entities) || entities.length !== requested) {
    return subgraphFault('UNAVAILABLE', `the response does not have the ${requested} requested entities`)
  }
  const wrong = entities.findIndex((entity, index) => !matches(entity, representations[index]))
  if (wrong === -1) return entities
  return subgraphFault('UNAVAILABLE', `entity ${wrong} of the response is not the requested one`)
}

/** The fields with errors, by the index of their entity. */
function fieldsOfErrors(errors: readonly SubgraphError[], { renamed }: FetchErrors): Map<number, Set<string>> {
  const failed = new Map<number, Set<string>>()
  for (const { path } of errors) {
    if (!Array.isArray(path) || path[0] !== '_entities' || typeof path[1] !== 'number') continue
    const fields = failed.get(path[1]) ?? new Set()
    failed.set(path[1], fields)
    if (typeof path[2] === 'string') fields.add(renamed.get(path[2]) ?? path[2])
  }
  return failed
}

/** gqlgen does not state to which entity an error belongs. */
function isOfAllEntities({ path }: SubgraphError): boolean {
  return Array.isArray(path) && path.length === 1 && path[0] === '_entities'
}

/** Indexes of the entities that are null although no error refers to them. */
function nullsWithout(failed: ReadonlyMap<number, unknown>, entities: readonly unknown[]): readonly number[] {
  return entities.flatMap((entity, index) => (entity === null && !failed.has(index) ? [index] : []))
}

/** The reason why an entity is null. */
function causeOf(fields: ReadonlySet<string> | undefined): Omit<Failure, 'names'> {
  if (fields === undefined) return { cause: 'UNKNOWN' }
  return { cause: 'REPORTED', ...(fields.size > 0 && { fields, propagated: true }) }
}

function locateIn(
  run: PlanRun,
  path: TargetPath,
  { targets, indexes }: EntityBatch,
  { names }: FetchErrors,
  unexplained: readonly number[],
): LocatePath {
  const known = pathsAt(run.root, path)
  const paths = new Map<unknown, ResponsePath[]>()
  targets.forEach((target, position) => {
    const at = known.get(target)
    if (at === undefined) return
    const others = paths.get(indexes[position])
    if (others === undefined) paths.set(indexes[position], [at])
    else others.push(at)
  })
  return ([entities, entity, ...rest]: ResponsePath) => {
    if (entities === '_entities' && entity === undefined) return unexplained.flatMap((index) => paths.get(index) ?? [])
    if (entities !== '_entities' || (rest.length > 0 && !names().has(String(rest[0])))) return []
    return (paths.get(entity) ?? []).map((at) => [...at, ...rest])
  }
}

/**
 * True if an item of `_entities` can be the requested entity. Null is accepted: the subgraph does not know the entity.
 */
type EntityCheck = (entity: unknown, representation: DataObject | undefined) => boolean

/**
 * Compares the type, and the keys that the fetch happens to select. An entity with neither is
 * accepted: only the order of `_entities` identifies it.
 */
function compileEntityCheck(node: FetchNode, facts: SupergraphFacts): EntityCheck {
  const keys = comparableKeys(node)
  return (entity, representation) => {
    if (entity === null) return true
    if (!isObject(entity) || representation === undefined) return false
    const { __typename: requested } = representation
    const { __typename: received } = entity
    if (received !== requested && received !== undefined && !facts.subtypes(String(requested)).has(String(received)))
      return false
    return keys.length === 0 || keys.every((key) => isSame(entity[key], representation[key]))
  }
}

function isSame(received: unknown, requested: unknown): boolean {
  if (received === requested || received === undefined || requested === undefined) return true
  if (typeof received === 'object' || typeof requested === 'object') return true
  return String(received) === String(requested)
}

/** Scalar key fields that are sent in representations and selected without an alias. */
function comparableKeys(node: FetchNode): readonly string[] {
  const sent = new Set(
    (node.requires ?? []).flatMap((part) =>
      part.kind === 'InlineFragment'
        ? part.selections.flatMap((field) => (field.kind === 'Field' && !field.selections ? [field.name] : []))
        : [],
    ),
  )
  sent.delete('__typename')
  // Most fetches select none of them, so their operations need not be parsed.
  if (![...sent].some((name) => new RegExp(`[^$\\w]${name}\\b`).test(node.operation))) return []
  const fields = selectedFields(node.operation, true)
  return [...sent].filter((name) => {
    const same = fields.filter((field) => (field.alias?.value ?? field.name.value) === name)
    return same.length > 0 && same.every(({ name: own, arguments: args }) => own.value === name && !args?.length)
  })
}
