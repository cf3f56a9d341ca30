import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { NodeAccess } from '../harness/shared-node.ts'
import { type WalletUrls, walletUrls } from './wallet-programs.ts'

/** A faulty response of the gateway that a client has to handle. */
export interface Fault {
  readonly status: number
  readonly extensions: object
}

/** A gateway that at first responds with faults, the next one to every other operation. */
export interface FlakyGateway extends AsyncDisposable, WalletUrls {
  /** Number of requested tokens. */
  tokens(): number
  /** Number of remaining faults. */
  faultsLeft(): number
}

/** Starts a flaky gateway in front of `node`'s gateway and token endpoint. */
export async function openFlakyGateway(node: NodeAccess, planned: readonly Fault[]): Promise<FlakyGateway> {
  const faults = [...planned]
  const real = walletUrls(node)
  let operations = 0
  let tokens = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.url === '/token') {
      tokens += 1
    } else {
      operations += 1
      const fault = operations % 2 === 1 ? faults.shift() : undefined
      if (fault !== undefined) {
        const errors = [{ message: 'not now', extensions: fault.extensions }]
        response.writeHead(fault.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ data: null, errors }))
        return
      }
    }
    const { authorization = '', 'content-type': type = '' } = request.headers
    const headers = { ...(authorization && { authorization }), 'content-type': type }
    const relayed = await fetch(request.url === '/token' ? real.tokenUrl : real.gatewayUrl, {
      method: 'POST',
      headers,
      body,
    })
    response.writeHead(relayed.status, { 'content-type': 'application/json' })
    response.end(await relayed.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    gatewayUrl: `${url}/graphql`,
    tokenUrl: `${url}/token`,
    tokens: () => tokens,
    faultsLeft: () => faults.length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
