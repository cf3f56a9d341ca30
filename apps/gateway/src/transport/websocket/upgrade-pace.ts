import type { Duplex } from 'node:stream'
import { entriesMax } from '@travel-rule/service/entries-max'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import { LRUCache } from 'lru-cache'

export interface UpgradePaceOptions {
  /** Upgrades of one address that are handled per second on average; 0 means unlimited. */
  readonly perSecond: number
  readonly turns: LoopTurns
}

/** An upgrade request whose headers have been parsed. */
export interface PendingUpgrade {
  readonly address: string
  readonly socket: Duplex
  /** Must not throw. */
  handle(): void
  /** Called instead when the address has too many waiting; must not throw. */
  refuse(retryAfterSeconds: number): void
}

/**
 * Handles the upgrades of each address no faster than its pace, and those of several addresses in
 * turn. Upgrades beyond it wait without a response, which also slows down a client that connects
 * again and again. Those that would wait for too long are refused.
 */
export interface UpgradePace {
  /** Handles, delays or refuses an upgrade. One whose socket closes meanwhile is forgotten. */
  enter(upgrade: PendingUpgrade): void
}

export function openUpgradePace({ perSecond, turns }: UpgradePaceOptions): UpgradePace {
  const intervalMs = perSecond === 0 ? 0 : 1_000 / perSecond
  const burstMs = burstSeconds * 1_000
  /** When the last upgrade of an address would be handled without a burst. */
  const lastMs = new LRUCache<string, number>(entriesMax(addressesMax))

  /** The time until the next upgrade of an address may be handled, which is reserved for it. */
  function reserve(address: string): number {
    if (perSecond === 0) return 0
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

/** Upgrades that are handled without a pause are as many as those of this time. */
const burstSeconds = 4
const waitMsMax = 10_000
/** Addresses in memory. An evicted one, the least recently active, gets its burst again. */
const addressesMax = 10_000

function handleInTurn(upgrade: PendingUpgrade, turns: LoopTurns): void {
  const step = () => {
    if (!upgrade.socket.destroyed) upgrade.handle()
    return false
  }
  if (turns.hasTime()) step()
  else turns.add({ owner: upgrade.address, step })
}
