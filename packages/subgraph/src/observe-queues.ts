import { Counter, Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { FairQueue } from './fair-queue.ts'

/** Publishes the depth of this process's queues, by name. */
export function observeQueues(
  { registry }: Metrics,
  queues: Readonly<Record<string, Pick<FairQueue, 'counts'>>>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'subgraph_work',
    help: 'Work of clients that is running or waits for its turn',
    labelNames: ['queue', 'state'],
    registers,
    collect() {
      for (const [queue, { counts }] of Object.entries(queues)) {
        const { running, queued } = counts()
        this.set({ queue, state: 'running' }, running)
        this.set({ queue, state: 'waiting' }, queued)
      }
    },
  })
  new Counter({
    name: 'subgraph_work_refused_total',
    help: 'Work of clients refused because too much was waiting',
    labelNames: ['queue'],
    registers,
    collect() {
      this.reset()
      for (const [queue, { counts }] of Object.entries(queues)) this.inc({ queue }, counts().refused)
    },
  })
}
