import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { unsentBytes } from './unsent-bytes.ts'

const CHANGED =
  'Node no longer counts unsent bytes in `_handle.writeQueueSize`: adapt unsent-bytes.ts, or clients that slowly read one long message are terminated as stalled'

test('the unsent bytes of a connection decrease while its client reads one long chunk', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [writer] = (await once(server, 'connection')) as [Socket]
  writer.on('error', () => undefined)
  writer.write(Buffer.alloc(50_000_000))
  const before = unsentBytes(writer)
  let [read, after, writableLength] = [0, before, 0]
  for await (const chunk of reader) {
    read += chunk.length
    after = unsentBytes(writer)
    writableLength = writer.writableLength
    if (read > 20_000_000) break
  }
  writer.destroy()
  server.close()
  expect(writableLength, 'the chunk was sent completely').toBe(50_000_000)
  expect(after, CHANGED).toBeLessThan(before)
})
