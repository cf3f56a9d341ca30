import type { IncomingHttpHeaders } from 'node:http'
import type { HttpAnswer } from './http-answer.ts'

/** Something the host itself answers because no route could. */
export interface HttpProblem {
  readonly status: number
  /** Stable, for machines: `ROUTE_NOT_FOUND`, `METHOD_NOT_ALLOWED`, `REQUEST_MALFORMED`, … */
  readonly code: string
  /** For people; says nothing about the inside. */
  readonly message: string
  /** Of the request: finds it in the log. */
  readonly id: string
  /** The limit that was passed, and its value, for 413, 414 and 431: `bodyBytes`, `urlBytes` or `headerBytes`. */
  readonly limit?: string | undefined
  readonly max?: number | undefined
  /** Headers the answer must carry, such as `allow`. The host adds them to whatever the renderer returns. */
  readonly headers: Readonly<Record<string, string>>
  /** What the client sent; empty when that could not be read. */
  readonly request: IncomingHttpHeaders
}

/** Puts a problem into the language of a listener. The status of the answer is the problem's, whatever it returns. */
export type ProblemRenderer = (problem: HttpProblem) => HttpAnswer

/** The renderer of a listener that has none of its own: `{"code","message","id"}`. */
export function renderProblem(problem: HttpProblem): HttpAnswer {
  const { status, code, message, id } = problem
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ code, message, id }),
  }
}

/** A limit that a request passes. */
export type ExceededLimit = Required<Pick<HttpProblem, 'limit' | 'max'>>

/** Thrown by the host's own parts to end a request with a problem. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  readonly exceeded: ExceededLimit | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    exceeded?: ExceededLimit,
  ) {
    super(message)
    this.name = 'HttpRefusal'
    this.status = status
    this.code = code
    this.headers = headers
    this.exceeded = exceeded
  }
}
