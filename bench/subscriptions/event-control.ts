import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/**
 * A port through which a load process causes events: each received byte is one event, numbered from 1.
 *
 * The load process identifies events by their order, so it does not need another process's clock to know when it caused
 * each one.
 */
export async function openEventControl(emit: (revision: number) => void): Promise<number> {
  let revision = 0
  const server = createServer((socket: Socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes: Buffer) => {
      for (const _byte of bytes) {
        revision += 1
        emit(revision)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
