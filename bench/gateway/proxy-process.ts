import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The second baseline: a reverse proxy on plain node:http without knowledge of GraphQL. */
const target = new URL(process.env.TARGET ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const server = createServer((request, response) => {
  const upstream = send(
    {
      agent,
      host: target.hostname,
      port: target.port,
      path: target.pathname,
      method: request.method,
      headers: request.headers,
    },
    (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    },
  )
  upstream.on('error', () => response.destroy())
  request.pipe(upstream)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
