import { randomUUID } from 'node:crypto'
import type { ReceivedRequest } from './listener.ts'
import { type TestInquiry, testInquiry } from './test-inquiry.ts'
import { isRecord, jsonOf, type TrpClient, type TrpReply } from './trp-client.ts'

/** The VASP under test as receiver of inquiries. Each memoized step is taken once for all checks. */
export interface ReceiverSession {
  readonly url: URL
  readonly client: TrpClient
  /** The response of a discovery route, such as `/version`; memoized. */
  lookup(path: string): Promise<TrpReply>
  /** Sends a valid inquiry with these differences. */
  inquire(changes: { readonly headers?: Record<string, string | undefined>; readonly body?: string }): Promise<TrpReply>
  /** The body of a valid inquiry with these fields replaced. */
  bodyWith(changes: Record<string, unknown>): string
  /** The one inquiry that is meant to be decided; memoized. */
  readonly first: () => Promise<{ readonly requestIdentifier: string; readonly body: string; readonly reply: TrpReply }>
  /** The decision about it, in its response or by callback; undefined if none came in time; memoized. */
  readonly decision: () => Promise<Decision | undefined>
  /** The callback message with the decision, if it came so. */
  readonly resolution: () => ReceivedRequest | undefined
}

export interface Decision {
  readonly body: Record<string, unknown>
  /** Where the confirmation goes; undefined for a rejection. */
  readonly callback: string | undefined
}

export interface ReceiverSessionOptions {
  readonly url: URL
  readonly client: TrpClient
  readonly inquiry: TestInquiry
  /** The next message to the callback; undefined if none comes in time, or none can come. */
  readonly nextCallback: () => Promise<ReceivedRequest | undefined>
}

export function openReceiverSession(options: ReceiverSessionOptions): ReceiverSession {
  const { url, client, inquiry, nextCallback } = options
  const lookups = new Map<string, Promise<TrpReply>>()
  let resolution: ReceivedRequest | undefined
  const first = once(async () => {
    const requestIdentifier = randomUUID()
    const body = testInquiry(inquiry)
    const reply = await client.post({ url, headers: { 'request-identifier': requestIdentifier }, body })
    return { requestIdentifier, body, reply }
  })
  return {
    url,
    client,
    lookup(path) {
      const known = lookups.get(path) ?? client.get({ url: new URL(path, url) })
      lookups.set(path, known)
      return known
    },
    inquire: ({ headers = {}, body = testInquiry(inquiry) }) => client.post({ url, headers, body }),
    bodyWith: (changes) => testInquiry(inquiry, changes),
    first,
    decision: once(async () => {
      const { reply } = await first()
      const inResponse = reply.status === 200 ? decisionIn(reply.body) : undefined
      if (inResponse !== undefined || reply.status !== 200) return inResponse
      resolution = await nextCallback()
      return resolution === undefined ? undefined : decisionIn(resolution.body)
    }),
    resolution: () => resolution,
  }
}

/** The decision in a body; undefined for anything else. */
function decisionIn(source: string): Decision | undefined {
  const body = jsonOf(source)
  if (!isRecord(body) || 'approved' in body === 'rejected' in body) return undefined
  const callback = isRecord(body.approved) ? body.approved.callback : undefined
  return { body, callback: typeof callback === 'string' ? callback : undefined }
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => {
    running ??= work()
    return running
  }
}
