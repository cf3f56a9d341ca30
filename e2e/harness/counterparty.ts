import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './running-node.ts'

/** A request that the counterparty received or sent, as in its log. */
export interface Exchange {
  readonly direction: 'RECEIVED' | 'SENT'
  readonly kind: 'inquiry' | 'resolution' | 'confirmation' | 'discovery' | 'other'
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The counterparty's own id of the inquiry. */
  readonly inquiryId: string | null
}

/** An inquiry as the counterparty stores it. */
export interface CounterpartyInquiry {
  readonly id: string
  readonly requestIdentifier: string
  readonly status: string
  readonly txid?: string
  readonly rejected?: string
  readonly approved?: { readonly address: string }
}

/** The control interface of a demo counterparty. */
export interface Counterparty {
  readonly url: string
  addresses(): Promise<Record<'approve' | 'callback' | 'reject', string>>
  log(): Promise<readonly Exchange[]>
  inquire(request: object): Promise<CounterpartyInquiry>
  inquiry(id: string): Promise<CounterpartyInquiry>
  confirm(id: string, txid: string): Promise<CounterpartyInquiry>
  fail(faults: object): Promise<unknown>
}

export function counterpartyAt(url: string): Counterparty {
  async function call<Result>(path: string, body?: object): Promise<Result> {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${url}/control/${path}`, body === undefined ? {} : post)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Result
  }
  return {
    url,
    addresses: () => call('addresses'),
    log: async () => (await call<{ entries: readonly Exchange[] }>('log')).entries,
    inquire: (request) => call('inquire', request),
    inquiry: (id) => call(`inquiries/${id}`),
    confirm: (id, txid) => call(`inquiries/${id}/confirm`, { txid }),
    fail: (faults) => call('faults', faults),
  }
}

/** The messages about one inquiry in both directions, oldest first. */
export async function exchangesAbout(
  counterparty: Counterparty,
  requestIdentifier: string,
): Promise<readonly Exchange[]> {
  const { id } = await counterparty.inquiry(requestIdentifier)
  return (await counterparty.log()).filter(({ inquiryId }) => inquiryId === id)
}

/**
 * Starts another counterparty, unknown to all nodes, by default on a free port. A node identifies a VASP by its URL: on
 * the port of an earlier counterparty, this one would inherit its trust.
 */
export async function startCounterparty(port?: number): Promise<Counterparty & AsyncDisposable> {
  const counterparty = await startOn(port ?? 0)
  if (port !== undefined || (await isFirstOn(counterparty.url))) return counterparty
  const another = await startCounterparty()
  await counterparty[Symbol.asyncDispose]()
  return another
}

/** True if no earlier counterparty of this test run had this URL. */
async function isFirstOn(url: string): Promise<boolean> {
  try {
    await mkdir(join(tmpdir(), `counterparty-${new URL(url).port}`))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function startOn(port: number): Promise<Counterparty & AsyncDisposable> {
  const child = spawn(process.execPath, [`${ROOT}/tools/counterparty/src/main.ts`], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      COUNTERPARTY_PORT: String(port),
      COUNTERPARTY_CALLBACK_DELAY_MS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const [message] = await Promise.race([once(child, 'message'), exited.then(() => [undefined])])
  if (message === undefined) throw new Error('the counterparty did not start')
  const { ports } = message as { readonly ports: { readonly COUNTERPARTY_PORT: number } }
  return {
    ...counterpartyAt(`http://localhost:${ports.COUNTERPARTY_PORT}`),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
