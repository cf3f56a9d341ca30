import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { FeedProgress } from './feed-consumer.ts'

/** Publishes how far this process has applied each feed. */
export function observeFeeds({ registry }: Metrics, feeds: { progress(): readonly FeedProgress[] }): void {
  const registers = [registry]
  new Gauge({
    name: 'feed_state',
    help: '1 for the state of the consumer of a feed in this process',
    labelNames: ['source', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { source, state } of feeds.progress()) this.set({ source, state }, 1)
    },
  })
  new Gauge({
    name: 'feed_position',
    help: 'Last applied position of a feed, as read by this process',
    labelNames: ['source'],
    registers,
    collect() {
      for (const { source, position } of feeds.progress()) {
        if (position !== null) this.set({ source }, Number(position))
      }
    },
  })
  new Gauge({
    name: 'feed_event_lag_seconds',
    help: 'How long after it happened the last event of a feed was applied by this process',
    labelNames: ['source'],
    registers,
    collect() {
      for (const { source, lagMs } of feeds.progress()) {
        if (lagMs !== null) this.set({ source }, lagMs / 1_000)
      }
    },
  })
}
