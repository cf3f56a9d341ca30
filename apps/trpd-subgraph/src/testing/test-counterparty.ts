import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { encodeTravelAddress } from '../domain/travel-address.ts'

/** A request as the counterparty got it. */
interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface GivenAnswer {
  readonly status: number
  readonly headers?: object
  readonly body?: string
}

/** A counterparty that answers as the test says; an inquiry is taken unless told otherwise. */
export interface TestCounterparty extends AsyncDisposable {
  readonly url: string
  readonly travelAddress: string
  readonly requests: ReceivedRequest[]
  answer: (request: ReceivedRequest) => GivenAnswer | Promise<GivenAnswer>
}

/** Opens a counterparty on a free port; `listener` takes the place of its answers. */
export async function openTestCounterparty(listener?: RequestListener): Promise<TestCounterparty> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    if (listener !== undefined) return listener(request, response)
    const received = { headers: request.headers, body: await text(request) }
    requests.push(received)
    const { status, headers, body } = await counterparty.answer(received)
    response.writeHead(status, { 'api-version': '3.2.1', ...headers }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const counterparty: TestCounterparty = {
    url: `http://${host}`,
    travelAddress: encodeTravelAddress(`${host}/x/1?t=i`),
    requests,
    answer: () => ({ status: 200, body: '{"version":"3.2.1"}' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return counterparty
}
