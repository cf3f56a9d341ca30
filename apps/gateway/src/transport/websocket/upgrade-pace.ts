import type { Duplex } from 'node:stream'
import { entriesMax } from '@travel-rule/service/entries-max'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import { LRUCache } from 'lru-cache'

export interface UpgradePaceOptions {
  /** Average rate at which the upgrades of one address are handled. */
  readonly perSecond: number
  readonly turns: LoopTurns
}

/** An upgrade request whose headers have been parsed. */
export interface PendingUpgrade {
  readonly address: string
  readonly socket: Duplex
  /** Must not throw. */
  handle(): void
  /** Called instead of `handle` when the address has too many waiting upgrades; must not throw. */
  refuse(retryAfterSeconds: number): void
}

/**
 * Handles the upgrades of each address no faster than its pace, and lets several addresses take turns. Upgrades beyond
 * the pace wait without a response, which also slows down a client that keeps reconnecting. Upgrades that would wait
 * for too long are refused.
 */
export interface UpgradePace {
  /** Handles, delays or refuses an upgrade. An upgrade whose socket closes meanwhile is dropped. */
  enter(upgrade: PendingUpgrade): void
}

export function openUpgradePace({ perSecond, turns }: UpgradePaceOptions): UpgradePace {
  const intervalMs = 1_000 / perSecond
  const burstMs = burstSeconds * 1_000
  /** For each address, when its last upgrade would be handled if there were no burst. */
  const lastMs = new LRUCache<string, number>(entriesMax(addressesMax))

  /** Reserves the time for the next upgrade of an address. Returns the time until then. */
  function reserve(address: string): number {
    const nowMs = performance.now()
    const last = Math.max(lastMs.get(address) ?? 0, nowMs - burstMs) + intervalMs
    const waitMs = Math.max(0, last - nowMs)
    if (waitMs <= waitMsMax) lastMs.set(address, last)
    return waitMs
  }

  return {
    enter(upgrade) {
      const waitMs = reserve(upgrade.address)
      if (waitMs === 0) handleInTurn(upgrade, turns)
      else if (waitMs <= waitMsMax) setTimeout(handleInTurn, waitMs, upgrade, turns).unref()
      else upgrade.refuse(Math.ceil(waitMs / 1_000))
    },
  }
}

/** The burst handled without a pause is the number of upgrades that the pace allows in this time. */
const burstSeconds = 4
const waitMsMax = 10_000
/** Number of addresses in memory. The least recently active address is evicted first, and gets its full burst again. */
const addressesMax = 10_000

function handleInTurn(upgrade: PendingUpgrade, turns: LoopTurns): void {
  const step = () => {
    if (!upgrade.socket.destroyed) upgrade.handle()
    return false
  }
  if (turns.hasTime()) step()
  else turns.add({ owner: upgrade.address, step })
}
