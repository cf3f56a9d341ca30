import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql'
import type { CheckedOperation } from './check-operation.ts'
import { checkVariables, type VariableLimits } from './check-variables.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The variables of one request as the schema wants them, defaults included; or why the operation does not run with them.
 *
 * Codes: `BAD_USER_INPUT`, and `OPERATION_LIMIT_EXCEEDED` for variables too large and for an operation that is too expensive with them.
 */
export function readVariables(
  schema: GraphQLSchema,
  { definition, cost }: CheckedOperation,
  given: Values,
  limits: VariableLimits,
): { readonly coerced: Values } | readonly GraphQLError[] {
  const tooLarge = checkVariables(given, limits)
  if (tooLarge !== undefined) return [tooLarge]
  const options = { maxErrors: errorsMax }
  const { errors, coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], given, options)
  if (errors !== undefined) return errors.map(asBadInput)
  const tooExpensive = cost.check(coerced)
  return tooExpensive === undefined ? { coerced } : [tooExpensive]
}

/** Errors that are looked for in the variables of one request. */
const errorsMax = 20
/** A message quotes the value that it is about. */
const messageCharactersMax = 1_000

function asBadInput({ message, nodes }: GraphQLError): GraphQLError {
  const shown = message.length > messageCharactersMax ? `${message.slice(0, messageCharactersMax)}…` : message
  return new GraphQLError(shown, { nodes: nodes ?? null, extensions: { code: 'BAD_USER_INPUT' } })
}
