import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openMailer } from './open-mailer.ts'

it('an attempt to send an e-mail ends with its job, and closes its connection', async () => {
  const job = new AbortController()
  const connections: Socket[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    // The server never sends its greeting.
    job.abort()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = openMailer({ url: `smtp://127.0.0.1:${port}/?ignoreTLS=true`, from: 'desk@alice.example' })
  const mail = { to: 'ada@sender.example', subject: 'subject', text: 'text' }
  await expect(mailer.send(mail, job.signal)).rejects.toMatchObject({ cause: { message: 'SMTP failed (EABORT)' } })
  const [connection] = connections
  if (connection === undefined) throw new Error('nothing has connected')
  if (!connection.closed) await once(connection.resume(), 'close')
  server.close()
  await once(server, 'close')
})
