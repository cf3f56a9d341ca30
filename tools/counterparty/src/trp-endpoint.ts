import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Faults, faultResponse } from './faults.ts'
import type { HttpRequest, HttpResponse } from './http-server.ts'
import { canonicalJson, parseExactJson } from './json.ts'
import { type DeliveryKind, logExchange, type StoredResponse, storeResponse } from './state.ts'
import type { StateFile } from './state-file.ts'
import { headerProblem, trpHeaders } from './trp-headers.ts'

/** The result of a message; `problem` is the body of an error. */
export type Outcome =
  | { readonly status: 200; readonly body: object; readonly inquiryId: string }
  | { readonly status: 204; readonly inquiryId: string }
  | { readonly status: 400 | 404 | 409 | 422; readonly problem: string; readonly inquiryId?: string }

/** Applies the parsed body of a new message to the state, synchronously. */
export type Decide = (body: unknown, requestIdentifier: string) => Outcome

export interface TrpEndpoint {
  /**
   * Responds to a TRP message. Checks its headers, repeats the stored response for a repeated message (409 if its body
   * differs), and otherwise stores the result of `decide` before sending it.
   */
  respond(kind: DeliveryKind, request: HttpRequest, decide: Decide): Promise<HttpResponse>
}

export interface TrpEndpointOptions {
  readonly file: StateFile
  readonly faults: Faults
  readonly now: () => Date
  readonly signal: AbortSignal
}

export function openTrpEndpoint({ file, faults, now, signal }: TrpEndpointOptions): TrpEndpoint {
  return {
    async respond(kind, request, decide) {
      const at = now()
      const fault = faults.next(kind)
      if (fault?.mode === 'slow' && fault.stage === 'before') await wait(fault.delayMs, undefined, { signal })
      else if (fault?.stage === 'before') return logged(faultResponse(fault, undefined) ?? { status: 500 }, {})
      const { stored, isRepeat } = respondOnce(file, kind, request, decide)
      await file.saved()
      const response = asHttp(stored, request)
      if (fault?.stage !== 'after') return logged(response, { inquiryId: stored.inquiryId, isRepeat })
      if (fault.mode === 'slow') await wait(fault.delayMs, undefined, { signal })
      return logged(faultResponse(fault, response) ?? response, { inquiryId: stored.inquiryId, isRepeat })

      function logged(sent: HttpResponse, about: { inquiryId?: string | undefined; isRepeat?: boolean }): HttpResponse {
        const { method, url, headers, body } = request
        logExchange(file.state, {
          at,
          direction: 'RECEIVED',
          kind,
          method,
          path: url.pathname + url.search,
          status: sent.isDropped ? null : sent.status,
          headers,
          body,
          answer: sent.body ?? '',
          problem: fault === undefined ? undefined : `fault "${fault.mode}" (${fault.stage})`,
          ...about,
        })
        return sent
      }
    },
  }
}

function respondOnce(
  { state }: StateFile,
  kind: DeliveryKind,
  request: HttpRequest,
  decide: Decide,
): { stored: Omit<StoredResponse, 'digest'>; isRepeat: boolean } {
  const problem = headerProblem(request.headers)
  if (problem !== undefined) return { stored: { status: problem.status, body: problem.problem }, isRepeat: false }
  const body = tryParse(request.body)
  if (!body.ok) return { stored: { status: 400, body: 'the body is not a single JSON value' }, isRepeat: false }

  const requestIdentifier = String(request.headers['request-identifier']).toLowerCase()
  const key = `${kind} ${requestIdentifier}`
  const digest = digestOf(request.url.pathname, body.value)
  const earlier = state.responses.get(key)
  if (earlier !== undefined) {
    if (earlier.digest === digest) return { stored: earlier, isRepeat: true }
    return { stored: { status: 409, body: 'this request-identifier was used with another body' }, isRepeat: false }
  }
  const outcome = decide(body.value, requestIdentifier)
  const stored: StoredResponse = {
    digest,
    status: outcome.status,
    body: outcome.status === 200 ? JSON.stringify(outcome.body) : 'problem' in outcome ? outcome.problem : '',
    ...(outcome.inquiryId === undefined ? {} : { inquiryId: outcome.inquiryId }),
  }
  // A message that was not understood had no effect, so its sender may correct it under the same identifier.
  if (outcome.status !== 404 && outcome.status !== 422) storeResponse(state, key, stored)
  return { stored, isRepeat: false }
}

function asHttp({ status, body }: Omit<StoredResponse, 'digest'>, request: HttpRequest): HttpResponse {
  const identifier = request.headers['request-identifier']
  const type = status === 200 ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
  return {
    status,
    headers: {
      ...trpHeaders,
      ...(typeof identifier === 'string' ? { 'request-identifier': identifier } : {}),
      ...(status === 204 ? {} : { 'content-type': type }),
    },
    body,
  }
}

function tryParse(source: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: parseExactJson(source) }
  } catch {
    return { ok: false }
  }
}

function digestOf(path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${path}\n${canonicalJson(body)}`)
    .digest('hex')
}
