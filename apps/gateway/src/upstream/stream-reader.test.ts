import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openEventReader, openPartReader, type StreamReader, type StreamReaderSink } from './stream-reader.ts'

type Open = (max: number, sink: StreamReaderSink) => StreamReader

/** What a reader finds in the chunks; `true` for the end. */
function read(open: Open, chunks: readonly string[], max = 1_000): { found: (string | true)[]; tooLong: boolean } {
  const found: (string | true)[] = []
  const reader = open(max, { message: (text) => found.push(text), completed: () => found.push(true) })
  const tooLong = chunks.map((chunk) => reader.push(chunk)).includes(true)
  return { found, tooLong }
}

const parts: Open = (max, sink) => openPartReader('graphql', max, sink)

const EVENTS =
  ':\n\nevent: next\ndata: {"a":\ndata: 1}\n\nid: 7\r\ndata:2\r\n\r\nevent: ping\ndata: x\n\nevent: complete\n\n'
const PARTS =
  'a preamble\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{"payload":1}\r\n--graphql\r\n\r\n{}\r\n--graphql--\r\n'

test.each<[string, Open, string, (string | true)[]]>([
  ['server-sent events', openEventReader, EVENTS, ['{"a":\n1}', '2', true]],
  [
    'server-sent events with carriage returns',
    openEventReader,
    EVENTS.replace(/\r?\n/g, '\r'),
    ['{"a":\n1}', '2', true],
  ],
  ['parts', parts, PARTS, ['{"payload":1}', '{}', true]],
  ['parts without a preamble', parts, PARTS.slice(PARTS.indexOf('--')), ['{"payload":1}', '{}', true]],
])('%s are read regardless of how the network splits them', (_name, open, text, expected) => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length]
      const chunks = at.slice(1).map((end, index) => text.slice(at[index], end))
      expect(read(open, chunks).found).toEqual(expected)
    }),
  )
})

test.each<[string, Open, string[]]>([
  ['A line', openEventReader, ['data: ', 'x'.repeat(101)]],
  ['An event of short lines', openEventReader, Array(10).fill('data: aaaaaaaaaaaaaaaa\n')],
  ['An event of empty lines', openEventReader, Array(200).fill('data:\n')],
  ['A part', parts, ['--graphql\r\n\r\n', 'x'.repeat(101)]],
])('%s that is too long is detected before it ends', (_name, open, chunks) => {
  expect(read(open, chunks.slice(0, 1), 100).tooLong).toBe(false)
  expect(read(open, chunks, 100)).toEqual({ found: [], tooLong: true })
})
