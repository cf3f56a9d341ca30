import type { Fault } from './faults.ts'
import type { Answer } from './http-server.ts'

const HUGE_BYTES = 10 * 1024 * 1024

/** What is sent instead of the right `answer`; `undefined` for a message that `fault` only slows down before it is read. */
export function faultAnswer(fault: Fault, answer: Answer | undefined): Answer | undefined {
  const headers = answer?.headers ?? {}
  switch (fault.mode) {
    case 'status':
      return { status: fault.status, headers: { ...headers, 'content-type': 'text/plain' }, body: 'out of order' }
    case 'html':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'text/html' },
        body: '<!doctype html><title>Welcome</title><h1>It works!</h1>',
      }
    case 'nonsense':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"approved":{"address":17},"rejected":["yes","no"],',
      }
    case 'huge':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'application/json' },
        body: `{"version":"3.2.1","filler":"${'x'.repeat(HUGE_BYTES)}"}`,
      }
    case 'drop':
      return { status: 0, isDropped: true }
    case 'slow':
      return answer
  }
}
