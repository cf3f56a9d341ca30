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

/**
 * The total length of one list of introspection, such as `fields`, over all its occurrences, and the
 * length of the longest.
 */
export interface ListLength {
  readonly all: number
  readonly longest: number
}

/** Lengths of the lists that introspection of a schema returns. */
export interface IntrospectionLengths {
  /** By field of introspection. */
  readonly lists: ReadonlyMap<string, ListLength>
  /** The deepest nesting of `ofType`. */
  readonly wrappers: number
}

export function introspectionLengths(schema: GraphQLSchema): IntrospectionLengths {
  const lists = new Map<string, ListLength>()
  let wrappers = 0
  const addList = (name: string, length: number) => {
    const { all, longest } = lists.get(name) ?? { all: 0, longest: 0 }
    lists.set(name, { all: all + length, longest: Math.max(longest, length) })
  }
  const addWrappers = (type: unknown) => {
    wrappers = Math.max(wrappers, wrappersOf(type))
  }
  const addArguments = (args: readonly GraphQLArgument[]) => {
    addList('args', args.length)
    for (const { type } of args) addWrappers(type)
  }
  const types = Object.values(schema.getTypeMap())
  addList('types', types.length)
  for (const type of types) {
    if (isObjectType(type) || isInterfaceType(type)) {
      const fields = Object.values(type.getFields())
      addList('fields', fields.length)
      addList('interfaces', type.getInterfaces().length)
      for (const field of fields) {
        addArguments(field.args)
        addWrappers(field.type)
      }
    }
    if (isAbstractType(type)) addList('possibleTypes', schema.getPossibleTypes(type).length)
    if (isEnumType(type)) addList('enumValues', type.getValues().length)
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields())
      addList('inputFields', fields.length)
      for (const field of fields) addWrappers(field.type)
    }
  }
  const directives = schema.getDirectives()
  addList('directives', directives.length)
  for (const { args, locations } of directives) {
    addArguments(args)
    addList('locations', locations.length)
  }
  return { lists, wrappers }
}

function wrappersOf(type: unknown): number {
  return isListType(type) || isNonNullType(type) ? 1 + wrappersOf(type.ofType) : 0
}
