import { isUtf8 } from 'node:buffer'
import { expect, test } from 'vitest'
import { areUtf8, toChunks } from './fetch-attempt.ts'
import { type BodyChunks, joinChunks } from './subgraph-response.ts'

const cut = (bytes: Buffer, at: number): BodyChunks => [bytes.subarray(0, at), bytes.subarray(at)]

test.each(['aé€😀b', '😀😀', 'éé€€'])('%s is recognized as UTF-8 wherever it is split into chunks', (text) => {
  const bytes = Buffer.from(`${'x'.repeat(8)}${text}${'x'.repeat(8)}`)
  for (let at = 4; at < bytes.length - 4; at += 1) expect(areUtf8(cut(bytes, at)), `cut at ${at}`).toBe(true)
})

test('invalid UTF-8 is detected wherever it is split into chunks', () => {
  const wrong = [
    [0x80],
    [0xc3],
    [0xe2, 0x82],
    [0xf0, 0x9f, 0x98],
    [0xf0, 0x9f, 0x98, 0x80, 0x80],
    [0xc3, 0xc3, 0xa9],
    [0xed, 0xa0, 0x80],
  ]
  for (const part of wrong) {
    const bytes = Buffer.concat([Buffer.from('x'.repeat(8)), Buffer.from(part), Buffer.from('y'.repeat(8))])
    expect(isUtf8(bytes)).toBe(false)
    for (let at = 4; at < bytes.length - 4; at += 1) {
      expect(areUtf8(cut(bytes, at)), `${bytes.toString('hex')} cut at ${at}`).toBe(false)
    }
  }
})

test('long chunks are kept separate, and short ones are joined', () => {
  const long = Buffer.alloc(20_000, 'a')
  expect(toChunks([], 0)).toEqual([Buffer.alloc(0)])
  expect(toChunks([long], 20_000)[0]).toBe(long)
  expect(toChunks([long, long], 40_000)).toHaveLength(2)
  expect(toChunks([Buffer.from('ab'), Buffer.from('c')], 3)).toEqual([Buffer.from('abc')])
  expect(toChunks([long, Buffer.from('c')], 20_001)).toHaveLength(1)
  expect(joinChunks(toChunks([long, long], 40_000))).toEqual(Buffer.alloc(40_000, 'a'))
})
