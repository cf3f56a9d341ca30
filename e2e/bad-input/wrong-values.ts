import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** A field with one wrong value in an argument; its other arguments are valid. */
export interface WrongValue {
  /** The wrong value and its location, such as `trpd transactions filter.from: DateTime = "now"`. */
  readonly title: string
  /** The selections that lead from the root to the field. */
  readonly path: readonly string[]
  /** Names of the types of the value and the objects around it. */
  readonly types: readonly string[]
  readonly field: GraphQLField<unknown, unknown>
  readonly argument: string
  readonly argumentType: GraphQLInputType
  readonly value: Literal
  /** The path of the wrong value within the argument. */
  readonly within: string
  /** The other required arguments, with valid values. */
  readonly others: readonly string[]
}

/** A value as GraphQL, and as JSON. */
export interface Literal {
  readonly graphql: string
  readonly json: unknown
}

/**
 * Wrong values for each argument of each field that an operation of the root type can select. A field of an input type
 * is wrong only once.
 */
export function wrongValues(schema: GraphQLSchema, root: GraphQLObjectType): readonly WrongValue[] {
  const found: WrongValue[] = []
  const seenInputs = new Set<string>()
  const seen = new Set([root.name])
  const places: Place[] = [{ type: root, path: [] }]
  const visit = (type: GraphQLObjectType, path: readonly string[]) => {
    if (seen.has(type.name)) return
    seen.add(type.name)
    places.push({ type, path })
  }
  for (const { type, path } of places) {
    for (const field of Object.values(type.getFields())) {
      found.push(...wrongIn(path, field, seenInputs))
      const named = getNamedType(field.type)
      const below = [...path, call(field.name, field.args.filter(isRequired).map(asArgument))]
      if (isObjectType(named)) visit(named, below)
      if (!isAbstractType(named)) continue
      for (const possible of schema.getPossibleTypes(named)) visit(possible, [...below, `... on ${possible.name}`])
    }
  }
  return found
}

/** An object type, and the selections that lead from the root to it. */
interface Place {
  readonly type: GraphQLObjectType
  readonly path: readonly string[]
}

function wrongIn(
  path: readonly string[],
  field: GraphQLField<unknown, unknown>,
  seenInputs: Set<string>,
): readonly WrongValue[] {
  return field.args.flatMap((argument) => {
    const others = field.args.filter((other) => other !== argument && isRequired(other)).map(asArgument)
    return wrongOf(argument.type, seenInputs).map(({ value, within, types }) => ({
      title: `${[...path, field.name].join(' ')} ${argument.name}${within}: ${types.at(-1)} = ${value.graphql}`,
      ...{ path, types, field, argument: argument.name, argumentType: argument.type, value, within, others },
    }))
  })
}

interface Wrong {
  readonly value: Literal
  readonly within: string
  readonly types: readonly string[]
}

/** Wrong values of a type, each wrong in only one place. */
function wrongOf(type: GraphQLInputType, seen: Set<string>): readonly Wrong[] {
  if (isNonNullType(type)) return wrongOf(type.ofType, seen)
  if (isListType(type)) {
    return wrongOf(type.ofType, seen).map(({ value, within, types }) => ({
      value: { graphql: `[${value.graphql}]`, json: [value.json] },
      within: `[0]${within}`,
      types,
    }))
  }
  const own = (WRONG[type.name] ?? [isEnumType(type) ? NOT_AN_ENUM_VALUE : string('no object')]).map((value) => ({
    value,
    within: '',
    types: [type.name],
  }))
  if (!isInputObjectType(type) || seen.has(type.name)) return own
  seen.add(type.name)
  const fields = Object.values(type.getFields())
  return [
    ...own,
    ...fields.flatMap((field) =>
      wrongOf(field.type, seen).map(({ value, within, types }) => ({
        value: object([...requiredOf(fields, field), [field.name, value]]),
        within: `.${field.name}${within}`,
        types: [type.name, ...types],
      })),
    ),
  ]
}

const NOT_AN_ENUM_VALUE: Literal = { graphql: 'NO_SUCH_VALUE', json: 'NO_SUCH_VALUE' }
const number = (value: number): Literal => ({ graphql: String(value), json: value })
const string = (value: string): Literal => ({ graphql: JSON.stringify(value), json: value })

/** Values by scalar. A missing scalar makes the test fail. */
const WRONG: Readonly<Record<string, readonly Literal[]>> = {
  Boolean: [string('true')],
  DateTime: ['tomorrow', '2025-01-01', '2025-02-30T00:00:00Z'].map(string).concat(number(1_700_000_000)),
  Float: [string('1')],
  ID: [number(1.5)],
  Int: [string('1'), number(1.5)],
  String: [number(7)],
}

function valid(type: GraphQLInputType): Literal {
  if (isNonNullType(type)) return valid(type.ofType)
  if (isListType(type)) return { graphql: '[]', json: [] }
  if (isInputObjectType(type)) return object(requiredOf(Object.values(type.getFields())))
  const [first] = isEnumType(type) ? type.getValues() : []
  if (first !== undefined) return { graphql: first.name, json: first.name }
  if (type.name === 'Boolean') return { graphql: 'false', json: false }
  if (type.name === 'DateTime') return string('2026-01-31T12:00:00Z')
  return type.name === 'Int' || type.name === 'Float' ? number(1) : string('x')
}

function requiredOf(fields: readonly GraphQLInputField[], except?: GraphQLInputField): (readonly [string, Literal])[] {
  return fields
    .filter((field) => field !== except && isRequired(field))
    .map(({ name, type }) => [name, valid(type)] as const)
}

function object(entries: readonly (readonly [string, Literal])[]): Literal {
  return {
    graphql: `{${entries.map(([name, { graphql }]) => `${name}: ${graphql}`).join(', ')}}`,
    json: Object.fromEntries(entries.map(([name, { json }]) => [name, json])),
  }
}

function isRequired({ type, defaultValue }: { readonly type: GraphQLInputType; readonly defaultValue?: unknown }) {
  return isNonNullType(type) && defaultValue === undefined
}

/** The field below an alias of its root field, with `sent` as its wrong argument, on one line. */
export function fieldWith({ path, field, argument, others }: WrongValue, alias: string, sent: string): string {
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''
  const wrong = `${call(field.name, [...others, `${argument}: ${sent}`])}${selection}`
  return `${alias}: ${path.reduceRight((inner, outer) => `${outer} { ${inner} }`, wrong)}`
}

function call(name: string, args: readonly string[]): string {
  return args.length === 0 ? name : `${name}(${args.join(', ')})`
}

function asArgument({ name, type }: GraphQLArgument): string {
  return `${name}: ${valid(type).graphql}`
}
