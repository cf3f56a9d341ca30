import type { Outbound, OutboundResult } from '@travel-rule/service/outbound'
import type { DeliveryKind } from '../transfers/domain/transfer.ts'

/** How the peer treats a message. With `LOST`, it receives the message but its response is lost. */
export type PeerBehaviour = 'ACKNOWLEDGE' | 'APPROVE' | 'REJECT' | 'REFUSE' | 'DOWN' | 'LOST' | 'UNREACHABLE'

/** A message that reached the peer. */
export interface PeerMessage {
  readonly kind: DeliveryKind
  /** The identifier of the inquiry, which either side may have sent. */
  readonly requestIdentifier: string
  /** The identifier of the message itself; a repeat has the same one. */
  readonly identifier: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields of the kind
  readonly body: any
}

/** A counterparty in this process. It stores what it receives, and responds as the test specifies. */
export interface ModelPeer {
  readonly messages: PeerMessage[]
  /** Tokens of callbacks issued by our node, by request identifier. */
  readonly resolutionTokens: Map<string, string>
  readonly confirmationTokens: Map<string, string>
  /** An HTTP client whose requests the peer treats in this way. */
  outbound(behaviour: PeerBehaviour): Outbound
  /** The body of the peer's approval, with a callback. */
  approval(requestIdentifier: string, address: string): object
  /** The callback for our decision about an inquiry by the peer. */
  resolutionCallback(requestIdentifier: string): string
}

/** Opens a peer at `origin`. */
export function createModelPeer(origin: string, address: string): ModelPeer {
  const messages: PeerMessage[] = []
  const resolutionTokens = new Map<string, string>()
  const confirmationTokens = new Map<string, string>()
  const inquiries = new Map<string, string>()
  const peer: ModelPeer = {
    messages,
    resolutionTokens,
    confirmationTokens,
    outbound: (behaviour) => ({
      async request({ method, url, headers = {}, body = '' }) {
        if (behaviour === 'UNREACHABLE') return { ok: false, code: 'OUTBOUND_UNREACHABLE', reason: 'test' }
        if (method === 'GET') return respond(404, '')
        const sent = read(String(url), headers['request-identifier'] ?? '', JSON.parse(String(body)))
        const message = sent.kind === 'INQUIRY' ? { ...sent, requestIdentifier: inquiryOf(sent) } : sent
        messages.push(message)
        const callback = message.kind === 'INQUIRY' ? message.body.callback : message.body.approved?.callback
        const tokens = message.kind === 'INQUIRY' ? resolutionTokens : confirmationTokens
        if (callback !== undefined) tokens.set(message.requestIdentifier, callback.slice(callback.lastIndexOf('/') + 1))
        return responseTo(message, behaviour)
      },
      async [Symbol.asyncDispose]() {},
    }),
    approval: (requestIdentifier, paid) => ({
      approved: { address: paid, callback: `${origin}/confirmations/${requestIdentifier}` },
    }),
    resolutionCallback: (requestIdentifier) => `${origin}/resolutions/${requestIdentifier}`,
  }

  /** An inquiry that is resent after a refusal has another identifier, but the same callback. */
  function inquiryOf({ identifier, body: { callback } }: PeerMessage): string {
    const known = inquiries.get(callback) ?? identifier
    inquiries.set(callback, known)
    return known
  }

  function responseTo({ kind, requestIdentifier }: PeerMessage, behaviour: PeerBehaviour): OutboundResult {
    if (behaviour === 'LOST') return { ok: false, code: 'OUTBOUND_TIMEOUT', reason: 'test' }
    if (behaviour === 'DOWN') return respond(503, '')
    if (behaviour === 'REFUSE') return respond(422, 'no')
    if (kind !== 'INQUIRY') return respond(204, '')
    if (behaviour === 'APPROVE') return respond(200, JSON.stringify(peer.approval(requestIdentifier, address)))
    return respond(200, behaviour === 'REJECT' ? '{"rejected":"no"}' : '{"version":"3.2.1"}')
  }
  return peer
}

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
function read(url: string, identifier: string, body: any): PeerMessage {
  const { pathname } = new URL(url)
  const [, folder, requestIdentifier = ''] = pathname.split('/')
  if (folder === 'resolutions') return { kind: 'RESOLUTION', requestIdentifier, identifier, body }
  if (folder !== 'confirmations') return { kind: 'INQUIRY', requestIdentifier: identifier, identifier, body }
  const kind = body.txid === undefined ? 'CANCELLATION' : 'CONFIRMATION'
  return { kind, requestIdentifier, identifier, body }
}

function respond(status: number, body: string): OutboundResult {
  return { ok: true, status, headers: { 'api-version': '3.2.1' }, body: Buffer.from(body) }
}
