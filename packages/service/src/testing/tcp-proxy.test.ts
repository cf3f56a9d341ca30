import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { openTcpProxy } from './tcp-proxy.ts'

it.each([0, 0.5, 2, 10])(
  'a proxy with a delay of %s ms passes everything on, in order and not too early',
  async (delayMs) => {
    await using stack = new AsyncDisposableStack()
    const server = createServer((socket) => void socket.pipe(socket)).listen(0, '127.0.0.1')
    stack.defer(() => void server.close())
    await once(server, 'listening')
    const proxy = stack.use(await openTcpProxy())
    proxy.connectTo((server.address() as AddressInfo).port)
    proxy.delayBy(delayMs)
    const client = createConnection(proxy.port, '127.0.0.1').setEncoding('utf8')
    stack.defer(() => void client.destroy())
    const beganMs = performance.now()
    const sent = Array.from({ length: 300 }, (_, index) => `${index}: ${'x'.repeat(1_000)}\n`)
    for (const line of sent) client.write(line)
    let received = ''
    for await (const chunk of client) {
      received += chunk
      if (received.length >= sent.join('').length) break
    }
    expect(received).toBe(sent.join(''))
    // Both directions. On a busy machine it takes longer.
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(delayMs * 2)
  },
)
