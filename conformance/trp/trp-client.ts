import { randomUUID } from 'node:crypto'
import type { Outbound } from '@travel-rule/service/outbound'
import { failed, notJudged, passed, shown, type Verdict } from './rule.ts'

/** A request to the VASP under test; a header that is undefined is omitted. */
export interface TrpRequest {
  readonly method?: string
  readonly url: URL | string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
}

export interface TrpReply {
  /** 0 without a response. */
  readonly status: number
  /** True if no complete response came in time. */
  readonly timedOut?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface TrpClient {
  /** Sends a message with the headers that TRP requires. Never throws. */
  post(request: TrpRequest): Promise<TrpReply>
  get(request: TrpRequest): Promise<TrpReply>
}

export function openTrpClient(outbound: Outbound, version: string): TrpClient {
  const send = async (method: string, { url, headers = {}, body }: TrpRequest): Promise<TrpReply> => {
    const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const result = await outbound.request({
      method,
      url,
      headers: Object.fromEntries(present),
      ...(body === undefined ? {} : { body }),
    })
    if (!result.ok) {
      const timedOut = result.code === 'OUTBOUND_TIMEOUT'
      return { status: 0, timedOut, headers: {}, body: `${result.code}: ${result.reason}` }
    }
    const received = Object.entries(result.headers).map(([name, value]) => [name, String(value)])
    return { status: result.status, headers: Object.fromEntries(received), body: result.body.toString('utf8') }
  }
  return {
    post: ({ method = 'POST', headers, ...request }) =>
      send(method, {
        ...request,
        headers: {
          'api-version': version,
          'request-identifier': randomUUID(),
          'content-type': 'application/json; charset=utf-8',
          ...headers,
        },
      }),
    get: ({ headers, ...request }) => send('GET', { ...request, headers: { 'api-version': version, ...headers } }),
  }
}

/** The JSON of a body; undefined when it is not JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** True unless a field is absent; null counts as absent, since serializers write it for absent values. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const BODY_SHOWN_MAX = 120

/** A response as shown in a report: its status and the beginning of its body. */
export function describeReply({ status, body }: TrpReply): string {
  const line = shown(body, BODY_SHOWN_MAX)
  if (status === 0) return `no response (${line})`
  return line === '' ? `${status} without a body` : `${status}: ${line}`
}

/** Passes a response with one of `statuses`; 0 is a closed connection, not a response that takes too long. */
export function expectStatus(reply: TrpReply, ...statuses: number[]): Verdict {
  if (statuses.includes(reply.status) && reply.timedOut !== true) return passed
  return rateLimited(reply) ?? failed(statuses.join(' or '), describeReply(reply))
}

/** The verdict on a response that only refuses for now; undefined for any other response. */
export function rateLimited(reply: TrpReply): Verdict | undefined {
  if (reply.status !== 429) return undefined
  const todo = 'Let more messages of this command through, or run it again later.'
  return notJudged({ code: 'RATE_LIMITED', todo, found: describeReply(reply) })
}
