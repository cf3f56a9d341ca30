import { asksFor, type ClientLog } from './client-log.ts'
import type { StoredItem } from './item-store.ts'

const SHOWN_MAX = 20

/** What is wrong with what a client was given, in words; empty when it has every stored item that it asked for, once and in order, and nothing else. */
export function judge({ name, subscription, received, problems }: ClientLog, stored: readonly StoredItem[]): string[] {
  const expected = stored.filter(({ bucket }) => asksFor(subscription, bucket))
  const numbers = new Map(expected.map(({ position, number }) => [position, number]))
  const times = new Map<string, number>()
  for (const { position } of received) times.set(position, (times.get(position) ?? 0) + 1)
  const early = received.filter(
    ({ position }, index) => BigInt(position) <= BigInt(received[index - 1]?.position ?? -1),
  )
  const verdicts: [string, readonly string[]][] = [
    ['missing', expected.flatMap(({ position }) => (times.has(position) ? [] : [position]))],
    ['doubled', [...times].flatMap(([position, count]) => (count > 1 ? [`${position} (${count} times)`] : []))],
    ['not asked for', [...times.keys()].filter((position) => !numbers.has(position))],
    ['out of order', early.map(({ position }) => position)],
    [
      'another item',
      received.flatMap(({ position, number }) => (isOther(numbers.get(position), number) ? [position] : [])),
    ],
    ['told', problems],
  ]
  return verdicts.flatMap(([verdict, what]) => (what.length === 0 ? [] : [`${name}: ${verdict}: ${listed(what)}`]))
}

function isOther(expected: number | undefined, received: number): boolean {
  return expected !== undefined && expected !== received
}

function listed(what: readonly string[]): string {
  const more = what.length > SHOWN_MAX ? `, … ${what.length} in all` : ''
  return `${what.slice(0, SHOWN_MAX).join(', ')}${more}`
}
