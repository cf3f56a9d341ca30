import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { UPGRADE_PROTOCOL } from './frame.ts'

/** A connection that has been upgraded to frames. */
export interface UpgradedSocket {
  readonly socket: Socket
  /**
   * Sets the function that receives arriving bytes, beginning with those that came with the response to the upgrade.
   * They are valid only during the call, unless it returns `KEPT`. May be called once.
   */
  receive(listener: ReceiveBytes): void
}

export type ReceiveBytes = (bytes: Buffer) => 'KEPT' | undefined

/**
 * `UNSUPPORTED`: the server, or a proxy in front of it, responds as to an ordinary request. `FAILED`: no response
 * arrives, or one with a 5xx status.
 */
export type UpgradeFailure = 'UNSUPPORTED' | 'FAILED'

export interface Upgrade {
  readonly result: Promise<UpgradedSocket | UpgradeFailure>
  /** Gives up; `result` then settles as `FAILED`, unless it is already settled. */
  close(): void
}

/** The bytes of one read. */
const readBytes = 65_536
const headBytesMax = 16_384

/** Connects to `url`, http or https, and requests the upgrade there. */
export function requestUpgrade(url: string, timeoutMs: number): Upgrade {
  const { promise: result, resolve } = Promise.withResolvers<UpgradedSocket | UpgradeFailure>()
  const { protocol, hostname, port, host, pathname, search } = new URL(url)
  let listener: ReceiveBytes | undefined
  /** Reused unless its bytes are kept: a new buffer for each read would cost more than the frames. */
  let buffer = Buffer.allocUnsafeSlow(readBytes)
  /** Bytes that have arrived and were not received yet. */
  let early = Buffer.alloc(0)

  function end(outcome: UpgradedSocket | UpgradeFailure): void {
    clearTimeout(timer)
    socket.off('close', fail)
    if (typeof outcome === 'string') socket.destroy()
    resolve(outcome)
  }

  const fail = () => end('FAILED')

  const upgraded: UpgradedSocket = {
    get socket() {
      return socket
    },
    receive(added) {
      listener = added
      if (early.length > 0) added(early)
    },
  }

  function readHead(bytes: Buffer): void {
    early = Buffer.concat([early, bytes])
    const headEnd = early.indexOf('\r\n\r\n')
    if (headEnd === -1) {
      if (early.length > headBytesMax) end('UNSUPPORTED')
      return
    }
    const head = early.toString('latin1', 0, headEnd + 2)
    early = early.subarray(headEnd + 4)
    if (ACCEPTED.test(head)) end(upgraded)
    else end(/^HTTP\/1\.1 5/.test(head) ? 'FAILED' : 'UNSUPPORTED')
  }

  const options = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    onread: {
      buffer: () => buffer,
      callback(length: number): boolean {
        const bytes = buffer.subarray(0, length)
        if (listener === undefined) readHead(bytes)
        else if (listener(bytes) === 'KEPT') buffer = Buffer.allocUnsafeSlow(readBytes)
        return true
      },
    },
  }
  const socket =
    protocol === 'https:'
      ? connectTls({ ...options, servername: isIP(options.host) ? '' : options.host, ALPNProtocols: ['http/1.1'] })
      : connectPlain(options)
  const timer = setTimeout(fail, timeoutMs)
  socket.on('error', () => undefined)
  socket.once('close', fail)
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: ${UPGRADE_PROTOCOL}\r\n\r\n`,
  )
  return { result, close: fail }
}

const ACCEPTED = new RegExp(
  `^HTTP/1\\.1 101 [^\\n]*\\n(?:[^\\n]*\\n)*?upgrade:[ \\t]*${UPGRADE_PROTOCOL}[ \\t]*\\r\\n`,
  'i',
)
