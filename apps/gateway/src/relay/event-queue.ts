/** Values on their way from one who pushes to one who iterates. */
export interface EventQueue<Value> {
  /** False when the queue is full or over; then the value is not in it. */
  push(value: Value): boolean
  /** No more values; what is in the queue is still handed out. */
  end(): void
  /** No more values; whoever iterates gets this error next, ahead of what is in the queue. */
  fail(error: Error): void
  readonly values: AsyncIterableIterator<Value>
}

/**
 * A queue of at most `valuesMax`, for one iterating consumer.
 *
 * `onReturn` is called when the consumer goes (`return()`), also while it waits for a value; not after `end` or `fail`.
 */
export function openEventQueue<Value>(options: {
  readonly valuesMax: number
  readonly onReturn: () => void
}): EventQueue<Value> {
  const waiting: Value[] = []
  const readers: PromiseWithResolvers<IteratorResult<Value>>[] = []
  let over = false
  let failure: Error | undefined

  function settleReaders(): void {
    if (failure !== undefined && readers.length > 0) {
      readers.shift()?.reject(failure)
      failure = undefined
    }
    for (const reader of readers.splice(0)) reader.resolve({ done: true, value: undefined })
  }

  const values: AsyncIterableIterator<Value> = {
    next() {
      const reader = Promise.withResolvers<IteratorResult<Value>>()
      const value = failure === undefined ? waiting.shift() : undefined
      if (value !== undefined) return Promise.resolve({ done: false, value })
      readers.push(reader)
      if (over) settleReaders()
      return reader.promise
    },
    async return() {
      const early = !over
      over = true
      failure = undefined
      waiting.length = 0
      settleReaders()
      if (early) options.onReturn()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }

  return {
    values,
    push(value) {
      if (over) return false
      const reader = readers.shift()
      if (reader !== undefined) reader.resolve({ done: false, value })
      else if (waiting.length >= options.valuesMax) return false
      else waiting.push(value)
      return true
    },
    end() {
      if (over) return
      over = true
      if (waiting.length === 0) settleReaders()
    },
    fail(error) {
      if (over) return
      over = true
      failure = error
      waiting.length = 0
      settleReaders()
    },
  }
}
