import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { GraphQLError } from 'graphql'
import type { Requirement } from '../supergraph/read-requirements.ts'

/** What a caller is told about a field that it may not use. */
export function forbidden(field: string, { scopes }: Requirement): GraphQLError {
  const needed = scopes.map((choice) => choice.map((every) => every.join(' and ')).join(', or ')).join('; and ')
  const message = needed === '' ? `You may not use ${field}.` : `You may not use ${field}: it needs ${needed}.`
  return refusalError({ code: 'FORBIDDEN', message })
}
