import { logExchange } from './exchange-log.ts'
import { messageHeaders, type PostMessage, type PostResult } from './post-message.ts'
import { settleDelivery } from './settle-delivery.ts'
import type { Delivery, Inquiry } from './state.ts'
import type { StateFile } from './state-file.ts'

const AT_ONCE_MAX = 4
const RETRY_DELAY_MAX_MS = 60_000
const TIMER_MAX_MS = 60_000

export interface Deliveries extends AsyncDisposable {
  /** Looks again for what is due; to be called after every change of the state. */
  wake(): void
}

export interface DeliveriesOptions {
  readonly file: StateFile
  readonly post: PostMessage
  readonly retryDelayMs: number
  readonly now: () => Date
}

/** Sends what waits in the state when it is due, also what an earlier process left there, and repeats what failed. */
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
      if (delivery.dueAt > at || running.size >= AT_ONCE_MAX) continue
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
    if (Number.isFinite(next) && running.size < AT_ONCE_MAX) {
      timer = setTimeout(wake, Math.min(Math.max(next - at, 0), TIMER_MAX_MS))
    }
  }

  async function attempt(inquiry: Inquiry, delivery: Delivery): Promise<void> {
    delivery.attempts += 1
    await file.saved()
    const at = now()
    const result = await post({ ...delivery, signal: stopping.signal })
    if (stopping.signal.aborted && !result.ok) return
    settleDelivery(inquiry, delivery, result, now())
    if (delivery.state === 'WAITING') delivery.dueAt = now().getTime() + backOff(delivery.attempts, retryDelayMs)
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

function backOff(attempts: number, retryDelayMs: number): number {
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
    answer: result.ok ? result.text : '',
    inquiryId: inquiry.id,
    problem: delivery.problem,
    isRepeat: delivery.attempts > 1,
  })
}
