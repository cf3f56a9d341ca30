import { openMetrics } from '@travel-rule/service/metrics'
import { expect, test } from 'vitest'
import { openLiveMetrics } from './live-metrics.ts'
import { ResultWriter, type WriterPort } from './result-writer.ts'

/** A writer with a queue of three results. The test controls when the client reads. */
function openWriter() {
  const sent: string[] = []
  const resumed: (() => void)[] = []
  let full = false
  const port: WriterPort = {
    isFull: () => full,
    write: (_frame, bytes) => void sent.push(String(bytes)),
    writeFinal: (text) => void sent.push(String(text)),
    batch: (work) => work(),
    onDrain: (resume) => void resumed.push(resume),
    progress: () => undefined,
    terminate: () => void sent.push('terminate'),
  }
  const options = {
    limits: { bytesMax: 1_000, eventsMax: 3, stallMs: 60_000 },
    policies: new Map([['changed', 'disconnect' as const]]),
    metrics: openLiveMetrics(openMetrics('test')).of('graphql-transport-ws'),
  }
  const writer: ResultWriter = new ResultWriter(port, options, {
    slow: (operation) => writer.finish(operation, 'SLOW_CONSUMER'),
  })
  return {
    writer,
    sent,
    setFull: (value: boolean) => {
      full = value
      if (!full) for (const resume of resumed.splice(0)) resume()
    },
  }
}

const FRAME = { head: Buffer.alloc(0), tail: Buffer.alloc(0), field: 'changed' }
const results = (...texts: string[]) => texts.map((text) => ({ bytes: Buffer.from(text) }))

test('no result of an operation follows its final message, even if a batch exceeds the queue', () => {
  const { writer, sent, setFull } = openWriter()
  writer.deliverAll('1', results('a', 'b'), FRAME)
  setFull(true)
  writer.deliverAll('1', results('c', 'd', 'e', 'f', 'g', 'h'), FRAME)
  setFull(false)
  expect(sent).toEqual(['a', 'b', 'SLOW_CONSUMER'])
})

test('other operations continue after a slow one ends, even one that reuses its id', () => {
  const { writer, sent, setFull } = openWriter()
  setFull(true)
  writer.deliverAll('1', results('a', 'b', 'c', 'd', 'e'), FRAME)
  writer.deliverAll('2', results('f'), FRAME)
  writer.deliverAll('1', results('g'), FRAME)
  setFull(false)
  expect(sent).toEqual(['SLOW_CONSUMER', 'f', 'g'])
})
