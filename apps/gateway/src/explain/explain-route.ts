import type { CheckLimits } from '@travel-rule/federation/operation/check-operation'
import type { Graph } from '@travel-rule/federation/supergraph/build-graph'
import type { HttpAnswer, HttpRequest, HttpRequestHead, Route } from '@travel-rule/http-host/http-host'
import { type Authenticator, bearerToken } from '../identity/authenticator.ts'
import { readGraphqlRequest } from '../transport/http/read-graphql-request.ts'
import { explainOperation } from './explain-operation.ts'
import { EXPLAIN_SCOPE } from './explain-scope.ts'
import { printExplanation } from './print-explanation.ts'

export interface ExplainRouteParts {
  readonly graph: () => Graph
  readonly limits: CheckLimits
  readonly authenticator: Authenticator
  readonly bodyBytesMax: number
}

/**
 * `POST /graphql/explain`: the body is that of `POST /graphql`, the answer says what would be done for it.
 *
 * JSON, or text for whoever accepts `text/plain` and no JSON. 401 without a token, 403 without `EXPLAIN_SCOPE`, 400 for an operation that
 * would be refused, with the errors that it would be refused with.
 */
export function explainRoute({ graph, limits, authenticator, bodyBytesMax }: ExplainRouteParts): Route {
  return {
    method: 'POST',
    path: '/graphql/explain',
    bodyBytesMax,
    async admit({ headers }: HttpRequestHead) {
      const caller = await authenticator.authenticate(bearerToken(headers.authorization))
      if (caller === 'UNAUTHENTICATED') return refusal(401, caller, 'A valid access token is needed.')
      if (typeof caller === 'string') return refusal(503, caller, 'Tokens cannot be checked now. Try again later.')
      if (caller.identity.scopes.includes(EXPLAIN_SCOPE)) return undefined
      return refusal(403, 'FORBIDDEN', `You may not see how operations are planned: it needs ${EXPLAIN_SCOPE}.`)
    },
    handle(request: HttpRequest) {
      const asked = readGraphqlRequest(request)
      if ('status' in asked) return refusal(asked.status, 'BAD_USER_INPUT', asked.message)
      const explanation = explainOperation(graph(), asked, limits)
      if ('errors' in explanation) return json(400, { errors: explanation.errors })
      return wantsText(request.headers.accept) ? text(printExplanation(explanation)) : json(200, explanation)
    },
  }
}

function wantsText(accept = ''): boolean {
  return accept.includes('text/plain') && !accept.includes('json')
}

function text(body: string): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

function json(status: number, body: object): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

function refusal(status: number, code: string, message: string): HttpAnswer {
  return json(status, { errors: [{ message, extensions: { code } }] })
}
