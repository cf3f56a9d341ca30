import { GraphQLError, type GraphQLSchema, getVariableValues, Kind, type SourceLocation } from 'graphql'
import type { CheckedOperation } from './check-operation.ts'
import { checkVariables, type VariableLimits } from './check-variables.ts'
import { variablePlaces } from './show-places.ts'
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
  operation: CheckedOperation,
  given: Values,
  rules: VariableRules,
): ReadVariables {
  const tooLarge = checkVariables(given, rules)
  if (tooLarge !== undefined) return [tooLarge]
  const options = { maxErrors: errorsMax, hideSuggestions: !rules.introspection }
  const declared = operation.definition.variableDefinitions ?? []
  const { errors, coerced } = getVariableValues(schema, declared, given, options)
  if (errors !== undefined) return errors.map((error) => asBadInput(error, operation))
  const tooExpensive = operation.cost.check(coerced)
  return tooExpensive === undefined ? { coerced } : [tooExpensive]
}

/** Errors that are looked for in the variables of one request. */
const errorsMax = 20

function asBadInput({ message, nodes }: GraphQLError, operation: CheckedOperation): GraphQLError {
  const error = new GraphQLError(shownMessage(message), { extensions: { code: 'BAD_USER_INPUT' } })
  const [node] = nodes ?? []
  const place = node?.kind === Kind.VARIABLE_DEFINITION && placesOf(operation).get(node.variable.name.value)
  return place ? Object.assign(error, { locations: [place] }) : error
}

/** Looked for once per operation, since a text may be long. */
const knownPlaces = new WeakMap<CheckedOperation, ReadonlyMap<string, SourceLocation>>()

function placesOf(operation: CheckedOperation): ReadonlyMap<string, SourceLocation> {
  const places = knownPlaces.get(operation) ?? variablePlaces(operation.text, operation.definition.name?.value)
  knownPlaces.set(operation, places)
  return places
}

/** Of what was given the variables that an operation declares. */
export function declaredVariables({ definition }: CheckedOperation, given: Values): Values {
  const names = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  return Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]))
}
