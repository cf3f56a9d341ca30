import { setTimeout as delay } from 'node:timers/promises'
import { type ClientLog, FEDERATED, includesBucket, openClientLog, PLAIN } from './client-log.ts'
import { followEventStream, followGraphqlWs, followLegacy } from './clients.ts'
import { type FlakyClient, followFlaky } from './flaky-client.ts'
import type { StoredItem } from './item-store.ts'
import type { Random } from './seeded-random.ts'
import type { TestBed } from './test-bed.ts'

/** Time without progress of any client after which the test fails. Detecting a dead connection takes less. */
const STALL_MS_MAX = 400_000
const POLL_MS = 50

/** Clients of two people over every protocol, some with the same operation. */
export interface Subscribers extends AsyncDisposable {
  readonly logs: readonly ClientLog[]
  readonly flaky: FlakyClient
  /** Resolves when every client has a position. Rejects when there is no progress. */
  live(): Promise<void>
  /** Adds a client that resumes from the beginning. */
  join(): Promise<void>
  /**
   * Resolves when every client has received its share of these items. Rejects when no more items arrive, or a client
   * reports a problem.
   */
  caughtUp(stored: readonly StoredItem[]): Promise<void>
}

export async function openSubscribers({ url, wsUrl, token }: TestBed, random: Random): Promise<Subscribers> {
  const stack = new AsyncDisposableStack()
  const [ann, bob] = [await token('ann'), await token('bob')]
  const socket = [openClientLog('socket', everything), openClientLog('same socket, second subscription', everything)]
  const others = [
    openClientLog('socket of another person', everything),
    openClientLog('socket of another person, bucket 1', { query: PLAIN, variables: { buckets: [1] } }),
    openClientLog('socket of another person, notes of buckets 0 and 3', {
      query: FEDERATED,
      variables: { buckets: [0, 3] },
    }),
  ]
  const legacy = [
    openClientLog('legacy socket', everything),
    openClientLog('legacy socket, bucket 2', { query: PLAIN, variables: { buckets: [2] } }),
    openClientLog('legacy socket, notes', notesOfEverything),
  ]
  const stream = openClientLog('event stream', everything)
  const flakySocket = openClientLog('flaky socket', everything)
  const logs = [...socket, ...others, ...legacy, stream, flakySocket]
  stack.use(followGraphqlWs(wsUrl, ann, socket))
  stack.use(followGraphqlWs(wsUrl, bob, others))
  stack.use(followLegacy(wsUrl, ann, legacy))
  stack.use(followEventStream(url, ann, stream))
  const flaky = stack.use(followFlaky(wsUrl, ann, flakySocket, random))

  async function wait(goal: string, progress: () => number, isDone: (log: ClientLog) => boolean): Promise<void> {
    let [before, since] = [progress(), performance.now()]
    while (!logs.every(isDone)) {
      const failed = logs.filter(({ problems }) => problems.length > 0)
      if (failed.length > 0) throw new Error(`clients failed: ${failed.map(({ name }) => name).join()}`)
      if (progress() !== before) [before, since] = [progress(), performance.now()]
      if (performance.now() - since > STALL_MS_MAX) throw new Error(`stalled: not every client ${goal}`)
      await delay(POLL_MS)
    }
  }

  return {
    logs,
    flaky,
    live: () =>
      wait(
        'is live',
        () => logs.filter((log) => log.position() !== undefined).length,
        (log) => log.position() !== undefined,
      ),
    async join() {
      const log = openClientLog('late socket, notes', notesOfEverything, socket[0]?.start())
      logs.push(log)
      stack.use(followGraphqlWs(wsUrl, ann, [log]))
    },
    caughtUp(stored) {
      const counts = new Map(logs.map((log) => [log, countFor(log, stored)]))
      return wait(
        'has caught up',
        () => logs.reduce((sum, { received }) => sum + received.length, 0),
        (log) => log.received.length >= (counts.get(log) ?? 0),
      )
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const everything = { query: PLAIN, variables: {} }
const notesOfEverything = { query: FEDERATED, variables: {} }

function countFor({ subscription }: ClientLog, stored: readonly StoredItem[]): number {
  return stored.filter(({ bucket }) => includesBucket(subscription, bucket)).length
}
