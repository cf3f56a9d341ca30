import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { openEventControl } from './event-control.ts'
import { changedProduct, isCheaper, SUBGRAPHS } from './schemas.ts'

/**
 * The baseline: graphql-ws over ws as in its documentation, with the events in the same process.
 *
 * Each client has an async iterator, and each event is executed and serialized once per client. No token is verified.
 */
type Changed = ReturnType<typeof changedProduct>

const iterators = new Set<(event: Changed) => void>()
const control = await openEventControl((revision) => {
  const event = changedProduct(revision)
  for (const push of iterators) push(event)
})

const subscribe = (_: unknown, { below }: { below: number }) => listen(() => isCheaper(below))
const resolvers = { Subscription: { productChanged: { subscribe } } }
const schema = buildSubgraphSchema([{ ...SUBGRAPHS.products, resolvers }])

const server = createServer((_request, response) => response.writeHead(404).end())
const sockets = new WebSocketServer({ server, path: '/graphql-ws' })
useServer({ schema }, sockets)
server.listen(0, '127.0.0.1', () => process.send?.({ control, port: (server.address() as AddressInfo).port }))

/** Yields later events that `accepts` admits, with as little work per event as possible for such an iterator. */
function listen(accepts: (event: Changed) => boolean): AsyncIterableIterator<Changed> {
  const waiting: Changed[] = []
  let wake: ((result: IteratorResult<Changed>) => void) | undefined
  const push = (event: Changed) => {
    if (!accepts(event)) return
    if (wake === undefined) waiting.push(event)
    else {
      wake({ done: false, value: event })
      wake = undefined
    }
  }
  iterators.add(push)
  return {
    next() {
      const event = waiting.shift()
      if (event !== undefined) return Promise.resolve({ done: false, value: event })
      return new Promise((resolve) => {
        wake = resolve
      })
    },
    async return() {
      iterators.delete(push)
      wake?.({ done: true, value: undefined })
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
