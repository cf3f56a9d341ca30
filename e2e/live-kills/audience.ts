import { setTimeout as delay } from 'node:timers/promises'
import { asksFor, type ClientLog, FEDERATED, openClientLog, PLAIN } from './client-log.ts'
import { type CutClient, followCut } from './clients/follow-cut.ts'
import { followLegacy } from './clients/follow-legacy.ts'
import { followSocket } from './clients/follow-socket.ts'
import { followStream } from './clients/follow-stream.ts'
import type { StoredItem } from './item-store.ts'
import type { Random } from './seeded-random.ts'
import type { Stage } from './stage.ts'

/** How long nobody may get anything, while there is something to get. Longer than it takes to find out that a connection is dead. */
const QUIET_MS_MAX = 120_000
const POLL_MS = 50

/** Clients of all kinds: of two people, over every protocol, some with the same operation. */
export interface Audience extends AsyncDisposable {
  readonly logs: readonly ClientLog[]
  /** The one that is cut again and again. */
  readonly cut: CutClient
  /** Resolves when every client has been told that it is live; rejects when that does not come. */
  live(): Promise<void>
  /** One more client comes, which wants what happened since the beginning. */
  join(): Promise<void>
  /** Resolves when every client has got as many items as it is to get of these; rejects when nothing comes any more, and when a client has got trouble. */
  caughtUp(stored: readonly StoredItem[]): Promise<void>
}

export async function openAudience({ url, wsUrl, token }: Stage, random: Random): Promise<Audience> {
  const stack = new AsyncDisposableStack()
  const [ann, bob] = [await token('ann'), await token('bob')]
  const socket = [openClientLog('socket', everything), openClientLog('the same socket again', everything)]
  const others = [
    openClientLog('socket of somebody else', everything),
    openClientLog('socket of somebody else, bucket 1', { query: PLAIN, variables: { buckets: [1] } }),
    openClientLog('socket of somebody else, notes of buckets 0 and 3', {
      query: FEDERATED,
      variables: { buckets: [0, 3] },
    }),
  ]
  const legacy = [
    openClientLog('legacy socket', everything),
    openClientLog('legacy socket, bucket 2', { query: PLAIN, variables: { buckets: [2] } }),
    openClientLog('legacy socket, notes', notesOfEverything),
  ]
  const stream = openClientLog('stream', everything)
  const cutSocket = openClientLog('cut socket', everything)
  const logs = [...socket, ...others, ...legacy, stream, cutSocket]
  stack.use(followSocket(wsUrl, ann, socket))
  stack.use(followSocket(wsUrl, bob, others))
  stack.use(followLegacy(wsUrl, ann, legacy))
  stack.use(followStream(url, ann, stream))
  const cut = stack.use(followCut(wsUrl, ann, cutSocket, random))

  async function wait(what: string, progress: () => number, isOver: (log: ClientLog) => boolean): Promise<void> {
    let [before, since] = [progress(), performance.now()]
    while (!logs.every(isOver)) {
      const trouble = logs.filter(({ problems }) => problems.length > 0)
      if (trouble.length > 0) throw new Error(`clients have got trouble: ${trouble.map(({ name }) => name).join()}`)
      if (progress() !== before) [before, since] = [progress(), performance.now()]
      if (performance.now() - since > QUIET_MS_MAX) throw new Error(`nothing comes any more: not every client ${what}`)
      await delay(POLL_MS)
    }
  }

  return {
    logs,
    cut,
    live: () =>
      wait(
        'is live',
        () => logs.filter((log) => log.position() !== undefined).length,
        (log) => log.position() !== undefined,
      ),
    async join() {
      const log = openClientLog('socket that comes afterwards, notes', notesOfEverything, socket[0]?.beginning())
      logs.push(log)
      stack.use(followSocket(wsUrl, ann, [log]))
    },
    caughtUp(stored) {
      const counts = new Map(logs.map((log) => [log, countFor(log, stored)]))
      return wait(
        'has got everything',
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
  return stored.filter(({ bucket }) => asksFor(subscription, bucket)).length
}
