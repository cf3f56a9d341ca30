import type { CheckLimits } from '@travel-rule/federation/operation/check-operation'
import { overridesOf } from '@travel-rule/federation/operation/override-labels'
import {
  AdmitRefusal,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type Route,
} from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import { type Authenticator, bearerToken, type Caller } from '../identity/authenticator.ts'
import { isRefusal, refusalExtensions, refusalHeaders, refusalStatus } from '../identity/caller-refusal.ts'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'
import { readGraphqlRequest } from '../transport/http/read-graphql-request.ts'
import { explainOperation } from './explain-operation.ts'
import { printExplanation } from './print-explanation.ts'

/**
 * The scope that is required to see query plans. Not a setting, because a plan reveals what each
 * subgraph resolves and which operations are expensive. By default only administrators have it.
 */
export const EXPLAIN_SCOPE = 'autod:write'

export interface ExplainRouteParts {
  readonly snapshot: () => GraphSnapshot
  readonly limits: CheckLimits
  readonly authenticator: Authenticator
  readonly overrideLabels: ReadonlySet<string>
  readonly bodyBytesMax: number
}

/**
 * `POST /graphql/explain`: how an operation would be executed. The body is that of `POST /graphql`.
 *
 * The plan is that of the caller as far as `@override` decides it. Responds with JSON, or with text
 * to a client that accepts `text/plain` and no JSON. 401 without a token, 403 without
 * `EXPLAIN_SCOPE`, 400 with the errors of an operation that would be refused.
 */
export function explainRoute({
  snapshot,
  limits,
  authenticator,
  overrideLabels,
  bodyBytesMax,
}: ExplainRouteParts): Route<Caller> {
  return {
    method: 'POST',
    path: '/graphql/explain',
    bodyBytesMax,
    async admit(request: HttpRequestHead) {
      const caller = await authenticator.authenticate(bearerToken(request.headers.authorization), request)
      if (isRefusal(caller)) {
        const body = { errors: [{ message: caller.message, extensions: refusalExtensions(caller) }] }
        return new AdmitRefusal(jsonResponse(refusalStatus(caller), body, refusalHeaders(caller)))
      }
      if (caller.identity.scopes.includes(EXPLAIN_SCOPE)) return caller
      return new AdmitRefusal(
        errorResponse(403, 'FORBIDDEN', `You are not authorized to see query plans: this requires ${EXPLAIN_SCOPE}.`),
      )
    },
    handle(request: HttpRequest, { identity }: Caller) {
      const parsed = readGraphqlRequest(request)
      if ('status' in parsed) return errorResponse(parsed.status, 'BAD_USER_INPUT', parsed.message)
      const { graph, passThrough } = snapshot()
      const overrides = overridesOf(identity.subject, overrideLabels)
      const explanation = explainOperation(graph, parsed, limits, { overrides, passThrough })
      if ('errors' in explanation) return jsonResponse(400, { errors: explanation.errors })
      return prefersText(request.headers.accept) ? text(printExplanation(explanation)) : jsonResponse(200, explanation)
    },
  }
}

function prefersText(accept = ''): boolean {
  return accept.includes('text/plain') && !accept.includes('json')
}

function text(body: string): HttpResponse {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

function errorResponse(status: number, code: string, message: string): HttpResponse {
  return jsonResponse(status, { errors: [{ message, extensions: { code } }] })
}
