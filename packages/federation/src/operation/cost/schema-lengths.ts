import {
  type GraphQLArgument,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** How long a list of introspection is: `all` of the schema together, and the longest one. */
export interface SchemaLength {
  readonly all: number
  readonly longest: number
}

/** By the field of introspection that is a list, how long it is; and how many `ofType` stand within each other at most. */
export interface SchemaLengths {
  readonly lists: ReadonlyMap<string, SchemaLength>
  readonly wrappers: number
}

const known = new WeakMap<GraphQLSchema, SchemaLengths>()

export function schemaLengths(schema: GraphQLSchema): SchemaLengths {
  const lengths = known.get(schema) ?? measure(schema)
  known.set(schema, lengths)
  return lengths
}

function measure(schema: GraphQLSchema): SchemaLengths {
  const lists = new Map<string, SchemaLength>()
  let wrappers = 0
  const list = (name: string, length: number) => {
    const { all, longest } = lists.get(name) ?? { all: 0, longest: 0 }
    lists.set(name, { all: all + length, longest: Math.max(longest, length) })
  }
  const wrapped = (type: unknown) => {
    wrappers = Math.max(wrappers, wrappersOf(type))
  }
  const takesArguments = (args: readonly GraphQLArgument[]) => {
    list('args', args.length)
    for (const { type } of args) wrapped(type)
  }
  const types = Object.values(schema.getTypeMap())
  list('types', types.length)
  for (const type of types) {
    if (isObjectType(type) || isInterfaceType(type)) {
      const fields = Object.values(type.getFields())
      list('fields', fields.length)
      list('interfaces', type.getInterfaces().length)
      for (const field of fields) {
        takesArguments(field.args)
        wrapped(field.type)
      }
    }
    if (isAbstractType(type)) list('possibleTypes', schema.getPossibleTypes(type).length)
    if (isEnumType(type)) list('enumValues', type.getValues().length)
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields())
      list('inputFields', fields.length)
      for (const field of fields) wrapped(field.type)
    }
  }
  const directives = schema.getDirectives()
  list('directives', directives.length)
  for (const { args, locations } of directives) {
    takesArguments(args)
    list('locations', locations.length)
  }
  return { lists, wrappers }
}

function wrappersOf(type: unknown): number {
  return isListType(type) || isNonNullType(type) ? 1 + wrappersOf(type.ofType) : 0
}
