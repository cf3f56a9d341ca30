import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'

/** Names of arguments that determine the length of a list. */
const LENGTHS = ['first', 'limit']

/** A query of a list with everything in it. */
export interface ListQuery {
  readonly name: string
  /** The variable `$length` is the length of the list. */
  readonly query: string
}

/** A query for each list of `namespace`, the type of the field `field` on `Query`. */
export function listQueries(schema: GraphQLSchema, field: string, namespace: string, depth: number): ListQuery[] {
  return Object.values(objectType(schema, namespace).getFields()).flatMap((list) => {
    const length = list.args.find(({ name }) => LENGTHS.includes(name))
    if (length === undefined || list.args.some((argument) => isRequiredArgument(argument))) return []
    const selection = selectionOf(schema, list, depth)
    const query = `query ($length: Int!) { ${field} { ${list.name}(${length.name}: $length)${selection} } }`
    return [{ name: list.name, query }]
  })
}

/** A query of entities by the variable `$representations`. */
export function entitiesQuery(schema: GraphQLSchema, typeName: string, depth: number): string {
  const selection = wholeSelection(schema, objectType(schema, typeName), depth)
  return `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on ${typeName}${selection} } }`
}

/** Every field that needs no argument, with the fields of the objects below it, `depth` levels deep. */
export function wholeSelection(schema: GraphQLSchema, type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields()).filter(
    (field) => !isExternal(field) && !field.args.some((each) => isRequiredArgument(each)),
  )
  const selected = fields
    .filter(({ type }) => depth > 0 || !isComposite(getNamedType(type)))
    .map((field) => `${field.name}${selectionOf(schema, field, depth - 1)}`)
  return ` { __typename ${selected.join(' ')} }`
}

function selectionOf(schema: GraphQLSchema, { type }: GraphQLField<unknown, unknown>, depth: number): string {
  const named = getNamedType(type)
  if (isObjectType(named)) return wholeSelection(schema, named, depth)
  return isAbstractType(named) ? ' { __typename }' : ''
}

function isExternal({ astNode }: GraphQLField<unknown, unknown>): boolean {
  return astNode?.directives?.some(({ name }) => name.value === 'external') === true
}

function isComposite(type: unknown): boolean {
  return isObjectType(type) || isAbstractType(type)
}

function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is not an object type of the schema`)
  return type
}
