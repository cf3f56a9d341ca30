import { parseExactJson } from './json.ts'
import { isPostponed, readDecision } from './message-bodies.ts'
import type { PostMessage, PostResult } from './post-message.ts'
import { applyDecision } from './sent-inquiry.ts'
import { type Delivery, type Inquiry, logExchange } from './state.ts'
import type { StateFile } from './state-file.ts'
import { messageHeaders } from './trp-headers.ts'

const CONCURRENT_MAX = 4
const RETRY_DELAY_MAX_MS = 60_000
const TIMER_MAX_MS = 60_000
/** With delays that double up to a minute, a delivery is given up after about ten minutes. */
const ATTEMPTS_MAX = 15

export interface Deliveries extends AsyncDisposable {
  /** Sends the due deliveries. Call it after every change of the state. */
  wake(): void
}

export interface DeliveriesOptions {
  readonly file: StateFile
  readonly post: PostMessage
  readonly retryDelayMs: number
  readonly now: () => Date
}

/** Sends the pending deliveries of the state when they are due, and retries failed ones. */
export function openDeliveries({ file, post, retryDelayMs, now }: DeliveriesOptions): Deliveries {
  const stopping = new AbortController()
  const running = new Map<Delivery, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    const waiting = listWaiting(file).filter(({ delivery }) => !running.has(delivery))
    const at = now().getTime()
    for (const { inquiry, delivery } of waiting) {
      if (delivery.dueAt > at || running.size >= CONCURRENT_MAX) continue
      running.set(
        delivery,
        attempt(inquiry, delivery).finally(() => {
          running.delete(delivery)
          wake()
        }),
      )
    }
    const next = Math.min(
      ...waiting.filter(({ delivery }) => !running.has(delivery)).map(({ delivery }) => delivery.dueAt),
    )
    if (Number.isFinite(next) && running.size < CONCURRENT_MAX) {
      timer = setTimeout(wake, Math.min(Math.max(next - at, 0), TIMER_MAX_MS))
    }
  }

  async function attempt(inquiry: Inquiry, delivery: Delivery): Promise<void> {
    delivery.attempts += 1
    await file.saved()
    const at = now()
    const result = await post({ ...delivery, body: delivery.text, signal: stopping.signal })
    if (stopping.signal.aborted && !result.ok) return
    settleDelivery(inquiry, delivery, result, now())
    if (delivery.state === 'WAITING') delivery.dueAt = now().getTime() + retryDelay(delivery.attempts, retryDelayMs)
    logAttempt(file, inquiry, delivery, result, at)
    await file.saved()
  }

  wake()
  return {
    wake,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      stopping.abort()
      await Promise.allSettled(running.values())
    },
  }
}

function listWaiting({ state }: StateFile): { inquiry: Inquiry; delivery: Delivery }[] {
  return [...state.inquiries.values()].flatMap((inquiry) =>
    inquiry.deliveries.filter(({ state }) => state === 'WAITING').map((delivery) => ({ inquiry, delivery })),
  )
}

function retryDelay(attempts: number, retryDelayMs: number): number {
  return Math.min(retryDelayMs * 2 ** (attempts - 1), RETRY_DELAY_MAX_MS)
}

function logAttempt({ state }: StateFile, inquiry: Inquiry, delivery: Delivery, result: PostResult, at: Date): void {
  logExchange(state, {
    at,
    direction: 'SENT',
    kind: delivery.kind,
    method: 'POST',
    path: delivery.url,
    status: result.ok ? result.status : null,
    headers: messageHeaders(delivery.requestIdentifier),
    body: delivery.text,
    answer: result.ok ? result.body : '',
    inquiryId: inquiry.id,
    problem: delivery.problem,
    isRepeat: delivery.attempts > 1,
  })
}

/** Applies the result of an attempt. Retries on no response, 408, 425, 429 and 5xx. */
function settleDelivery(inquiry: Inquiry, delivery: Delivery, result: PostResult, at: Date): void {
  const problem = attemptProblem(inquiry, delivery, result, at)
  if (problem === undefined) {
    delivery.state = 'DELIVERED'
    delete delivery.problem
    return
  }
  delivery.problem = problem.message
  if (problem.isFinal || delivery.attempts >= ATTEMPTS_MAX) {
    delivery.state = 'GIVEN_UP'
    if (delivery.kind === 'inquiry' && inquiry.status === 'SENDING') inquiry.status = 'FAILED'
  }
}

type Problem = { readonly message: string; readonly isFinal: boolean }

function attemptProblem(inquiry: Inquiry, delivery: Delivery, result: PostResult, at: Date): Problem | undefined {
  if (!result.ok) return { message: result.problem, isFinal: false }
  const { status, body } = result
  const expected = delivery.kind === 'inquiry' ? 200 : 204
  if (status !== expected && !(delivery.kind !== 'inquiry' && status === 200)) {
    const isFinal = status < 500 && ![408, 425, 429].includes(status)
    return { message: `status ${status}: ${body.slice(0, 200)}`, isFinal }
  }
  switch (delivery.kind) {
    case 'inquiry':
      return applyInquiryResponse(inquiry, body, at)
    case 'resolution':
      if (inquiry.status === 'PENDING') inquiry.status = inquiry.rejected === undefined ? 'APPROVED' : 'REJECTED'
      return undefined
    case 'confirmation':
      inquiry.status = inquiry.txid === undefined ? 'CANCELED' : 'CONFIRMED'
      return undefined
  }
}

function applyInquiryResponse(inquiry: Inquiry, source: string, at: Date): Problem | undefined {
  if (inquiry.direction !== 'SENT') throw new Error('a received inquiry has no delivery of kind inquiry')
  const body = tryParse(source)
  if (isPostponed(body)) {
    if (inquiry.status === 'SENDING') inquiry.status = 'PENDING'
    return undefined
  }
  const decision = readDecision(body)
  if (decision === undefined)
    return { message: `status 200 without version or decision: ${source.slice(0, 200)}`, isFinal: true }
  if (!applyDecision(inquiry, decision, at))
    return { message: 'the response contradicts an earlier callback', isFinal: true }
  return undefined
}

function tryParse(source: string): unknown {
  try {
    return parseExactJson(source)
  } catch {
    return undefined
  }
}
