import type { ExecutionArgs } from 'graphql'
import { makeServer, type OperationResult } from 'graphql-ws'
import type { ResultStream } from '../pipeline.ts'
import { SocketClosure, type SocketProtocol } from './socket-protocol.ts'
import type { SocketSession } from './socket-session.ts'

/** graphql-ws is given an operation together with its results, and only does the talking. */
interface OpenedArgs extends ExecutionArgs {
  readonly results: ResultStream
}

/** `graphql-transport-ws`. Source: graphql-ws, PROTOCOL.md. A refused token closes with 4403. */
export function transportProtocol({ initTimeoutMs }: { readonly initTimeoutMs: number }): SocketProtocol {
  const resultsOf = (args: ExecutionArgs) => (args as OpenedArgs).results as unknown as OperationResult
  const server = makeServer<Record<string, unknown>, SocketSession>({
    connectionInitWaitTimeout: initTimeoutMs,
    async onConnect({ connectionParams, extra }) {
      const caller = await extra.connect(connectionParams)
      if (caller === 'IDENTITY_PROVIDER_UNAVAILABLE') throw new SocketClosure(1013, 'Try again later')
      return caller !== 'UNAUTHENTICATED'
    },
    async onSubscribe({ extra }, _id, payload) {
      const opened = await extra.open(payload)
      if ('errors' in opened) return opened.errors
      const { prepared, results } = opened
      const args: OpenedArgs = { schema: prepared.graph.schema, document: prepared.planned.clientDocument, results }
      return args
    },
    execute: resultsOf,
    subscribe: resultsOf,
    // What the pipeline returns is formatted already.
    onNext: (_context, _id, _payload, _args, result) => result as never,
  })
  return {
    name: 'graphql-transport-ws',
    open(socket, session) {
      let receive = async (_text: string) => {}
      const closed = server.opened(
        {
          protocol: 'graphql-transport-ws',
          send: socket.send,
          close: socket.close,
          onMessage: (callback) => {
            receive = callback
          },
        },
        session,
      )
      return { receive: (text) => receive(text), closed }
    },
  }
}
