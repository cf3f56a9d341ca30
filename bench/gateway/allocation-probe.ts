import { Session } from 'node:inspector/promises'

/** Loaded by `--import` into a process under test, which then reports its allocations. */
export type ProbeOrder = { readonly allocations: 'start' | 'stop' }

/** Average number of bytes per sample. */
const samplingBytes = 16_384

interface Node {
  readonly selfSize: number
  readonly children: readonly Node[]
}

const session = new Session()

process.on('message', async (order: Partial<ProbeOrder>) => {
  if (order.allocations === 'start') {
    session.connect()
    await session.post('HeapProfiler.enable')
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: samplingBytes,
      // Otherwise only objects still alive at the end would be counted.
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    })
    process.send?.({})
  } else if (order.allocations === 'stop') {
    const { profile } = await session.post('HeapProfiler.stopSampling')
    session.disconnect()
    process.send?.({ bytes: sizeOf(profile.head) })
  }
})
// The process must be able to exit.
process.channel?.unref()

function sizeOf({ selfSize, children }: Node): number {
  return selfSize + children.reduce((sum, child) => sum + sizeOf(child), 0)
}
