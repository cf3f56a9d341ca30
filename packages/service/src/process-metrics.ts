import { createRequire } from 'node:module'
import type { Registry } from 'prom-client'

const require = createRequire(import.meta.url)

/**
 * prom-client's default metrics but that of garbage collections: watching them makes objects that live until the next collection of all garbage,
 * some with each collection of the young, which under load is a third of all that collects there. The lag of the event loop shows their pauses.
 * And but those of handles and requests, which are deprecated: those of resources say the same.
 */
const NAMES = [
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

/** Adds the metrics of this process: CPU time, memory, file descriptors, the lag of its event loop. */
export function collectProcessMetrics(registry: Registry): void {
  for (const name of NAMES) {
    const collect: (registry: Registry, options: { eventLoopMonitoringPrecision: number }) => void = require(
      `prom-client/lib/metrics/${name}.js`,
    )
    collect(registry, { eventLoopMonitoringPrecision: 10 })
  }
}
