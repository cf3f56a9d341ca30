import { refusalError } from '@travel-rule/service/graphql-error'
import { executeSync, type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Requirement } from '../graph/read-requirements.ts'
import type { PlanExecution } from './execute-plan.ts'
import { maskedError } from './shown-error.ts'

/**
 * An answer with the refused fields put back: null, with `FORBIDDEN` at their path, and null further up where the schema demands it.
 *
 * The answer given is that of the operation without these fields; it is completed once more, now with the client's own operation.
 */
export function answerForbidden(
  { graph, operation, variables, logger }: Pick<PlanExecution, 'graph' | 'operation' | 'variables' | 'logger'>,
  executed: FormattedExecutionResult,
): FormattedExecutionResult {
  if (operation.refused.size === 0 || executed.data === null || executed.data === undefined) return executed
  const completed = executeSync({
    schema: graph.schema,
    document: operation.clientDocument,
    rootValue: executed.data,
    variableValues: variables,
    fieldResolver: (source, _args, _context, info) => {
      for (const node of info.fieldNodes) {
        const requirement = operation.refused.get(node)
        if (requirement !== undefined) throw forbidden(`${info.parentType.name}.${info.fieldName}`, requirement)
      }
      return source[info.path.key]
    },
    typeResolver: (value) => value.__typename,
  })
  const errors = (completed.errors ?? []).map((error) => shown(error, logger))
  return { errors: [...(executed.errors ?? []), ...errors], data: completed.data ?? null }
}

/** What a caller is told about a field that it may not use. */
export function forbidden(field: string, { scopes }: Requirement): GraphQLError {
  const needed = scopes.map((choice) => choice.map((every) => every.join(' and ')).join(', or ')).join('; and ')
  const message = needed === '' ? `You may not use ${field}.` : `You may not use ${field}: it needs ${needed}.`
  return refusalError({ code: 'FORBIDDEN', message })
}

function shown(error: GraphQLError, logger: PlanExecution['logger']): GraphQLFormattedError {
  const path = error.path === undefined ? {} : { path: error.path }
  if (error.originalError instanceof GraphQLError) {
    return { message: error.message, ...path, extensions: error.extensions }
  }
  return { ...maskedError(error, logger), ...path }
}
