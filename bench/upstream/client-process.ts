import { OPEN, type TransportName } from './transports.ts'

/** Sends `requests` requests, of which `underWay` are always pending. */
export interface ClientOrder {
  readonly requests: number
  readonly underWay: number
  readonly responseBytes: number
}

const { TRANSPORT = '', PORT = '' } = process.env
const send = await OPEN[TRANSPORT as TransportName].connect(Number(PORT))
const body = JSON.stringify({ query: 'query Transfers { transfers { id } }', variables: { text: 'a'.repeat(960) } })
// The length of a signed assertion with a caller, roles and scopes.
const assertion = `${'h'.repeat(90)}.${'p'.repeat(560)}.${'s'.repeat(86)}`

process.on('message', async ({ requests, underWay, responseBytes }: ClientOrder) => {
  let started = 0
  const headers = {
    'x-identity-assertion': assertion,
    'x-response-bytes': String(responseBytes),
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json;q=0.9',
  }
  const work = async () => {
    while (started < requests) {
      started += 1
      const traceparent = `00-0af7651916cd43dd8448eb211c80319c-${started.toString(16).padStart(16, '0')}-01`
      const bytes = await send({ traceparent, ...headers }, body)
      if (bytes !== responseBytes) throw new Error(`a response has ${bytes} bytes instead of ${responseBytes}`)
    }
  }
  await Promise.all(Array.from({ length: underWay }, work))
  process.send?.({})
})
process.send?.({})
