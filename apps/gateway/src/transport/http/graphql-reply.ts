import type { FormattedExecutionResult, GraphQLError } from 'graphql'
import { type CallerRefusal, refusalExtensions, refusalHeaders, refusalStatus } from '../../identity/caller-refusal.ts'
import type { OperationRefusal } from '../../operation/prepared-operation.ts'
import { errorResult, type ResponseOptions, requestErrorStatus } from './graphql-response.ts'
import type { AcceptedResponse } from './negotiate.ts'

/** A refusal as a GraphQL result, with the status and headers of its response. */
export interface Reply extends ResponseOptions {
  readonly result: FormattedExecutionResult
}

/** Why no further event stream may be opened now: too many are open. */
export interface StreamRefusal {
  readonly error: GraphQLError
  readonly status: 429 | 503
  readonly retryAfterSeconds: number
}

export function callerReply(refusal: CallerRefusal): Reply {
  const result = { errors: [{ message: refusal.message, extensions: refusalExtensions(refusal) }] }
  return { result, status: refusalStatus(refusal), headers: refusalHeaders(refusal) }
}

/** Rate limiting has its own HTTP status even for GraphQL clients, so that proxies understand it. */
export function refusalReply({ errors }: OperationRefusal, accepted: AcceptedResponse): Reply {
  const result = { errors: errors.map((error) => error.toJSON()) }
  const limited = rateLimitOf(errors)
  if (limited === undefined) return { result, status: requestErrorStatus(accepted) }
  const { retryAfterSeconds } = limited.extensions
  const seconds = typeof retryAfterSeconds === 'number' ? Math.max(1, Math.ceil(retryAfterSeconds)) : 1
  return { result, status: 429, headers: { 'retry-after': String(seconds) } }
}

export function isRateLimited({ errors }: OperationRefusal): boolean {
  return rateLimitOf(errors) !== undefined
}

export function streamReply({ error, status, retryAfterSeconds }: StreamRefusal): Reply {
  return { result: { errors: [error.toJSON()] }, status, headers: { 'retry-after': String(retryAfterSeconds) } }
}

export function badInput(message: string, options: ResponseOptions): Reply {
  return { result: errorResult('BAD_USER_INPUT', message), ...options }
}

function rateLimitOf(errors: readonly GraphQLError[]): GraphQLError | undefined {
  return errors.find(({ extensions: { code } }) => code === 'RATE_LIMITED')
}
