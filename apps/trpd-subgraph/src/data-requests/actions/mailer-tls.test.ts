import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { inspect } from 'node:util'
import { createAuthority, type KeyPair } from '@travel-rule/certificates/certificate-authority'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mailer, openMailer } from './open-mailer.ts'

const PASSWORD = 'correct-horse'
const CREDENTIALS = Buffer.from(`\0desk\0${PASSWORD}`).toString('base64')
const mail = { to: 'ada@sender.example', subject: 'subject', text: 'secret link' }
const unstopped = new AbortController().signal

/** Overrides of the test server's replies by command; `undefined` stands for no reply. */
type Replies = Readonly<Record<string, string | undefined>>

const certificates = {} as Record<'own' | 'ofAnotherHost' | 'ofUnknownAuthority', KeyPair>
const trusted = getCACertificates()
beforeAll(async () => {
  const [authority, unknown] = await Promise.all([createAuthority('operator'), createAuthority('unknown')])
  certificates.own = await authority.issue({ name: 'localhost', hosts: ['localhost'] })
  certificates.ofAnotherHost = await authority.issue({ name: 'other', hosts: ['other.example'] })
  certificates.ofUnknownAuthority = await unknown.issue({ name: 'localhost', hosts: ['localhost'] })
  setDefaultCACertificates([...trusted, authority.certificate])
})
afterAll(() => setDefaultCACertificates(trusted))

describe.each(['smtp', 'smtps'] as const)('e-mail over %s', (protocol) => {
  it('e-mail is sent with the password once the connection is encrypted', async () => {
    await using server = await openServer(protocol, certificates.own)
    expect(await server.mailer.send(mail, unstopped)).toBe(true)
    const commands = server.seen.map(({ command }) => command)
    expect(commands).toEqual(expect.arrayContaining(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', '.']))
    const plain = server.seen.filter(({ isEncrypted }) => !isEncrypted).map(({ command }) => command)
    expect(plain).toEqual(protocol === 'smtp' ? ['EHLO', 'STARTTLS'] : [])
  })

  it.each(['ofAnotherHost', 'ofUnknownAuthority'] as const)(
    'e-mail is not sent, nor is the password, to a server with the certificate %s',
    async (which) => {
      await using server = await openServer(protocol, certificates[which])
      await expect(server.mailer.send(mail, unstopped)).rejects.toThrow('could not be sent')
      expect(server.seen.filter(({ command }) => command === 'AUTH' || command === 'MAIL')).toEqual([])
    },
  )

  it('sending e-mail logs nothing of a password that the server refuses and quotes', async () => {
    await using server = await openServer(protocol, certificates.own, { AUTH: `535 wrong: ${PASSWORD} ${CREDENTIALS}` })
    const error = await server.mailer.send(mail, unstopped).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ cause: { message: 'SMTP failed with status 535 (EAUTH)' } })
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(new RegExp(`${PASSWORD}|${CREDENTIALS}`))
  })

  it.each(['220', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', '.'])(
    'e-mail ends with its job, and closes the connection, when the server hangs at %s',
    async (step) => {
      const job = new AbortController()
      await using server = await openServer(protocol, certificates.own, { [step]: undefined }, () => job.abort())
      await expect(server.mailer.send(mail, job.signal)).rejects.toThrow('could not be sent')
      await server.closed
    },
  )
})

describe('a server without STARTTLS', () => {
  it.each([
    ['refuses it', { STARTTLS: '502 not here' }],
    ['is busy', { STARTTLS: '454 not now' }],
  ])(
    'a server without STARTTLS that %s receives neither the password nor the e-mail, which is retried',
    async (_how, replies) => {
      await using server = await openServer('smtp', certificates.own, replies)
      await expect(server.mailer.send(mail, unstopped)).rejects.toThrow('could not be sent')
      expect(server.seen.map(({ command }) => command)).not.toContain('AUTH')
    },
  )

  it('a server without STARTTLS that hangs does not keep the job running', async () => {
    const job = new AbortController()
    await using server = await openServer('smtp', certificates.own, { STARTTLS: undefined }, () => job.abort())
    await expect(server.mailer.send(mail, job.signal)).rejects.toThrow('could not be sent')
    await server.closed
  })
})

describe('an e-mail that the server refuses with a 5xx status', () => {
  it.each([
    ['220', '554 no service', 'is tried again'],
    ['MAIL', '550 unknown sender', 'is tried again'],
    ['RCPT', '550 unknown recipient', 'is given up'],
    ['RCPT', '550-5.1.1 unknown recipient\r\n550 5.1.1 unknown', 'is given up'],
    ['RCPT', '554 5.7.1 sender address rejected', 'is tried again'],
    ['RCPT', '554 no service', 'is tried again'],
    ['.', '554 looks like spam', 'is given up'],
  ])('at %s (%s) %s', async (step, reply, outcome) => {
    await using server = await openServer('smtps', certificates.own, { [step]: reply })
    const sent = server.mailer.send(mail, unstopped).catch(() => 'is tried again')
    expect(await sent).toBe(outcome === 'is given up' ? false : outcome)
  })
})

interface TestServer extends AsyncDisposable {
  readonly mailer: Mailer
  readonly seen: readonly { readonly command: string; readonly isEncrypted: boolean }[]
  /** Settles once the first connection is closed. */
  readonly closed: Promise<unknown>
}

/** Opens a mail server; `onHang` is called when it does not reply. */
async function openServer(
  protocol: 'smtp' | 'smtps',
  { certificate: cert, key }: KeyPair,
  replies: Replies = {},
  onHang = () => {},
): Promise<TestServer> {
  const seen: { command: string; isEncrypted: boolean }[] = []
  const sockets = new Set<Socket>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()

  function talk(socket: Socket, isEncrypted: boolean): void {
    let isBody = false
    let rest = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      const lines = `${rest}${bytes}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })

    function hear(line: string): void {
      if (isBody && line !== '.') return
      isBody = false
      const command = line === '.' ? line : (line.split(' ', 1)[0] ?? '').toUpperCase()
      seen.push({ command, isEncrypted })
      if (command === 'DATA') isBody = true
      const isUpgrade = command === 'STARTTLS' && !(command in replies)
      if (isUpgrade) socket.removeAllListeners('data')
      reply(socket, command)
      if (isUpgrade) talk(new TLSSocket(socket, { isServer: true, cert, key }), true)
    }
  }

  function reply(socket: Socket, step: string): void {
    const text = step in replies ? replies[step] : REPLIES[step]
    if (text === undefined) onHang()
    else socket.write(`${text}\r\n`)
  }

  const begin = (socket: Socket) => {
    talk(socket, protocol === 'smtps')
    reply(socket, '220')
  }
  const server: Server = protocol === 'smtps' ? createTlsServer({ cert, key }, begin) : createServer(begin)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => close())
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    mailer: openMailer({ url: `${protocol}://desk:${PASSWORD}@localhost:${port}`, from: 'desk@alice.example' }),
    seen,
    closed,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const REPLIES: Readonly<Record<string, string>> = {
  '220': '220 localhost ready',
  EHLO: '250-localhost\r\n250-STARTTLS\r\n250 AUTH PLAIN',
  STARTTLS: '220 go ahead',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 stored',
  QUIT: '221 bye',
}
