import { randomUUID } from 'node:crypto'
import type { Outbound } from '@travel-rule/service/outbound'
import { failed, passed, type Verdict } from './rule.ts'

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
    if (!result.ok) return { status: 0, headers: {}, body: `${result.code}: ${result.reason}` }
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const BODY_SHOWN_MAX = 120

/** A response as shown in a report: its status and the beginning of its body. */
export function describeReply({ status, body }: TrpReply): string {
  const line = body.replace(/\p{Cc}+/gu, ' ').trim()
  const shown = line.length > BODY_SHOWN_MAX ? `${line.slice(0, BODY_SHOWN_MAX)}…` : line
  if (status === 0) return `no response (${shown})`
  return shown === '' ? `${status} without a body` : `${status}: ${shown}`
}

/** Passes a response with one of `statuses`. */
export function expectStatus(reply: TrpReply, ...statuses: number[]): Verdict {
  return statuses.includes(reply.status) ? passed : failed(statuses.join(' or '), describeReply(reply))
}
