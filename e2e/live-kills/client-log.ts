import { noteOf } from './schemas.ts'

/** What one client asks for. */
export interface Subscription {
  readonly query: string
  readonly variables: { readonly buckets?: readonly number[] }
}

export const PLAIN = 'subscription Items($buckets: [Int!]) { itemChanged(buckets: $buckets) { id bucket text } }'
export const FEDERATED = 'subscription Noted($buckets: [Int!]) { itemChanged(buckets: $buckets) { id note } }'

export interface ReceivedItem {
  readonly position: string
  readonly number: number
}

/** What one client was given so far. */
export interface ClientLog {
  readonly name: string
  readonly subscription: Subscription
  readonly received: readonly ReceivedItem[]
  /** Everything that it should not have been told, in words. */
  readonly problems: readonly string[]
  /** After which position it began, and the last that it was told; `undefined` before it is live. */
  beginning(): string | undefined
  position(): string | undefined
  /** With which it is subscribed now. */
  extensions(): { readonly announce: true; readonly resumeAfter?: string }
  /** Results that came with the note, and those that came without it and say why. */
  notes(): { readonly right: number; readonly excused: number }
  /** Takes a result as the client's library gives it. */
  take(result: unknown): void
  /** Takes note of something that should not have happened. */
  blame(problem: string, detail?: unknown): void
}

/** `after`: the position to begin after; with what happens from now on, unless told. */
export function openClientLog(name: string, subscription: Subscription, after?: string): ClientLog {
  const received: ReceivedItem[] = []
  const problems: string[] = []
  const notes = { right: 0, excused: 0 }
  let [beginning, position] = [after, after]

  function blame(problem: string, detail?: unknown): void {
    problems.push(detail === undefined ? problem : `${problem}: ${describe(detail)}`)
  }

  function take(result: unknown): void {
    const { data, errors = [], extensions } = result as Result
    if (extensions?.position === undefined) {
      blame('a result without a position', result)
      return
    }
    position = extensions.position
    beginning ??= position
    if (data === null && errors.length === 0) return
    const item = data?.itemChanged
    if (item == null) {
      blame('a result without its item', result)
      return
    }
    received.push({ position, number: Number(item.id) })
    if (subscription.query === FEDERATED) checkNote(item, errors, result)
    else if (errors.length > 0) blame('a result with errors', result)
  }

  function checkNote(
    { id, note }: NonNullable<Result['data']>['itemChanged'],
    errors: Result['errors'],
    result: unknown,
  ) {
    const excuses = errors?.filter(({ path }) => path?.join('.') === 'itemChanged.note').length ?? 0
    if (note === noteOf(id) && errors?.length === 0) notes.right += 1
    else if (note === null && excuses === 1 && errors?.length === 1) notes.excused += 1
    else blame('a result with a wrong note', result)
  }

  return {
    name,
    subscription,
    received,
    problems,
    beginning: () => beginning,
    position: () => position,
    extensions: () => ({ announce: true, ...(position !== undefined && { resumeAfter: position }) }),
    notes: () => ({ ...notes }),
    take,
    blame,
  }
}

/** Whether items of this bucket are to come. */
export function asksFor({ variables: { buckets } }: Subscription, bucket: number): boolean {
  return buckets?.includes(bucket) ?? true
}

interface Result {
  readonly data?: { readonly itemChanged: { readonly id: string; readonly note?: string | null } } | null
  readonly errors?: readonly { readonly path?: readonly (string | number)[] }[]
  readonly extensions?: { readonly position?: string }
}

function describe(detail: unknown): string {
  if (detail instanceof Error) return detail.message
  const { code, reason } = Object(detail) as { code?: unknown; reason?: unknown }
  return code === undefined ? JSON.stringify(detail) : `${String(code)} ${String(reason)}`
}
