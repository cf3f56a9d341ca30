import { openMetrics } from '@travel-rule/service/metrics'
import { expect, test } from 'vitest'
import { openLiveMetrics } from './live-metrics.ts'
import { Outlet, type OutletPort } from './outlet.ts'

/** An outlet for three results at a time, to a client that reads when it is told to. */
function openOutlet() {
  const sent: string[] = []
  const resumed: (() => void)[] = []
  let full = false
  const port: OutletPort = {
    isFull: () => full,
    write: (_frame, bytes) => void sent.push(String(bytes)),
    writeLast: (text) => void sent.push(String(text)),
    together: (work) => work(),
    onRoom: (resume) => void resumed.push(resume),
    progress: () => undefined,
    cut: () => void sent.push('cut'),
  }
  const options = {
    limits: { bytesMax: 1_000, eventsMax: 3, stallMs: 60_000 },
    policies: new Map([['changed', 'disconnect' as const]]),
    metrics: openLiveMetrics(openMetrics('test')).of('graphql-transport-ws'),
  }
  const outlet: Outlet = new Outlet(port, options, { slow: (operation) => outlet.finish(operation, 'SLOW_CONSUMER') })
  return {
    outlet,
    sent,
    setFull: (value: boolean) => {
      full = value
      if (!full) for (const resume of resumed.splice(0)) resume()
    },
  }
}

const FRAME = { head: Buffer.alloc(0), tail: Buffer.alloc(0), field: 'changed' }
const results = (...texts: string[]) => texts.map((text) => ({ bytes: Buffer.from(text) }))

test('nothing of an operation follows its last message, also of results that came together with the one that was too much', () => {
  const { outlet, sent, setFull } = openOutlet()
  outlet.deliverAll('1', results('a', 'b'), FRAME)
  setFull(true)
  outlet.deliverAll('1', results('c', 'd', 'e', 'f', 'g', 'h'), FRAME)
  setFull(false)
  expect(sent).toEqual(['a', 'b', 'SLOW_CONSUMER'])
})

test('another operation goes on, also under an id that was used before', () => {
  const { outlet, sent, setFull } = openOutlet()
  setFull(true)
  outlet.deliverAll('1', results('a', 'b', 'c', 'd', 'e'), FRAME)
  outlet.deliverAll('2', results('f'), FRAME)
  outlet.deliverAll('1', results('g'), FRAME)
  setFull(false)
  expect(sent).toEqual(['SLOW_CONSUMER', 'f', 'g'])
})
