import { LoopTurns } from '@travel-rule/service/loop-turns'
import { type ConnectedClient, clientKey } from '../limits/connection-counts.ts'

/**
 * Turns for operations that are not cached. Planning one takes as long as twenty cached operations, so a burst would
 * delay all other clients. WebSocket messages already wait for their turn when they are read.
 */
export interface PlanningTurns {
  /** Resolves when the client has a turn; clients alternate. Resolves at once when too many wait. */
  turnOf(client: ConnectedClient): Promise<void>
}

export function openPlanningTurns(turns = new LoopTurns(turnMs, { leastShare })): PlanningTurns {
  let waiting = 0
  return {
    async turnOf(client) {
      if (waiting >= waitingMax) return
      waiting += 1
      const { promise, resolve } = Promise.withResolvers<void>()
      turns.add({
        owner: clientKey(client),
        step() {
          waiting -= 1
          resolve()
          return false
        },
      })
      await promise
    },
  }
}

/** Enough for two or three operations. Writing their subgraph requests together takes a tenth less CPU time. */
const turnMs = 2
/** When cached operations fill the turns, new operations get a fifth of the time. */
const leastShare = 0.25
/** Each waiting operation keeps its request in memory. */
const waitingMax = 128
