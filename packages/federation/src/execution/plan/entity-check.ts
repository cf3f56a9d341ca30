import type { FetchNode } from '@apollo/query-planner'
import { type DataObject, isObject } from '../../subgraph-client/data-object.ts'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { fetchedFields } from './fetched-names.ts'

/** Whether what stands in a list of entities is one, and the one that the representation asked for. Null is: it is not known there. */
export type EntityCheck = (entity: unknown, representation: DataObject | undefined) => boolean

/**
 * A check of what an entity tells of itself: its type, and those of its keys that the fetch happens to ask for.
 *
 * An entity that tells nothing of the kind is believed: the order of `_entities` is then all there is to go by.
 */
export function compileEntityCheck(node: FetchNode, facts: SupergraphFacts): EntityCheck {
  const keys = toldKeys(node)
  return (entity, representation) => {
    if (entity === null) return true
    if (!isObject(entity) || representation === undefined) return false
    const { __typename: asked } = representation
    const { __typename: told } = entity
    if (told !== asked && told !== undefined && !facts.subtypes(String(asked)).has(String(told))) return false
    return keys.length === 0 || keys.every((key) => isSame(entity[key], representation[key]))
  }
}

function isSame(told: unknown, asked: unknown): boolean {
  if (told === asked || told === undefined || asked === undefined) return true
  if (typeof told === 'object' || typeof asked === 'object') return true
  return String(told) === String(asked)
}

/** Scalar keys that are sent and come back under their own name. */
function toldKeys(node: FetchNode): readonly string[] {
  const sent = new Set(
    (node.requires ?? []).flatMap((part) =>
      part.kind === 'InlineFragment'
        ? part.selections.flatMap((field) => (field.kind === 'Field' && !field.selections ? [field.name] : []))
        : [],
    ),
  )
  sent.delete('__typename')
  // Most fetches ask for none of them: then the operation need not be parsed.
  if (![...sent].some((name) => new RegExp(`[^$\\w]${name}\\b`).test(node.operation))) return []
  const fields = fetchedFields(node.operation, true)
  return [...sent].filter((name) => {
    const answering = fields.filter((field) => (field.alias?.value ?? field.name.value) === name)
    return (
      answering.length > 0 && answering.every(({ name: own, arguments: given }) => own.value === name && !given?.length)
    )
  })
}
