import type { ExecutionResult } from 'graphql'

/**
 * The results of a subscription: `first` if given, then the `toResult` of each event of `source`.
 *
 * Ends when the source ends, or immediately when `signal` is aborted or the reader returns, even
 * while an event is pending: `abort` and `return` notify the source, which is not awaited. Throws
 * what the source throws.
 */
export function openResultStream(options: {
  readonly source: AsyncIterable<unknown>
  readonly signal: AbortSignal
  readonly abort: () => void
  readonly first?: ExecutionResult | undefined
  readonly toResult: (event: unknown) => Promise<ExecutionResult>
}): AsyncGenerator<ExecutionResult, void, void> {
  const events = options.source[Symbol.asyncIterator]()
  let first = options.first
  let ended = false
  let wake: (() => void) | undefined

  function end(): void {
    ended = true
    wake?.()
  }

  async function stop(): Promise<IteratorReturnResult<void>> {
    options.abort()
    end()
    options.signal.removeEventListener('abort', end)
    Promise.resolve(events.return?.()).catch(() => undefined)
    return { done: true, value: undefined }
  }

  /** The next event or the end, whichever is first. */
  function step(): Promise<IteratorResult<unknown>> {
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<unknown>>()
    wake = () => resolve({ done: true, value: undefined })
    if (ended) wake()
    else events.next().then(resolve, reject)
    return promise
  }

  if (options.signal.aborted) end()
  else options.signal.addEventListener('abort', end, { once: true })
  return {
    async next() {
      if (first !== undefined && !ended) {
        const value = first
        first = undefined
        return { done: false, value }
      }
      try {
        const { done, value } = await step()
        if (done === true) return stop()
        return { done: false, value: await options.toResult(value) }
      } catch (error) {
        // A reader does not call `return` on an iterator that has thrown.
        await stop()
        throw error
      }
    },
    return: stop,
    async throw(error) {
      await stop()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}
