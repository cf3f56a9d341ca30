import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import { Kind, type SelectionSetNode } from 'graphql'
import {
  type DataObject,
  isObject,
  ownReader,
  ownValue,
  putValue,
  type ResponsePath,
} from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { PlanRun } from '../run/plan-run.ts'
import { mergeInto, pathsAt, type TargetPath } from './response-tree.ts'

/**
 * The representation of an entity: the fields that its subgraph needs to resolve it.
 *
 * `undefined` when the fetch does not apply to the entity's type, `null` when a field is missing.
 */
export type BuildRepresentation = (entity: DataObject) => DataObject | null | undefined

export function compileRepresentation(
  selections: readonly QueryPlanSelectionNode[],
  facts: SupergraphFacts,
  hasKey?: KeyCheck,
): BuildRepresentation {
  const build = compileSelections(selections, facts)
  return (entity) => {
    const representation = build(entity)
    if (representation === null || representation === undefined) return representation
    if (!representation.__typename) return undefined
    return hasKey === undefined || hasKey(representation) ? representation : undefined
  }
}

type Build = (source: DataObject) => DataObject | null | undefined

/** Fields apply to every object, fragments only to objects of their type. */
function compileSelections(selections: readonly QueryPlanSelectionNode[], facts: SupergraphFacts): Build {
  const fields = selections.flatMap((node) => (node.kind === 'Field' ? [compileField(node, facts)] : []))
  const fragments = selections.flatMap((node) =>
    node.kind === 'InlineFragment' && node.typeCondition !== undefined
      ? [{ matching: facts.subtypes(node.typeCondition), build: compileSelections(node.selections, facts) }]
      : [],
  )
  return (source) => {
    let result: DataObject | undefined
    if (fields.length > 0) {
      result = {}
      for (const field of fields) if (!field(source, result)) return null
    }
    let missing = false
    for (const { matching, build } of fragments) {
      const typename = source.__typename
      if (typeof typename !== 'string' || !matching.has(typename)) continue
      const part = build(source)
      if (part === null) missing = true
      if (part === null || part === undefined) continue
      if (result === undefined) result = part
      else mergeInto(result, part)
    }
    return result ?? (missing ? null : undefined)
  }
}

/** Copies one field; false when a value is missing at any depth. */
type CopyField = (source: DataObject, into: DataObject) => boolean

function compileField(
  { alias, name, selections }: Extract<QueryPlanSelectionNode, { kind: 'Field' }>,
  facts: SupergraphFacts,
): CopyField {
  const key = alias ?? name
  const copy = selections === undefined ? (value: unknown) => value : compileNested(selections, facts)
  const read = ownReader(key)
  return (source, into) => {
    const value = read(source)
    const copied = value === undefined ? undefined : copy(value)
    if (copied === undefined) return false
    putValue(into, key, copied)
    return true
  }
}

/** Copies a value; `undefined` when part of it is missing, since a subgraph would use the rest. */
function compileNested(selections: readonly QueryPlanSelectionNode[], facts: SupergraphFacts) {
  const build = compileSelections(selections, facts)
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = value.map(copy)
      return items.includes(undefined) ? undefined : items
    }
    if (!isObject(value)) return value
    const built = build(value)
    // Without a fragment for this type, no field of the object is required.
    return built === null ? undefined : (built ?? {})
  }
  return copy
}

/** True if a representation has a complete key of its entity. Call it before input rewrites. */
export type KeyCheck = (representation: DataObject) => boolean

/**
 * The key check of a fetch; `undefined` when each of its representations has a key.
 *
 * The planner may request the requirements of a field for more types than it selects the field on.
 * The other types have no key in the representation, so nothing is fetched for them.
 */
export function compileKeyCheck(
  { serviceName, requires = [] }: Pick<FetchNode, 'serviceName' | 'requires'>,
  facts: SupergraphFacts,
): KeyCheck | undefined {
  const parts = requires.flatMap((part) => (part.kind === 'InlineFragment' ? [part] : []))
  const selectsKey = ({ typeCondition = '', selections }: (typeof parts)[number]) => {
    const keys = facts.subgraph(serviceName).keys(typeCondition)
    return keys.length === 0 || keys.some((key) => selectsAll(selections, key))
  }
  return parts.every(selectsKey) ? undefined : compileKeys(serviceName, facts)
}

