import type { ReceivedRequest } from './listener.ts'
import { type NegotiationOptions, negotiate, type SentInquiry } from './negotiate.ts'
import type { Obstacle } from './rule.ts'
import { testInquiry } from './test-inquiry.ts'
import { isPresent, isRecord, jsonOf, type TrpClient, type TrpReply } from './trp-client.ts'

/** A conversation with the VASP under test as the receiver of inquiries. Memoized steps are executed only once. */
export interface ReceiverSession {
  readonly url: URL
  /** The client for the agreed version. */
  readonly client: TrpClient
  readonly version: string
  readonly obstacle: Obstacle | undefined
  /** The inquiries that determined the version and the name of the asset, in order. */
  readonly inquiries: readonly SentInquiry[]
  /** The only inquiry that is meant to be decided: the last of `inquiries`. */
  readonly first: SentInquiry
  /** The response of a discovery route, such as `/version`; memoized. */
  lookup(path: string): Promise<TrpReply>
  /** Sends a valid inquiry with these differences. */
  inquire(changes: Changes): Promise<TrpReply>
  /** The response to a valid inquiry with one field replaced, or removed if undefined; memoized. */
  inquireWith(field: string, value: unknown): Promise<TrpReply>
  /** The body of a valid inquiry with these fields replaced. */
  bodyWith(changes: Record<string, unknown>): string
  /** The decision on `first`, in its response or by callback; undefined if none arrives in time; memoized. */
  readonly decision: () => Promise<Decision | undefined>
  /** The callback message with the decision, if it was sent that way. */
  readonly resolution: () => ReceivedRequest | undefined
  /** Sends a message to the callback of the approval. */
  confirm(body: object, callback: string): Promise<TrpReply>
}

/** Differences from a valid inquiry; a header that is undefined is omitted. */
export interface Changes {
  readonly headers?: Record<string, string | undefined>
  readonly body?: string
}

/** What the VASP sent as its decision, which may be malformed. */
export interface Decision {
  readonly text: string
  /** Empty if it is not a JSON object. */
  readonly body: Record<string, unknown>
  /** The URL for the confirmation; undefined without an approval. */
  readonly callback: string | undefined
}

export interface ReceiverSessionOptions extends NegotiationOptions {
  /** The next message to the callback; undefined if none arrives in time or none is possible. */
  readonly nextCallback: () => Promise<ReceivedRequest | undefined>
}

export async function openReceiverSession(options: ReceiverSessionOptions): Promise<ReceiverSession> {
  const { url, clientFor, nextCallback } = options
  const { inquiries, obstacle } = await negotiate(options)
  const first = inquiries.at(-1) ?? inquiries[0]
  const { version, asset } = first
  const client = clientFor(version)
  const bodyWith = (changes: Record<string, unknown>) => testInquiry({ ...options.inquiry, asset }, changes)
  const inquire = ({ headers = {}, body = bodyWith({}) }: Changes) => client.post({ url, headers, body })
  let resolution: ReceivedRequest | undefined
  return {
    url,
    client,
    version,
    obstacle,
    inquiries,
    first,
    lookup: memoized((path) => client.get({ url: new URL(path, url) })),
    inquire,
    inquireWith: memoized((field, value) => inquire({ body: bodyWith({ [field]: value }) })),
    bodyWith,
    decision: memoized(async () => {
      const inResponse = decisionIn(first.reply.body)
      if (!isPresent(inResponse.body.version)) return inResponse
      resolution = await nextCallback()
      return resolution === undefined ? undefined : decisionIn(resolution.body)
    }),
    resolution: () => resolution,
    confirm: (body, callback) => client.post({ url: callback, body: JSON.stringify(body) }),
  }
}

function decisionIn(text: string): Decision {
  const json = jsonOf(text)
  const body = isRecord(json) ? json : {}
  const callback = isRecord(body.approved) && !isPresent(body.rejected) ? body.approved.callback : undefined
  return { text, body, callback: typeof callback === 'string' ? callback : undefined }
}

/** Does `work` once for the same arguments. */
function memoized<Args extends readonly unknown[], Value>(
  work: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  return (...args) => {
    const key = JSON.stringify(args)
    const known = running.get(key) ?? work(...args)
    running.set(key, known)
    return known
  }
}
