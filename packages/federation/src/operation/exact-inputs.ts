import {
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLScalarType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import {
  type DataObject,
  isExact,
  isRawNumber,
  putValue,
  type RawNumber,
  verbatimNumber,
} from '../subgraph-client/data-object.ts'

/**
 * The schema with which the variables of an operation are coerced. `hasRawNumber`: they contain numbers as written
 * (`RawNumber`).
 *
 * `ID` gets the digits of an integer. `Int` gets a number, or refuses. `Float` and custom scalars keep a number as
 * written, even in a default value; `Float` refuses a number beyond the range of a double.
 */
export function inputsOf(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  hasRawNumber: boolean,
): GraphQLSchema {
  return hasRawNumber || hasUnusualDefault(definition) ? exactInputs(schema) : schema
}

/** A message of graphql-js that shows numbers as the client wrote them. In a string, quotes are escaped. */
export function withPlainNumbers(message: string): string {
  return message.replaceAll(/\{ rawJSON: "([-+.\deE]+)" \}/g, '$1')
}

const unusualDefaults = new WeakMap<OperationDefinitionNode, boolean>()

function hasUnusualDefault(definition: OperationDefinitionNode): boolean {
  const known = unusualDefaults.get(definition)
  if (known !== undefined) return known
  const values = (definition.variableDefinitions ?? []).map((variable) => variable.defaultValue)
  const has = values.some((value) => value !== undefined && hasUnusualNumber(value))
  unusualDefaults.set(definition, has)
  return has
}

function hasUnusualNumber(literal: ValueNode): boolean {
  switch (literal.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return isRawNumber(verbatimNumber(literal.value))
    case Kind.LIST:
      return literal.values.some(hasUnusualNumber)
    case Kind.OBJECT:
      return literal.fields.some(({ value }) => hasUnusualNumber(value))
    default:
      return false
  }
}

/** Created when the first such number is sent. */
const made = new WeakMap<GraphQLSchema, GraphQLSchema>()

/** Supports only the lookup of input types by name, which is all that coercion uses of a schema. */
function exactInputs(schema: GraphQLSchema): GraphQLSchema {
  const known = made.get(schema)
  if (known !== undefined) return known
  const types = new Map<string, GraphQLNamedType>()
  const named = (type: GraphQLNamedType): GraphQLNamedType => {
    const existing = types.get(type.name)
    if (existing !== undefined) return existing
    const exact = exactNamed(type, ofType)
    types.set(type.name, exact)
    return exact
  }
  function ofType(type: GraphQLInputType): GraphQLInputType {
    if (isNonNullType(type)) return new GraphQLNonNull(ofType(type.ofType))
    if (isListType(type)) return new GraphQLList(ofType(type.ofType))
    return named(type) as GraphQLInputType
  }
  const getType = (name: string) => {
    const type = schema.getType(name)
    return type && named(type)
  }
  const exact = { getType } as GraphQLSchema
  made.set(schema, exact)
  return exact
}

function exactNamed(type: GraphQLNamedType, ofType: (type: GraphQLInputType) => GraphQLInputType): GraphQLNamedType {
  if (isInputObjectType(type)) {
    const config = type.toConfig()
    const fields = () =>
      Object.fromEntries(
        Object.entries(config.fields).map(([name, field]) => [name, { ...field, type: ofType(field.type) }]),
      )
    return new GraphQLInputObjectType({ ...config, fields })
  }
  if (!isScalarType(type)) return type
  return isSpecifiedScalarType(type) ? (SPECIFIED[type.name] ?? type) : exactScalar(type)
}

/** A custom scalar, which accepts any value, even within an object of a literal. */
function exactScalar(type: GraphQLScalarType): GraphQLScalarType {
  return new GraphQLScalarType({
    ...type.toConfig(),
    parseLiteral(literal, variables) {
      const value = type.parseLiteral(literal, variables)
      return hasUnusualNumber(literal) ? verbatimValue(literal) : value
    },
  })
}

function verbatimValue(literal: ValueNode): unknown {
  switch (literal.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return verbatimNumber(literal.value)
    case Kind.LIST:
      return literal.values.map(verbatimValue)
    case Kind.OBJECT: {
      const object: DataObject = {}
      for (const { name, value } of literal.fields) putValue(object, name.value, verbatimValue(value))
      return object
    }
    default:
      return valueFromASTUntyped(literal)
  }
}

function specified(type: GraphQLScalarType, read: (number: RawNumber) => unknown): GraphQLScalarType {
  const parseValue = (value: unknown) => (isRawNumber(value) ? read(value) : type.parseValue(value))
  return new GraphQLScalarType({ ...type.toConfig(), parseValue })
}

const FLOAT = specified(GraphQLFloat, (number) => {
  if (Number.isFinite(Number(number.rawJSON))) return number
  throw new GraphQLError(`Float cannot represent non numeric value: ${number.rawJSON}`)
})

const SPECIFIED: Readonly<Record<string, GraphQLScalarType>> = {
  ID: specified(GraphQLID, ({ rawJSON: source }) => {
    if (/^-?\d+$/.test(source)) return source
    // As before: a client may write 1 as 1.0.
    if (isExact(source) && Number.isSafeInteger(Number(source))) return String(Number(source))
    throw new GraphQLError(`ID cannot represent value: ${source}`)
  }),
  Int: specified(GraphQLInt, ({ rawJSON: source }) => {
    const number = Number(source)
    if (Math.abs(number) > 2 ** 31) {
      throw new GraphQLError(`Int cannot represent non 32-bit signed integer value: ${source}`)
    }
    if (!isExact(source)) throw new GraphQLError(`Int cannot represent non-integer value: ${source}`)
    // Removes the sign of zero.
    return GraphQLInt.parseValue(number + 0)
  }),
  Float: new GraphQLScalarType({
    ...FLOAT.toConfig(),
    parseLiteral(literal, variables) {
      const value = GraphQLFloat.parseLiteral(literal, variables)
      return hasUnusualNumber(literal) ? FLOAT.parseValue(verbatimValue(literal)) : value
    },
  }),
}
