import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Graph } from '../supergraph/build-graph.ts'
import type { Requirement } from '../supergraph/read-requirements.ts'

/** A field that not everybody may see. */
export interface GuardedField {
  readonly node: FieldNode
  readonly parentType: string
  readonly requirement: Requirement
}

/** Fields of one operation that ask the same of the caller. */
export interface Guard {
  readonly requirement: Requirement
  readonly fields: readonly GuardedField[]
}

/** The fields of a valid operation that ask something of the caller, fragments included, in the order of the document. */
export function guardedFields(
  { schema, requirements }: Pick<Graph, 'schema' | 'requirements'>,
  document: DocumentNode,
): GuardedField[] {
  const guarded: GuardedField[] = []
  if (requirements.size === 0) return guarded

  const walk = ({ selections }: SelectionSetNode, parentType: string): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) continue
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, selection.typeCondition?.name.value ?? parentType)
        continue
      }
      const requirement = requirements.get(`${parentType}.${selection.name.value}`)
      if (requirement !== undefined) guarded.push({ node: selection, parentType, requirement })
      const returned = returnedType(schema, parentType, selection.name.value)
      if (selection.selectionSet !== undefined && returned !== undefined) walk(selection.selectionSet, returned)
    }
  }
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) walk(node.selectionSet, node.typeCondition.name.value)
    if (node.kind === Kind.OPERATION_DEFINITION) walk(node.selectionSet, schema.getRootType(node.operation)?.name ?? '')
  }
  return guarded
}

/** `undefined` for fields that only introspection has. */
function returnedType(schema: GraphQLSchema, parentType: string, fieldName: string): string | undefined {
  const type = schema.getType(parentType)
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined
  return field && getNamedType(field.type).name
}

/** Guarded fields by what they ask: most operations have a handful of these, whatever their length. */
export function guardsOf(guarded: readonly GuardedField[]): Guard[] {
  const guards = new Map<string, { requirement: Requirement; fields: GuardedField[] }>()
  for (const field of guarded) {
    const key = JSON.stringify(field.requirement)
    const guard = guards.get(key)
    if (guard === undefined) guards.set(key, { requirement: field.requirement, fields: [field] })
    else guard.fields.push(field)
  }
  return [...guards.values()]
}
