import type { IncomingHttpHeaders } from 'node:http'
import type { HttpAnswer, ProblemRenderer } from '@travel-rule/http-host/http-host'
import type { TrpReply } from '../actions/take-message.ts'
import { TRP_CONTENT_TYPE } from '../domain/trp-message/headers.ts'
import { OWN_TRP_VERSION } from '../domain/trp-version.ts'

/** `reply` over HTTP; every answer carries our version. */
export function trpAnswer({ status, body }: TrpReply): HttpAnswer {
  if (status === 204) return { status, headers: { 'api-version': OWN_TRP_VERSION } }
  return status === 200
    ? { status, body, headers: { 'api-version': OWN_TRP_VERSION, 'content-type': TRP_CONTENT_TYPE } }
    : textAnswer(status, body)
}

/** An answer that is not JSON. */
export function textAnswer(status: number, body: string): HttpAnswer {
  return { status, body, headers: { 'api-version': OWN_TRP_VERSION, 'content-type': 'text/plain; charset=utf-8' } }
}

/** What the HTTP host itself refuses, as TRP peers expect it. */
export const renderTrpProblem: ProblemRenderer = ({ status, message }) => textAnswer(status, message)

/** The first value of a header. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
