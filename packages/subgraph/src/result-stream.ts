import type { ExecutionResult } from 'graphql'

/** Limits the results that all streams of a process hold before their clients take them. */
export interface ResultRoom {
  /** Returns how many of the wanted results may be created now: at least one, even without room. */
  take(wanted: number): number
  /** Returns room after results were delivered or dropped. */
  free(count: number): void
}

export function openResultRoom(resultsMax: number): ResultRoom {
  let held = 0
  return {
    take(wanted) {
      const taken = Math.max(1, Math.min(wanted, resultsMax - held))
      held += taken
      return taken
    },
    free(count) {
      held -= count
    },
  }
}

/**
 * The results of a subscription: `first` if given, then one for each event of the pages of `source`. `toResults`
 * creates the results of as many events of a page at once as `room` allows.
 *
 * Ends when the source ends, or immediately when `signal` is aborted or the reader returns, even while an event is
 * pending: `abort` and `return` notify the source, which is not awaited. Throws errors of the source and `toResults`
 * after the preceding results.
 */
export function openResultStream<Page>(options: {
  readonly source: AsyncIterable<Page>
  readonly eventsOf: (page: Page) => readonly unknown[]
  readonly signal: AbortSignal
  readonly abort: () => void
  readonly first?: ExecutionResult | undefined
  readonly toResults: (events: readonly unknown[]) => Promise<readonly ExecutionResult[]>
  readonly room: ResultRoom
}): AsyncGenerator<ExecutionResult, void, void> {
  const pages = options.source[Symbol.asyncIterator]()
  let first = options.first
  let events: readonly unknown[] = []
  let results: readonly ExecutionResult[] = []
  let ended = false
  let wake: (() => void) | undefined

  function end(): void {
    ended = true
    options.room.free(results.length)
    results = []
    wake?.()
  }

  async function stop(): Promise<IteratorReturnResult<void>> {
    options.abort()
    if (!ended) end()
    options.signal.removeEventListener('abort', end)
    Promise.resolve(pages.return?.()).catch(() => undefined)
    return { done: true, value: undefined }
  }

  /** Resolves with the next page or at the end, whichever is first. */
  function step(): Promise<IteratorResult<Page>> {
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Page>>()
    wake = () => resolve({ done: true, value: undefined })
    if (ended) wake()
    else pages.next().then(resolve, reject)
    return promise
  }

  /** The next result, after which `results` are ready; `undefined` at the end. */
  async function nextResult(): Promise<ExecutionResult | undefined> {
    while (events.length === 0 && results.length === 0) {
      const { done, value } = await step()
      if (done === true) return undefined
      events = options.eventsOf(value)
    }
    if (results.length === 0) await makeResults()
    const [result, ...later] = results
    options.room.free(ended ? results.length : 1)
    results = ended ? [] : later
    return result
  }

  async function makeResults(): Promise<void> {
    const count = options.room.take(events.length)
    try {
      results = await options.toResults(events.slice(0, count))
    } catch (error) {
      options.room.free(count)
      throw error
    }
    events = events.slice(count)
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
        const value = ended ? undefined : await nextResult()
        return value === undefined ? stop() : { done: false, value }
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
