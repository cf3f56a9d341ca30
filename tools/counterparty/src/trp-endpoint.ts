import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { canonicalJson, parseExactJson } from './exact-json.ts'
import { logExchange } from './exchange-log.ts'
import { faultAnswer } from './fault-answer.ts'
import type { Faults } from './faults.ts'
import type { Answer, Request } from './http-server.ts'
import { type DeliveryKind, type GivenAnswer, keepAnswer } from './state.ts'
import type { StateFile } from './state-file.ts'
import { headerProblem, trpHeaders } from './trp-headers.ts'

/** What a message led to; `problem` is the text of an error. */
export type Outcome =
  | { readonly status: 200; readonly body: object; readonly inquiryId: string }
  | { readonly status: 204; readonly inquiryId: string }
  | { readonly status: 400 | 404 | 409 | 422; readonly problem: string; readonly inquiryId?: string }

/** Takes the parsed body of a message that is new; changes the state at once, without waiting for anything. */
export type Decide = (body: unknown, requestIdentifier: string) => Outcome

export interface TrpEndpoint {
  /**
   * Answers a TRP message: checks its headers, gives the stored answer to a repeated one (409 to one with another body),
   * and otherwise stores what `decide` answers before it is sent.
   */
  take(kind: DeliveryKind, request: Request, decide: Decide): Promise<Answer>
}

export interface TrpEndpointOptions {
  readonly file: StateFile
  readonly faults: Faults
  readonly now: () => Date
  readonly signal: AbortSignal
}

export function openTrpEndpoint({ file, faults, now, signal }: TrpEndpointOptions): TrpEndpoint {
  return {
    async take(kind, request, decide) {
      const at = now()
      const fault = faults.strike(kind)
      if (fault?.mode === 'slow' && fault.stage === 'before') await wait(fault.delayMs, undefined, { signal })
      else if (fault?.stage === 'before') return logged(faultAnswer(fault, undefined) ?? { status: 500 }, {})
      const { given, isRepeat } = answerOnce(file, kind, request, decide)
      await file.saved()
      const answer = asAnswer(given, request)
      if (fault?.stage !== 'after') return logged(answer, { inquiryId: given.inquiryId, isRepeat })
      if (fault.mode === 'slow') await wait(fault.delayMs, undefined, { signal })
      return logged(faultAnswer(fault, answer) ?? answer, { inquiryId: given.inquiryId, isRepeat })

      function logged(sent: Answer, about: { inquiryId?: string | undefined; isRepeat?: boolean }): Answer {
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

function answerOnce(
  { state }: StateFile,
  kind: DeliveryKind,
  request: Request,
  decide: Decide,
): { given: Omit<GivenAnswer, 'digest'>; isRepeat: boolean } {
  const problem = headerProblem(request.headers)
  if (problem !== undefined) return { given: { status: problem.status, body: problem.text }, isRepeat: false }
  const body = tryParse(request.body)
  if (!body.ok) return { given: { status: 400, body: 'the body is not one JSON value' }, isRepeat: false }

  const requestIdentifier = String(request.headers['request-identifier']).toLowerCase()
  const key = `${kind} ${requestIdentifier}`
  const digest = digestOf(request.url.pathname, body.value)
  const earlier = state.answers.get(key)
  if (earlier !== undefined) {
    if (earlier.digest === digest) return { given: earlier, isRepeat: true }
    return { given: { status: 409, body: 'this request-identifier was used with another body' }, isRepeat: false }
  }
  const outcome = decide(body.value, requestIdentifier)
  const given: GivenAnswer = {
    digest,
    status: outcome.status,
    body: outcome.status === 200 ? JSON.stringify(outcome.body) : 'problem' in outcome ? outcome.problem : '',
    ...(outcome.inquiryId === undefined ? {} : { inquiryId: outcome.inquiryId }),
  }
  if (outcome.status !== 404) keepAnswer(state, key, given)
  return { given, isRepeat: false }
}

function asAnswer({ status, body }: Omit<GivenAnswer, 'digest'>, request: Request): Answer {
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

function tryParse(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: parseExactJson(text) }
  } catch {
    return { ok: false }
  }
}

function digestOf(path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${path}\n${canonicalJson(body)}`)
    .digest('hex')
}
