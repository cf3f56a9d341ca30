import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql'
import type { CheckedOperation } from './check-operation.ts'
import { checkVariables, type VariableLimits } from './check-variables.ts'
import { shownMessage } from './shown-message.ts'

type Values = Readonly<Record<string, unknown>>

export interface VariableRules extends VariableLimits {
  /** Whether the schema may be read: else an error suggests no names of it. */
  readonly introspection: boolean
}

/** Variables as the schema wants them, defaults included; or why the operation does not run with them. */
export type ReadVariables = { readonly coerced: Values } | readonly GraphQLError[]

/**
 * The variables of one request.
 *
 * Codes: `BAD_USER_INPUT`, and `OPERATION_LIMIT_EXCEEDED` for variables too large and for an operation that is too expensive with them.
 */
export function readVariables(
  schema: GraphQLSchema,
  { definition, cost }: CheckedOperation,
  given: Values,
  rules: VariableRules,
): ReadVariables {
  const tooLarge = checkVariables(given, rules)
  if (tooLarge !== undefined) return [tooLarge]
  const options = { maxErrors: errorsMax, hideSuggestions: !rules.introspection }
  const { errors, coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], given, options)
  if (errors !== undefined) return errors.map(asBadInput)
  const tooExpensive = cost.check(coerced)
  return tooExpensive === undefined ? { coerced } : [tooExpensive]
}

/** Errors that are looked for in the variables of one request. */
const errorsMax = 20

function asBadInput({ message }: GraphQLError): GraphQLError {
  return new GraphQLError(shownMessage(message), { extensions: { code: 'BAD_USER_INPUT' } })
}

/** Of what was given the variables that an operation declares. */
export function declaredVariables({ definition }: CheckedOperation, given: Values): Values {
  const names = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  return Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]))
}
