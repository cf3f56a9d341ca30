import { Socket } from 'node:net'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Loaded into the processes of `databaseDistance`: connects to PostgreSQL's socket through a delaying proxy. */
const halfMs = Number(process.env.DATABASE_DISTANCE_MS) / 2
let opening: Promise<TcpProxy> | undefined

async function openProxy(socketPath: string): Promise<TcpProxy> {
  const proxy = await openTcpProxy()
  proxy.delayBy(halfMs)
  proxy.connectTo(socketPath)
  return proxy
}

const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [target] = args
  if (typeof target !== 'string' || !target.includes('/.s.PGSQL.')) return connect.apply(this, args)
  opening ??= openProxy(target)
  opening.then(
    ({ port }) => connect.call(this, port, '127.0.0.1'),
    (error) => this.destroy(error),
  )
  return this
}
