import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
} from 'graphql'
import type { AccessedRecord, Accesses } from './accesses.ts'
import { fieldScopes, typeScopes } from './enforce-scopes.ts'

/** Defines which fields are recorded when they are read, and to which records they belong. */
export interface RecordedAccess {
  /** Fields that need this scope are recorded. */
  readonly scope: string
  /** By type: the records to which a source value belongs, at least one. */
  readonly records: Readonly<Record<string, (source: never) => readonly AccessedRecord[]>>
}

/**
 * Makes every field that needs the scope note in `context.accesses` that it has a value. If an object needs the scope
 * as a whole, its fields are not noted individually, unless it is a record.
 *
 * Call it before scopes are enforced, so that a refused field is not noted.
 */
export function noteAccesses(schema: GraphQLSchema, { scope, records }: RecordedAccess): void {
  for (const name of Object.keys(records)) {
    if (!isObjectType(schema.getType(name))) throw new Error(`${name} is not an object type of the schema`)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    const recordsOf = records[type.name] as ((source: unknown) => readonly AccessedRecord[]) | undefined
    const isPart = recordsOf === undefined && typeScopes(type).has(scope)
    for (const field of Object.values(type.getFields())) {
      const value = getNamedType(field.type)
      const isNotedBelow = value.name in records && typeScopes(value).has(scope)
      const isNoted = !isPart && !isNotedBelow && fieldScopes(type, field).has(scope)
      if (recordsOf !== undefined || isNoted) watchField(field, { recordsOf, isNoted })
    }
  }
}

interface Watch {
  readonly recordsOf: ((source: unknown) => readonly AccessedRecord[]) | undefined
  readonly isNoted: boolean
}

function watchField(field: GraphQLField<unknown, unknown>, { recordsOf, isNoted }: Watch): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (source, args, context, info) => {
    const accesses = accessesOf(context)
    if (recordsOf !== undefined) accesses.enter(info, recordsOf(source))
    const value: unknown = resolve(source, args, context, info)
    if (!isNoted) return value
    const noted = (resolved: unknown) => {
      if (isPresent(resolved)) accesses.note(info)
      return resolved
    }
    return value instanceof Promise ? value.then(noted) : noted(value)
  }
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
}

function accessesOf(context: unknown): Accesses {
  const { accesses } = context as { readonly accesses?: Accesses }
  if (accesses === undefined) throw new Error('the context has no accesses: reads would not be recorded')
  return accesses
}
