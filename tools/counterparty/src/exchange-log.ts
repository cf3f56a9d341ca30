import type { IncomingHttpHeaders } from 'node:http'
import type { State } from './state.ts'

const ENTRIES_MAX = 500
const BODY_LETTERS_MAX = 20_000
const HEADERS = ['api-version', 'api-extensions', 'request-identifier', 'content-type', 'user-agent'] as const

/** One request that came in or went out, with its answer. */
export interface Exchange {
  /** Counts up from 1, also over a restart. */
  readonly sequence: number
  /** RFC 3339, UTC. */
  readonly at: string
  readonly direction: 'RECEIVED' | 'SENT'
  readonly kind: ExchangeKind
  readonly method: string
  /** Path and query of a received request; the whole URL of a sent one. */
  readonly path: string
  /** `null` = there was no answer. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly answer: string
  readonly inquiryId: string | null
  readonly problem: string | null
  /** How often this very message has come again after this entry. */
  repeated: number
  /** The `sequence` of the entry that this one repeats. */
  readonly repeatOf: number | null
}

export type ExchangeKind = 'inquiry' | 'resolution' | 'confirmation' | 'discovery' | 'other'

export type NewExchange = Pick<Exchange, 'direction' | 'kind' | 'method' | 'path' | 'status' | 'body' | 'answer'> & {
  readonly at: Date
  readonly headers: IncomingHttpHeaders
  readonly inquiryId?: string | undefined
  readonly problem?: string | undefined
  readonly isRepeat?: boolean
}

/** Adds one entry to the log, counts it with the message it repeats, and forgets the oldest beyond 500. */
export function logExchange(state: State, exchange: NewExchange): void {
  const { at, inquiryId, problem, isRepeat, headers, body, answer, ...rest } = exchange
  const first = isRepeat ? findFirst(state, exchange) : undefined
  if (first !== undefined) first.repeated += 1
  state.log.push({
    sequence: state.nextSequence,
    at: at.toISOString(),
    ...rest,
    headers: Object.fromEntries(
      HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    ),
    body: body.slice(0, BODY_LETTERS_MAX),
    answer: answer.slice(0, BODY_LETTERS_MAX),
    inquiryId: inquiryId ?? null,
    problem: problem ?? null,
    repeated: 0,
    repeatOf: first?.sequence ?? null,
  })
  state.nextSequence += 1
  state.log = state.log.slice(-ENTRIES_MAX)
}

function findFirst(state: State, { kind, direction, headers }: NewExchange): Exchange | undefined {
  const identifier = headers['request-identifier']
  return state.log.find(
    (entry) =>
      entry.direction === direction &&
      entry.kind === kind &&
      entry.headers['request-identifier'] === identifier &&
      entry.repeatOf === null,
  )
}
