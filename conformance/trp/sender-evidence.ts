import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isDiscovery, type Listener, type ListenerResponse, openListener, type ReceivedRequest } from './listener.ts'
import { isBitcoin } from './test-inquiry.ts'
import { encodeTravelAddress } from './travel-address.ts'
import { isRecord, jsonOf, type TrpClient, type TrpReply } from './trp-client.ts'
import { spokenVersion } from './trp-version.ts'

/** A published example address of BIP-173 whose key is unknown; nothing is paid to it. */
const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/** Maximum number of messages in memory; anyone may reach a public URL. */
const MESSAGES_MAX = 200
/** A VASP may store its inquiry only when it has received the response. */
const PROBE_DELAY_MS = 500

/** The messages of a VASP that sends inquiries, recorded while this process acted as its counterparty. */
export interface SenderEvidence {
  readonly lookups: ReceivedRequest[]
  /** Inquiries to the two travel addresses, without repetitions. */
  readonly inquiries: ReceivedRequest[]
  readonly confirmations: ReceivedRequest[]
  /** The responses to our messages to the callback of an inquiry. */
  readonly probes: Partial<Record<Probe, TrpReply>>
}

/** Our messages to the callback, in order. */
export type Probe = 'undecided' | 'contradictory' | 'unknown' | 'approval' | 'repeated'

export interface SenderCounterparty extends AsyncDisposable {
  readonly evidence: SenderEvidence
  /** Travel addresses: one approves in the response, the other by callback. */
  readonly addresses: { readonly approve: string; readonly callback: string }
  /** Resolves when both transfers are complete. */
  readonly complete: Promise<void>
}

export interface SenderCounterpartyOptions {
  readonly host: string
  readonly port: number
  readonly publicUrl: string | undefined
  /** The version of the responses. */
  readonly version: string
  /** The payment address for approvals; by default a fixed one for Bitcoin, and an invented one for other assets. */
  readonly address: string | undefined
  /** A client that speaks this version. */
  readonly clientFor: (version: string) => TrpClient
}

/** Listens as a VASP that receives inquiries, and records the messages of its counterparty. */
export async function openSenderCounterparty(options: SenderCounterpartyOptions): Promise<SenderCounterparty> {
  const { version, clientFor } = options
  const evidence: SenderEvidence = { lookups: [], inquiries: [], confirmations: [], probes: {} }
  const responses = new Map<string, ListenerResponse>()
  const { promise: complete, resolve } = Promise.withResolvers<void>()
  let listener: Listener | undefined
  const baseUrl = () => listener?.baseUrl ?? ''
  const messageCount = () => evidence.lookups.length + evidence.inquiries.length + evidence.confirmations.length

  function respond(request: ReceivedRequest): ListenerResponse | undefined {
    if (isDiscovery(request) && messageCount() < MESSAGES_MAX) evidence.lookups.push(request)
    if (request.method !== 'POST') return undefined
    const identifier = request.headers['request-identifier']
    const key = `${request.path} ${identifier}`
    const known = responses.get(key)
    if (known !== undefined) return known
    if (messageCount() >= MESSAGES_MAX) return { status: 503 }
    const response = respondOnce(request)
    if (response !== undefined && identifier !== undefined) responses.set(key, { ...response, sent: undefined })
    settle()
    return response
  }

  function respondOnce(request: ReceivedRequest): ListenerResponse | undefined {
    const { path } = request
    if (path === '/inquiry/approve') {
      evidence.inquiries.push(request)
      return { status: 200, json: approval(request) }
    }
    if (path === '/inquiry/callback') {
      evidence.inquiries.push(request)
      return { status: 200, json: { version }, sent: () => void probe(request).then(settle) }
    }
    if (path.startsWith('/confirmation/')) {
      evidence.confirmations.push(request)
      return { status: 204 }
    }
    return undefined
  }

  function approval({ body }: ReceivedRequest) {
    const inquiry = jsonOf(body)
    const invented = isRecord(inquiry) && !isBitcoin(inquiry.asset) ? `0x${randomBytes(20).toString('hex')}` : undefined
    const address = options.address ?? invented ?? BITCOIN_ADDRESS
    return { approved: { address, callback: `${baseUrl()}/confirmation/${randomBytes(16).toString('hex')}` } }
  }

  /** Sends messages to the callback of an inquiry, in its version, beginning with those that must be refused. */
  async function probe(request: ReceivedRequest): Promise<void> {
    await wait(PROBE_DELAY_MS)
    const client = clientFor(spokenVersion(request.headers['api-version']) ?? version)
    const inquiry = jsonOf(request.body)
    const callback = isRecord(inquiry) ? inquiry.callback : undefined
    if (typeof callback !== 'string' || !URL.canParse(callback)) return
    const unknown = new URL(callback)
    unknown.pathname = `${unknown.pathname.replace(/\/[^/]*$/, '')}/${randomUUID()}`
    const approved = JSON.stringify(approval(request))
    const contradictory = JSON.stringify({ ...approval(request), rejected: 'both' })
    const headers = { 'request-identifier': randomUUID() }
    evidence.probes.undecided = await client.post({ url: callback, body: JSON.stringify({ version }) })
    evidence.probes.contradictory = await client.post({ url: callback, body: contradictory })
    evidence.probes.unknown = await client.post({ url: unknown, body: approved })
    evidence.probes.approval = await client.post({ url: callback, headers, body: approved })
    evidence.probes.repeated = await client.post({ url: callback, headers, body: approved })
  }

  function settle(): void {
    const paths = new Set(evidence.inquiries.map(({ path }) => path))
    if (paths.size === 2 && evidence.probes.repeated !== undefined && evidence.confirmations.length >= 2) resolve()
  }

  listener = await openListener({ ...options, respond })
  const addressOf = (name: string) => encodeTravelAddress(new URL(`${baseUrl()}/inquiry/${name}?t=i`))
  return {
    evidence,
    addresses: { approve: addressOf('approve'), callback: addressOf('callback') },
    complete,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}