function compileKeys(serviceName: string, facts: SupergraphFacts): KeyCheck {
  const known = new Map<unknown, readonly SelectionSetNode[]>()
  return (representation) => {
    const { __typename: typename } = representation
    const keys = known.get(typename) ?? facts.subgraph(serviceName).keys(String(typename))
    known.set(typename, keys)
    return keys.length === 0 || keys.some((key) => hasAll(representation, key))
  }
}

function selectsAll(selections: readonly QueryPlanSelectionNode[], { selections: key }: SelectionSetNode): boolean {
  return key.every((wanted) => {
    if (wanted.kind !== Kind.FIELD) return true
    const field = selections.find((each) => each.kind === 'Field' && each.name === wanted.name.value)
    if (field === undefined || wanted.selectionSet === undefined) return field !== undefined
    return selectsAll(field.selections ?? [], wanted.selectionSet)
  })
}

function hasAll(value: unknown, { selections: key }: SelectionSetNode): boolean {
  if (Array.isArray(value)) return true
  if (!isObject(value)) return value !== undefined
  return key.every((wanted) => {
    if (wanted.kind !== Kind.FIELD) return true
    const found = ownValue(value, wanted.name.value)
    return found !== undefined && (wanted.selectionSet === undefined || hasAll(found, wanted.selectionSet))
  })
}

/** Required values of an object that are null or missing because of errors of subgraphs. */
export interface FailedRequirements {
  /** The fields of the object at or below which these values are located. */
  readonly fields: ReadonlySet<string>
  /** True if any value is null: a subgraph would treat it as a real null and compute a wrong value. */
  readonly hasNull: boolean
}

/** `undefined` when no object at the path has such values. */
export function failedRequirements(
  run: PlanRun,
  path: TargetPath,
  requires: readonly QueryPlanSelectionNode[],
): ((target: DataObject) => FailedRequirements | undefined) | undefined {
  const errors = new Map<string, ResponsePath[]>()
  for (const { path: at = [] } of run.located) {
    const below = requiredPart(requires, at.slice(path.length))
    if (below.length === 0) continue
    const parent = JSON.stringify(at.slice(0, path.length))
    const known = errors.get(parent)
    if (known === undefined) errors.set(parent, [below])
    else known.push(below)
  }
  if (errors.size === 0) return undefined
  const paths = pathsAt(run.root, path)
  return (target) => {
    const below = errors.get(JSON.stringify(paths.get(target))) ?? []
    const failed = below.filter((each) => (requiredValue(target, each) ?? null) === null)
    if (failed.length === 0) return undefined
    return {
      fields: new Set(failed.map(([field]) => String(field))),
      hasNull: failed.some((each) => requiredValue(target, each) === null),
    }
  }
}

/**
 * The part of a path that leads to a required field. An error below it, at a field that is not required, may have made
 * it null.
 */
function requiredPart(requires: readonly QueryPlanSelectionNode[], path: ResponsePath): ResponsePath {
  const length = path.findLastIndex((_, index) => isRequired(requires, path.slice(0, index + 1))) + 1
  return path.slice(0, length)
}

/** True if a path leads to a selected field, or to one of its parents. */
function isRequired(selections: readonly QueryPlanSelectionNode[], path: ResponsePath): boolean {
  const [key, ...rest] = path.filter((each) => typeof each === 'string')
  if (key === undefined) return true
  return selections.some((each) => {
    if (each.kind === 'InlineFragment') return isRequired(each.selections, path)
    return (each.alias ?? each.name) === key && (each.selections === undefined || isRequired(each.selections, rest))
  })
}

/** The value at a path; null when a value on the way is null. */
function requiredValue(target: DataObject, path: ResponsePath): unknown {
  let value: unknown = target
  for (const key of path) {
    if (value === null) return null
    value = Array.isArray(value) ? value[Number(key)] : isObject(value) ? ownValue(value, String(key)) : undefined
  }
  return value
}
