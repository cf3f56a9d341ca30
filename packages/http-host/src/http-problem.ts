import type { IncomingHttpHeaders } from 'node:http'
import type { HttpResponse } from './route.ts'

/** An error with which the host itself responds, because no route could. */
export interface HttpProblem {
  readonly status: number
  /** Stable code for programs: `ROUTE_NOT_FOUND`, `METHOD_NOT_ALLOWED`, `REQUEST_MALFORMED`, … */
  readonly code: string
  /** Message for people; reveals no internals. */
  readonly message: string
  /** The request's id, also in the log. */
  readonly id: string
  /**
   * The exceeded limit and its value, for 413, 414 and 431: `bodyBytes`, `urlBytes` or
   * `headerBytes`.
   */
  readonly limit?: string | undefined
  readonly max?: number | undefined
  /** Headers that the response must have, such as `allow`; the host adds them to the rendered response. */
  readonly headers: Readonly<Record<string, string>>
  /** The request's headers; empty when they could not be parsed. */
  readonly request: IncomingHttpHeaders
}

/**
 * Renders a problem for the clients of a listener. The response always gets the problem's status.
 */
export type ProblemRenderer = (problem: HttpProblem) => HttpResponse

/** The default renderer: `{"code","message","id"}`. */
export function renderProblem(problem: HttpProblem): HttpResponse {
  const { status, code, message, id } = problem
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ code, message, id }),
  }
}

/** A limit that a request exceeds. */
export type ExceededLimit = Required<Pick<HttpProblem, 'limit' | 'max'>>

/** Thrown to end a request with a problem. */
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
