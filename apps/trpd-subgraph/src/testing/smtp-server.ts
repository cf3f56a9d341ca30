import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** An e-mail that the server received: its recipient and its decoded body. */
export interface ReceivedMail {
  readonly to: string
  readonly text: string
}

/** A mail server without TLS that stores what it accepts. */
export interface SmtpServer extends AsyncDisposable {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Sets the status for each recipient from now on; 250 accepts. */
  respondWith(status: 250 | 450 | 550): void
  /** Number of refused recipients. */
  readonly refused: number
}

export async function openSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  let status = 250
  let refused = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.write('220 test\r\n')
    let to = ''
    let lines: string[] | undefined
    createInterface({ input: socket }).on('line', (line) => {
      const respond = (reply: string) => socket.write(`${reply}\r\n`)
      if (lines !== undefined) {
        if (line !== '.') return void lines.push(line)
        mails.push({ to, text: decode(lines) })
        lines = undefined
        return respond('250 stored')
      }
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'RCPT') {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        if (status !== 250) refused += 1
        return respond(`${status} ${to}`)
      }
      if (command === 'DATA') {
        lines = []
        return respond('354 go')
      }
      return respond(command === 'QUIT' ? '221 bye' : '250 ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}/?ignoreTLS=true`,
    mails,
    get refused() {
      return refused
    },
    respondWith(next) {
      status = next
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The body of a single-part message in quoted-printable or Base64, with its headers left as they are. */
function decode(lines: readonly string[]): string {
  const gap = lines.indexOf('')
  const headers = lines.slice(0, gap).join('\n')
  const body = lines.slice(gap + 1).map((line) => (line.startsWith('..') ? line.slice(1) : line))
  if (/^content-transfer-encoding: base64/im.test(headers)) {
    return `${headers}\n${Buffer.from(body.join(''), 'base64').toString()}`
  }
  const joined = body.join('\n').replace(/=\n/g, '')
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return `${headers}\n${Buffer.from(bytes, 'latin1').toString()}`
}
