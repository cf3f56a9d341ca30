import { createRequire } from 'node:module'
import type { Registry } from 'prom-client'

const require = createRequire(import.meta.url)

/**
 * prom-client's default metrics that this service publishes, by the files that collect them.
 *
 * `collectDefaultMetrics` cannot select metrics. Omitted are `gc`, whose observer allocates during every garbage
 * collection (a third of all young collections under load; the event-loop lag shows the pauses), and the deprecated
 * `processHandles` and `processRequests`, which `processResources` replaces.
 */
export const PROCESS_METRICS = [
  'processCpuTotal',
  'processStartTime',
  'osMemoryHeap',
  'processOpenFileDescriptors',
  'processMaxFileDescriptors',
  'processResources',
  'eventLoopLag',
  'heapSizeAndUsed',
  'heapSpacesSizeAndUsed',
  'version',
] as const

/** Adds CPU time, memory, file descriptors, event-loop lag and Node's version. */
export function collectProcessMetrics(registry: Registry): void {
  for (const name of PROCESS_METRICS) {
    const collect: (registry: Registry, options: { eventLoopMonitoringPrecision: number }) => void = require(
      `prom-client/lib/metrics/${name}.js`,
    )
    collect(registry, { eventLoopMonitoringPrecision: 10 })
  }
}
