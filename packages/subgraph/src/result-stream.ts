import type { ExecutionResult } from 'graphql'

/**
 * The results of a subscription: `first` if there is one, then one for each event of `source`, made by `toResult`.
 *
 * Ends when the source ends, or at once when `signal` is aborted or the reader returns, also while an event is awaited: the source is told by
 * `abort` and by `return`, and is not waited for. Throws what the source throws.
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

  /** The next event, or the end, whichever comes first. */
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
        // Whoever reads does not return what has thrown.
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
