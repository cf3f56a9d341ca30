import { connect, type Socket } from 'node:net'

/** The responses of one HTTP/1.1 connection, one request at a time. */
export interface ResponseReader {
  /** The status of the next response once its body is complete; 0 when the connection is lost. */
  next(): Promise<number>
  /** Length of the last body. */
  bodyBytes(): number
  closed(): boolean
}

/** A plain socket to a local port, which costs the load generator less than an HTTP client. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** A POST of JSON. */
export function encodePost(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines}\r\n${body}`,
  )
}

export function readResponses(socket: Socket): ResponseReader {
  let missing = -1
  let bodyBytes = 0
  let closing = false
  let status = 0
  let head = ''
  let wake: ((status: number) => void) | undefined
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      status = Number(head.slice(9, 12))
      const length = Number(/content-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0)
      bodyBytes = length
      closing = /\r\nconnection: close/i.test(head.slice(0, end))
      missing = length - (head.length - end - 4)
      head = ''
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    wake?.(status)
  })
  socket.on('close', () => wake?.(0))
  return {
    bodyBytes: () => bodyBytes,
    closed: () => closing || socket.destroyed || socket.readableEnded,
    next: () =>
      new Promise((resolve) => {
        wake = resolve
        if (socket.destroyed) resolve(0)
      }),
  }
}
