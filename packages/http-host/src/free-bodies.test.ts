import { once } from 'node:events'
import { connect } from 'node:net'
import { freeBuffers } from '@travel-rule/frames/free-buffers'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { openHttpHost } from './http-host.ts'
import type { HttpResponse } from './route.ts'

/** A host whose route sends a new body of two chunks for each request. */
async function openBodies({ bytes, ...response }: { bytes: number } & Partial<HttpResponse>) {
  const bodies: Buffer[][] = []
  const host = await openHttpHost({
    host: '127.0.0.1',
    port: 0,
    logger: captureLog().logger,
    routes: [
      {
        method: 'GET',
        path: '/',
        handle() {
          const body = [Buffer.allocUnsafeSlow(bytes).fill('a'), Buffer.from('the end')]
          bodies.push(body)
          return { status: 200, body, ...response }
        },
      },
    ],
  })
  return { bodies, host, isFreed: () => bodies.map(([first]) => first?.length === 0) }
}

test('the chunks of an exclusive body are freed once a client has received them', async () => {
  const { host, isFreed } = await openBodies({ bytes: 100_000, bodyIsExclusive: true })
  await using _host = host
  const texts = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(host.url)).text()))
  for (const text of texts) expect(text === `${'a'.repeat(100_000)}the end`).toBe(true)
  await expect.poll(isFreed).toEqual(texts.map(() => true))
})

test('a body to which others may refer is not freed', async () => {
  const { host, isFreed } = await openBodies({ bytes: 100_000 })
  await using _host = host
  await (await fetch(host.url)).text()
  await (await fetch(host.url)).text()
  expect(isFreed()).toEqual([false, false])
})

test('a slow client receives an exclusive body completely', async () => {
  const bytes = 20_000_000
  const { host, isFreed } = await openBodies({ bytes, bodyIsExclusive: true })
  await using _host = host
  const socket = connect(host.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  await once(socket, 'readable')
  // More than the network buffers hold, so most of it has yet to be written.
  expect(isFreed()).toEqual([false])
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const received = Buffer.concat(chunks)
  const body = received.subarray(received.indexOf('\r\n\r\n') + 4)
  expect(body.equals(Buffer.concat([Buffer.alloc(bytes, 'a'), Buffer.from('the end')]))).toBe(true)
  await expect.poll(isFreed).toEqual([true])
})

test('a host survives clients that disconnect in the middle of an exclusive body', async () => {
  const { host } = await openBodies({ bytes: 20_000_000, bodyIsExclusive: true })
  await using _host = host
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const socketsBefore = sockets()
  for (let client = 0; client < 5; client += 1) {
    const socket = connect(host.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'readable')
    socket.destroy()
  }
  // The host has noticed their disconnection.
  await expect.poll(sockets).toBeLessThanOrEqual(socketsBefore)
  expect((await (await fetch(host.url)).text()).length).toBe(20_000_007)
})

test("the longest buffers that share Node's pool are not freed", () => {
  const pooled = [0, 1, 2].map((index) => Buffer.allocUnsafe((Buffer.poolSize >>> 1) - 1).fill(index))
  freeBuffers(pooled)
  expect(pooled.map((buffer) => buffer.at(-1))).toEqual([0, 1, 2])
})
