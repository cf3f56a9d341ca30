import { LoopTurns } from '@travel-rule/service/loop-turns'
import { type ConnectedClient, clientKey } from '../limits/connection-counts.ts'

/**
 * Turns for operations that are not cached. Planning one takes as long as twenty cached ones, so a
 * burst of them would delay everybody else. Messages of sockets have had a turn when they are read.
 */
export interface PlanningTurns {
  /** Resolves when the client has a turn; clients alternate. `undefined` when too many wait. */
  turnOf(client: ConnectedClient): Promise<void> | undefined
}

export function openPlanningTurns(turns = new LoopTurns(turnMs, { leastShare })): PlanningTurns {
  let waiting = 0
  return {
    turnOf(client) {
      if (waiting >= waitingMax) return undefined
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
      return promise
    },
  }
}

/** For two or three operations: what they send to subgraphs is written together, a tenth less CPU time than one by one. */
const turnMs = 2
/** Where cached operations fill the turns, new ones get a fifth of the time. */
const leastShare = 0.25
/** Each of them keeps its request in memory. */
const waitingMax = 128
