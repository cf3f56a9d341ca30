import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LoopTurns } from '@travel-rule/service/loop-turns'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Pace, PacedReader, readFrameHeader } from './paced-reader.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo.splice(0)) each()
})

/** A raw client of a `ws` server that reads at `pace`. */
async function openPaced(pace: Pace, aheadMsMax = 60_000) {
  const server = createServer().listen(0, '127.0.0.1')
  const sockets = new WebSocketServer({ noServer: true, autoPong: false })
  const got: string[] = []
  const turns = new LoopTurns(5)
  const opened = Promise.withResolvers<{ client: WebSocket; reader: PacedReader }>()
  let tooFast = 0
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => {
      const listener = { tooFast: () => void tooFast++ }
      const reader = new PacedReader(client, socket, { turns, owner: 'address', pace, aheadMsMax, listener })
      client.on('ping', () => got.push('ping'))
      client.on('message', (message) => got.push(String(message)))
      client.on('error', () => reader.end())
      client.on('close', (code) => {
        got.push(`close ${code}`)
        reader.end()
      })
      opened.resolve({ client, reader })
    }),
  )
  await once(server, 'listening')
  const raw = connect((server.address() as AddressInfo).port, '127.0.0.1')
  undo.push(
    () => raw.destroy(),
    () => server.close(),
  )
  raw.on('error', () => {})
  raw.write(
    'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  const { client, reader } = await opened.promise
  await once(raw, 'data')
  return { raw, got, client, reader, tooFast: () => tooFast }
}

async function untilGot(got: readonly string[], last: string): Promise<void> {
  while (got.at(-1) !== last) await nextTurn()
}

const QUICK: Pace = { perSecond: 1_000_000, burst: 1_000_000 }

/** A client frame, masked with zeros. */
function frame(opcode: number, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload)
  const length = bytes.byteLength
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (head.byteLength === 4) head.writeUInt16BE(length, 2)
  if (head.byteLength === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, Buffer.alloc(4), bytes])
}
const ping = frame(9, '')
const text = (content: string) => frame(1, content)
const close = frame(8, Buffer.from([0x03, 0xe8]))

test('frames beyond the burst are read in order, once the pace allows it', async () => {
  const { raw, got, reader } = await openPaced({ perSecond: 100, burst: 5 })
  const sent = Array.from({ length: 20 }, (_, index) => `message ${index}`)
  const all = ['ping', 'ping', 'ping', ...sent]
  raw.write(Buffer.concat([ping, ping, ping, ...sent.map(text)]))
  while (!reader.isPaused() || got.length < 5) await nextTurn()
  // A turn of a busy machine may allow more than the burst.
  expect(got).toEqual(all.slice(0, got.length))
  expect(got.length).toBeLessThan(all.length)
  await untilGot(got, 'message 19')
  expect(got).toEqual(all)
  expect(reader.isPaused()).toBe(false)
})

test("a client's burst is read between the messages of other clients", async () => {
  const busy = await openPaced(QUICK)
  const order: string[] = []
  busy.client.on('ping', () => order.push('ping'))
  busy.raw.write(Buffer.concat(Array.from({ length: 10_000 }, () => ping)))
  await once(busy.client, 'ping')
  setImmediate(() => order.push('other'))
  while (busy.got.length < 10_000) await nextTurn()
  expect(order.indexOf('other')).toBeGreaterThanOrEqual(0)
  expect(order.indexOf('other')).toBeLessThan(1_000)
})

test('a client that stays ahead of its pace for longer than allowed is too fast', async () => {
  const patient = await openPaced({ perSecond: 1, burst: 2 })
  const { raw, reader, tooFast } = await openPaced({ perSecond: 1, burst: 2 }, 500)
  for (const client of [patient, { raw }]) client.raw.write(Buffer.concat(Array(1_000).fill(ping)))
  while (!reader.isPaused()) await nextTurn()
  expect(tooFast()).toBe(0)
  while (tooFast() === 0) await nextTurn()
  expect(patient.reader.isPaused()).toBe(true)
  expect(patient.tooFast()).toBe(0)
})

test('long frames count as several', async () => {
  const { raw, got, reader } = await openPaced({ perSecond: 1, burst: 10 })
  raw.write(Buffer.concat([text('x'.repeat(50_000)), text('short')]))
  while (!reader.isPaused() || got.length < 1) await nextTurn()
  expect(got.map(({ length }) => length)).toEqual([50_000])
})

test('an authenticated client gets the burst of its new pace', async () => {
  const { raw, got, reader } = await openPaced({ perSecond: 1, burst: 2 })
  raw.write(Buffer.concat([ping, ping, text('third')]))
  while (!reader.isPaused() || got.length < 2) await nextTurn()
  reader.authenticated('client', { perSecond: 1, burst: 2 })
  expect(reader.owner).toBe('client')
  await untilGot(got, 'third')
})

test('the closing handshake completes, and bytes after the close frame are discarded', async () => {
  const { raw, got } = await openPaced(QUICK)
  raw.write(Buffer.concat([text('last'), close, text('late'), ping]))
  await once(raw, 'end')
  raw.end()
  await untilGot(got, 'close 1000')
  expect(got).toEqual(['last', 'close 1000'])
})

test('an invalid frame closes the socket, and bytes after it are discarded', async () => {
  const { raw, got } = await openPaced(QUICK)
  raw.write(Buffer.concat([text('valid'), Buffer.from([0xff, 0x80, 0, 0, 0, 0]), ...Array(1_000).fill(ping)]))
  await once(raw, 'end')
  raw.end()
  await untilGot(got, 'close 1006')
  expect(got).toEqual(['valid', 'close 1006'])
})

test('messages arrive unchanged however their bytes are split', async () => {
  const { raw, got } = await openPaced(QUICK)
  const sent = ['', 'a', 'b'.repeat(125), 'c'.repeat(126), 'd'.repeat(70_000), 'end']
  const bytes = Buffer.concat(sent.map(text))
  for (const [from, to] of slicesOf(bytes.length, [1, 2, 3, 4, 5, 140, 300, 65_000])) {
    raw.write(bytes.subarray(from, to))
    await nextTurn()
  }
  await untilGot(got, 'end')
  expect(got.map(({ length }) => length)).toEqual(sent.map(({ length }) => length))
  expect(got).toEqual(sent)
})

function slicesOf(length: number, ends: readonly number[]): [number, number][] {
  const all = [0, ...ends.filter((end) => end < length), length]
  return all.slice(1).map((end, index) => [all[index] ?? 0, end])
}

test("the length of a frame as ws writes it is read from the frame's header", () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 2, 8, 9), fc.nat(200_000), fc.nat(14), (opcode, payloadBytes, headerBytes) => {
      const bytes = frame(opcode, Buffer.alloc(payloadBytes))
      expect(readFrameHeader(bytes)).toEqual({ opcode, length: bytes.byteLength })
      const incomplete = headerBytes < bytes.byteLength - payloadBytes
      expect(readFrameHeader(bytes.subarray(0, headerBytes)) === undefined).toBe(incomplete)
    }),
  )
})
