import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExceededLimit, ProblemRenderer } from './http-problem.ts'

/** Answers what never became a request (unreadable, too slow, headers too long) on the bare connection, and closes it. */
export function refuseRaw(
  socket: Duplex,
  error: NodeJS.ErrnoException,
  { render, headerBytesMax }: { readonly render: ProblemRenderer; readonly headerBytesMax: number },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = PROBLEMS[error.code ?? ''] ?? MALFORMED
  const exceeded: ExceededLimit | undefined = status === 431 ? { limit: 'headerBytes', max: headerBytesMax } : undefined
  const answer = render({ status, code, message, ...exceeded, id: randomUUID(), headers: {}, request: {} })
  const body = typeof answer.body === 'string' ? answer.body : ''
  const headers = { ...answer.headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}

interface RawProblem {
  readonly status: number
  readonly code: string
  readonly message: string
}

const MALFORMED: RawProblem = { status: 400, code: 'REQUEST_MALFORMED', message: 'This is no HTTP request' }

const PROBLEMS: Readonly<Record<string, RawProblem>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'HEADERS_TOO_LARGE', message: 'The headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive' },
}
