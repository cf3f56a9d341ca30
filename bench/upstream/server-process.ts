import { OPEN, type TransportName } from './transports.ts'

/** The far side: responds immediately to each request with the number of bytes in its header. */
const { TRANSPORT = '' } = process.env
const bodies = new Map<string, Buffer>()
const port = await OPEN[TRANSPORT as TransportName].serve((headers) => {
  const length = String(headers['x-response-bytes'])
  const body = bodies.get(length) ?? Buffer.alloc(Number(length), 'a')
  bodies.set(length, body)
  return body
})
process.send?.({ port })
