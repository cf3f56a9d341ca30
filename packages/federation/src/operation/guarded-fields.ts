import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Supergraph } from '../supergraph/build-supergraph.ts'
import type { Requirement } from '../supergraph/read-requirements.ts'
import { refusalError } from './refusal-error.ts'

/** A selected field that requires something of the caller. */
export interface GuardedField {
  readonly node: FieldNode
  readonly parentType: string
  readonly requirement: Requirement
}

/** Fields of one operation with the same requirement. */
export interface Guard {
  readonly requirement: Requirement
  readonly fields: readonly GuardedField[]
}

/** The guarded fields of a valid operation and its fragments, in document order. */
export function guardedFields(
  { schema, requirements }: Pick<Supergraph, 'schema' | 'requirements'>,
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

/** `undefined` for introspection. */
function returnedType(schema: GraphQLSchema, parentType: string, fieldName: string): string | undefined {
  const type = schema.getType(parentType)
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined
  return field && getNamedType(field.type).name
}

/** Guarded fields grouped by requirement. There are few groups, however long the operation. */
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

/**
 * The error for a field that its caller is not authorized to use: code `FORBIDDEN`, with the
 * required scopes and the roles that grant them in the message.
 */
export function forbidden(field: string, { scopes, roles = [] }: Requirement): GraphQLError {
  const required = scopes.map((choice) => choice.map((every) => every.join(' and ')).join(', or ')).join('; and ')
  const refused = `You are not authorized to use ${field}`
  if (required === '') return refusalError({ code: 'FORBIDDEN', message: `${refused}.` })
  const message = `${refused}: it requires ${required}.${adviceOf(roles)}`
  return refusalError({ code: 'FORBIDDEN', message })
}

function adviceOf(roles: readonly string[]): string {
  if (roles.length === 0) return ''
  return ` Ask an administrator for ${roles.length === 1 ? 'the role' : 'one of the roles'} ${roles.join(', ')}.`
}
