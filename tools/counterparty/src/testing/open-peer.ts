import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { inventIvms101 } from '../invented-vasp.ts'
import type { Persona } from '../personas.ts'
import { start } from '../start.ts'
import type { Exchange, Inquiry } from '../state.ts'

export interface Peer extends AsyncDisposable {
  readonly base: string
  readonly addresses: Readonly<Record<Persona, string>>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  control(path: string, body?: unknown): Promise<Response>
  log(): Promise<readonly Exchange[]>
  /** Polls the inquiry with this id or request identifier until `matches`. */
  inquiry(id: string, matches: (inquiry: Inquiry) => boolean): Promise<Inquiry>
}

/** A counterparty on a free port, with short delays. */
export async function openPeer(config: Partial<Config> = {}): Promise<Peer> {
  const counterparty = await start({
    port: 0,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataFile: undefined,
    callbackDelayMs: 20,
    retryDelayMs: 20,
    ...config,
  })
  const base = `http://127.0.0.1:${counterparty.port}`
  const read = async (path: string) => (await fetch(base + path)).json()
  return {
    base,
    addresses: (await read('/control/addresses')) as Peer['addresses'],
    post: (path, body, headers = {}) =>
      fetch(base + path, {
        method: 'POST',
        headers: { ...trp(), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    control: (path, body = {}) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    log: async () => ((await read('/control/log')) as { entries: Exchange[] }).entries,
    async inquiry(id, matches) {
      for (;;) {
        const inquiry = (await read(`/control/inquiries/${id}`)) as Inquiry
        if (matches(inquiry)) return inquiry
      }
    },
    [Symbol.asyncDispose]: () => counterparty[Symbol.asyncDispose](),
  }
}

export function trp(): Record<string, string> {
  return { 'api-version': '3.2.1', 'request-identifier': randomUUID(), 'content-type': 'application/json' }
}

export function inquiryBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    asset: { dti: '4H95J0R2X' },
    amount: 0.25,
    callback: 'https://sender.example/callback/1',
    IVMS101: inventIvms101({
      originator: 'Erika Sommerfeld',
      beneficiary: 'Max Sommerfeld',
      originatorAccount: 'a-1',
      beneficiaryAccount: 'b-1',
      beneficiaryVasp: 'receiver.example',
    }),
    ...changes,
  }
}
