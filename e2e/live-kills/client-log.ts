import type { StoredItem } from './item-store.ts'
import { noteOf } from './schemas.ts'

export interface Subscription {
  readonly query: string
  readonly variables: { readonly buckets?: readonly number[] }
}

export const PLAIN = 'subscription Items($buckets: [Int!]) { itemChanged(buckets: $buckets) { id bucket text } }'
export const FEDERATED = 'subscription Noted($buckets: [Int!]) { itemChanged(buckets: $buckets) { id note } }'

const LISTED_MAX = 20

export interface ReceivedItem {
  readonly position: string
  readonly number: number
}

/** Everything that one client has received. */
export interface ClientLog {
  readonly name: string
  readonly subscription: Subscription
  readonly received: readonly ReceivedItem[]
  /** Unexpected results, errors and completions. */
  readonly problems: readonly string[]
  /** The positions after which it started and of the last received result; `undefined` before it is live. */
  start(): string | undefined
  position(): string | undefined
  /** The extensions for the next subscription. */
  extensions(): { readonly announce: true; readonly resumeAfter?: string }
  /** Number of results with the correct note, and of results with an error instead. */
  notes(): { readonly right: number; readonly excused: number }
  /** Adds a result as the client library delivers it. */
  add(result: unknown): void
  addProblem(problem: string, detail?: unknown): void
}

/** `after`: the position after which to resume. Without it, the client starts with the next event. */
export function openClientLog(name: string, subscription: Subscription, after?: string): ClientLog {
  const received: ReceivedItem[] = []
  const problems: string[] = []
  const notes = { right: 0, excused: 0 }
  let [start, position] = [after, after]

  function addProblem(problem: string, detail?: unknown): void {
    problems.push(detail === undefined ? problem : `${problem}: ${describe(detail)}`)
  }

  function add(result: unknown): void {
    const { data, errors = [], extensions } = result as Result
    if (extensions?.position === undefined) {
      addProblem('a result without a position', result)
      return
    }
    // A busy subgraph announces the position late: until then, a reconnect would miss events.
    if (extensions.position === null) return
    position = extensions.position
    start ??= position
    if (data === null && errors.length === 0) return
    const item = data?.itemChanged
    if (item == null) {
      addProblem('a result without its item', result)
      return
    }
    received.push({ position: numberOf(position), number: Number(item.id) })
    if (subscription.query === FEDERATED) checkNote(item, errors, result)
    else if (errors.length > 0) addProblem('a result with errors', result)
  }

  function checkNote(
    { id, note }: NonNullable<Result['data']>['itemChanged'],
    errors: Result['errors'],
    result: unknown,
  ) {
    const excuses = errors?.filter(({ path }) => path?.join('.') === 'itemChanged.note').length ?? 0
    if (note === noteOf(id) && errors?.length === 0) notes.right += 1
    else if (note === null && excuses === 1 && errors?.length === 1) notes.excused += 1
    else addProblem('a result with a wrong note', result)
  }

  return {
    name,
    subscription,
    received,
    problems,
    start: () => start,
    position: () => position,
    extensions: () => ({ announce: true, ...(position !== undefined && { resumeAfter: position }) }),
    notes: () => ({ ...notes }),
    add,
    addProblem,
  }
}

/** The number in an encoded position. */
function numberOf(position: string): string {
  return position.slice(0, position.indexOf('-'))
}

export function includesBucket({ variables: { buckets } }: Subscription, bucket: number): boolean {
  return buckets?.includes(bucket) ?? true
}

/** Problems; empty when the client received exactly the items of its buckets, once and in order. */
export function deliveryProblems(
  { name, subscription, received, problems }: ClientLog,
  stored: readonly StoredItem[],
): string[] {
  const expected = stored.filter(({ bucket }) => includesBucket(subscription, bucket))
  const numbers = new Map(expected.map(({ position, number }) => [position, number]))
  const times = new Map<string, number>()
  for (const { position } of received) times.set(position, (times.get(position) ?? 0) + 1)
  const early = received.filter(
    ({ position }, index) => BigInt(position) <= BigInt(received[index - 1]?.position ?? -1),
  )
  const isOther = ({ position, number }: ReceivedItem) => numbers.has(position) && numbers.get(position) !== number
  const found: [string, readonly string[]][] = [
    ['missing', expected.flatMap(({ position }) => (times.has(position) ? [] : [position]))],
    ['duplicate', [...times].flatMap(([position, count]) => (count > 1 ? [`${position} (${count} times)`] : []))],
    ['not subscribed to', [...times.keys()].filter((position) => !numbers.has(position))],
    ['out of order', early.map(({ position }) => position)],
    ['wrong item', received.filter(isOther).map(({ position }) => position)],
    ['unexpected', problems],
  ]
  return found.flatMap(([what, entries]) => (entries.length === 0 ? [] : [`${name}: ${what}: ${list(entries)}`]))
}

interface Result {
  readonly data?: { readonly itemChanged: { readonly id: string; readonly note?: string | null } } | null
  readonly errors?: readonly { readonly path?: readonly (string | number)[] }[]
  readonly extensions?: { readonly position?: string | null }
}

function describe(detail: unknown): string {
  if (detail instanceof Error) return detail.message
  const { code, reason } = Object(detail) as { code?: unknown; reason?: unknown }
  return code === undefined ? JSON.stringify(detail) : `${String(code)} ${String(reason)}`
}

function list(entries: readonly string[]): string {
  const more = entries.length > LISTED_MAX ? `, … (${entries.length} in all)` : ''
  return `${entries.slice(0, LISTED_MAX).join(', ')}${more}`
}
