import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '@travel-rule/service/operator-error'

export interface ListenOptions {
  readonly host: string
  /** `0` takes any free port. */
  readonly port: number
  /** Named in the message when the port is taken. */
  readonly portVariable: string
  readonly listener: RequestListener
}

const drainMs = 2_000

/** An HTTP server with bounded times and headers; disposing it lets requests in flight finish for a moment. */
export async function listen(options: ListenOptions): Promise<AsyncDisposable & { readonly port: number }> {
  const limits = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000, maxHeaderSize: 16 * 1024 }
  const server = createServer(limits, options.listener)
  server.maxConnections = 1_000
  server.listen(options.port, options.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw portProblem(error, options)
  }
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearTimeout(timer)
    },
  }
}

function portProblem(error: unknown, { host, port, portVariable }: ListenOptions): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new OperatorError(`${portVariable}: port ${port} of ${host} is taken; set ${portVariable} to a free one`)
  }
  if (code === 'EACCES') return new OperatorError(`${portVariable}: not allowed to listen on port ${port}`)
  return error
}
