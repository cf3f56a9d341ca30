import type { ResultStream } from '../pipeline.ts'

/** The same stream; `onSettled` is called once, when it has ended, failed or was left. */
export function watchEnd(stream: ResultStream, onSettled: () => void): ResultStream {
  let settled = false
  const settle = () => {
    if (settled) return
    settled = true
    onSettled()
  }
  const watch = async (step: ReturnType<ResultStream['next']>) => {
    try {
      const result = await step
      if (result.done === true) settle()
      return result
    } catch (error) {
      settle()
      throw error
    }
  }
  return {
    next: () => watch(stream.next()),
    return: () => watch(stream.return()),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
