import { type FormattedExecutionResult, GraphQLError } from 'graphql'
import type { ResultStream } from '../pipeline.ts'

/**
 * The answer to a query or mutation as a stream of one.
 *
 * Execution begins with the first `next()` and is aborted by `return()` and by `signal`; when the signal's reason is a `GraphQLError`, that is thrown.
 */
export function singleResult(
  execute: (signal: AbortSignal) => Promise<FormattedExecutionResult>,
  signal: AbortSignal,
): ResultStream {
  const left = new AbortController()
  let begun = false
  return {
    async next() {
      if (begun || left.signal.aborted) return { done: true, value: undefined }
      begun = true
      const value = await execute(AbortSignal.any([signal, left.signal]))
      if (signal.reason instanceof GraphQLError) throw signal.reason
      return left.signal.aborted ? { done: true, value: undefined } : { done: false, value }
    },
    async return() {
      left.abort()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
