import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  Kind,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { namesIn, takeUnusedName } from '../../operation/rewritten-document.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: for an interface object it merges the selections of all implementing types. Of
 * two fields with the same response name and different arguments, which are valid on different
 * types, it selects only one.
 *
 * Gives them different response names. Source: GraphQL, October 2021, 5.3.2 "Field Selection
 * Merging".
 * Shown by: conformance/differential/cases/two-fields-under-one-name
 */
export const argumentsOfInterfaceObjects: Workaround = ({ schema, facts: { interfaceObjects } }) => {
  if (interfaceObjects.size === 0) return (document) => ({ document })
  const owners = ownersOf(schema, interfaceObjects)
  return (document) => {
    const responseNames = new Map<string, string>()
    /** New response names by response name and field with arguments. */
    const names = new Map<string, Map<string, string>>()
    let used: Set<string> | undefined
    const nameFor = (key: string, field: string): string => {
      const ofFields = names.get(key) ?? new Map<string, string>()
      names.set(key, ofFields)
      const known = ofFields.get(field)
      if (known !== undefined) return known
      used ??= namesIn(document)
      const name = ofFields.size === 0 ? key : takeUnusedName(used, key, ofFields.size - 1)
      ofFields.set(field, name)
      if (name !== key) responseNames.set(name, key)
      return name
    }
    const types = new TypeInfo(schema)
    const separated = visit(
      document,
      visitWithTypeInfo(types, {
        Field(node) {
          if (!owners.has(types.getParentType()?.name ?? '')) return undefined
          const key = (node.alias ?? node.name).value
          const name = nameFor(key, printField(node))
          return name === key ? undefined : { ...node, alias: { kind: Kind.NAME, value: name } }
        },
      }),
    )
    return { document: separated, responseNames }
  }
}

/** All types on which a field of an object of one of the interfaces can be selected. */
function ownersOf(schema: GraphQLSchema, interfaces: ReadonlySet<string>): ReadonlySet<string> {
  const possible = (type: GraphQLCompositeType) => (isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
  const types = Object.values(schema.getTypeMap()).filter(isCompositeType)
  const members = new Set(types.filter(({ name }) => interfaces.has(name)).flatMap(possible))
  return new Set(types.filter((type) => possible(type).some((each) => members.has(each))).map(({ name }) => name))
}

/** A key that is equal for the same field with the same arguments, in any order. */
function printField({ name, arguments: args = [] }: FieldNode): string {
  return [name.value, ...args.map((argument) => print(argument)).sort()].join(' ')
}
