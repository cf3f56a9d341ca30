import type { ExecutedResponse } from '@travel-rule/federation/execution/execute-plan'
import type { OperationDefinitionNode } from 'graphql'
import { parse } from 'graphql'
import type { Caller } from '../../../identity/authenticator.ts'
import { type CallerRefusal, TOKEN_MISSING } from '../../../identity/caller-refusal.ts'
import { openClientConnections } from '../../../limits/connection-counts.ts'
import type { OperationRequest, PreparedOperation } from '../../../operation/prepared-operation.ts'
import type { OperationRun, Pipeline } from '../../../pipeline/pipeline.ts'
import type { ResultSink } from '../../../relay/live-result.ts'
import type { SocketProtocol } from '../conversation.ts'
import type { ProtocolSocket } from '../socket-protocol.ts'
import { openSocketSession } from '../socket-session.ts'

/** A scripted conversation that records all calls and messages. */
export interface Conversation {
  /** What the client received: messages, `{ forget }` and `{ close, reason }`. */
  readonly got: Record<string, unknown>[]
  /** Root fields of delivered results, by operation. */
  readonly fields: Map<string, string | undefined>
  /** Calls of the pipeline: `subscribe a ann`, `end a`, `refresh a bob`. */
  readonly calls: string[]
  /** Sinks of subscriptions, by the name of their operation. */
  readonly sinks: Map<string, ResultSink>
  /** Names of operations that began and that ended. */
  readonly counts: { began: number; finished: number }
  /** Requests, by the name of their operation. */
  readonly requests: Map<string, OperationRequest>
  receive(message: object | string): Promise<void>
  /** Completes the preparation of an operation whose name begins with `slow`. */
  prepared(name: string): void
  slow(operation: string): void
  closed(): void
}

/** A caller whose token expires in `seconds`. */
export function callerOf(subject: string, seconds = 3_600, clientId = 'app'): Caller {
  return {
    identity: { subject, clientId, actsFor: 'PERSON', name: subject, roles: [], scopes: [] },
    expiresAtSeconds: Math.floor(Date.now() / 1_000) + seconds,
    assertionFor: async () => '',
  }
}

/**
 * A conversation with a real session, whose pipeline knows three kinds of operations by name: `refused…` is refused,
 * `slow…` is prepared when the test says so, and anything else immediately. The tokens are the keys of `callers`.
 */
export function converse(
  protocol: SocketProtocol,
  callers: Readonly<Record<string, Caller | CallerRefusal | Promise<Caller>>>,
  operationsPerSocketMax = 3,
): Conversation {
  const got: Record<string, unknown>[] = []
  const fields = new Map<string, string | undefined>()
  const calls: string[] = []
  const sinks = new Map<string, ResultSink>()
  const requests = new Map<string, OperationRequest>()
  const preparing = new Map<string, () => void>()
  const counts = { began: 0, finished: 0 }
  const push = (text: string) => void got.push(JSON.parse(text))

  const socket: ProtocolSocket = {
    send: push,
    deliver(operation, result, { head, tail, field }) {
      fields.set(operation, field)
      push(Buffer.concat([head, result.bytes, tail]).toString())
    },
    deliverAll(operation, results, frame) {
      for (const result of results) socket.deliver(operation, result, frame)
    },
    finish: (_operation, text) => push(text),
    forget: (operation) => void got.push({ forget: operation }),
    close: (code, reason) => void got.push({ close: code, reason }),
  }
  const pipeline: Pick<Pipeline, 'prepare' | 'execute' | 'subscribe' | 'forwarded'> = {
    forwarded: () => undefined,
    async prepare(request) {
      const { prepared, name } = preparedFrom(request)
      requests.set(name, request)
      if (name.startsWith('refused')) return { errors: [new Error(name) as never] }
      if (!name.startsWith('slow')) return prepared
      return new Promise((resolve) => preparing.set(name, () => resolve(prepared)))
    },
    async execute(prepared, { signal }: OperationRun): Promise<ExecutedResponse> {
      const name = nameOf(prepared)
      signal.addEventListener('abort', { handleEvent: () => calls.push(`end ${name}`) })
      if (name === 'endless') return new Promise(() => {})
      if (name === 'bytes') return { kind: 'bytes', body: [Buffer.from('{"data": {"a" : 1.10}}')] }
      return { kind: 'result', result: { data: { name } } }
    },
    subscribe(prepared, { caller }, sink) {
      const name = nameOf(prepared)
      sinks.set(name, sink)
      calls.push(`subscribe ${name} ${caller.identity.name}`)
      return {
        end: () => void calls.push(`end ${name}`),
        refresh: ({ identity }) => void calls.push(`refresh ${name} ${identity.name}`),
      }
    },
  }
  const authenticate = (token: string | undefined) => callers[token ?? ''] ?? TOKEN_MISSING
  const session = openSocketSession(
    {
      pipeline: pipeline as Pipeline,
      authenticator: { authenticate },
      operationsPerSocketMax,
      connections: openClientConnections(1_000),
      metrics: { began: () => void counts.began++, finished: () => void counts.finished++, ended: () => {} },
    },
    { headers: {}, address: '127.0.0.1' },
    { authenticated: () => {}, tokenEnded: () => socket.close(4403, 'Token expired') },
  )
  const conversation = protocol.open(socket, session)
  return {
    got,
    fields,
    calls,
    sinks,
    requests,
    counts,
    receive: (message) => conversation.receive(typeof message === 'string' ? message : JSON.stringify(message)),
    prepared: (name) => preparing.get(name)?.(),
    slow: (operation) => conversation.slow(operation),
    closed: () => conversation.closed(),
  }
}

function preparedFrom(request: OperationRequest): { prepared: PreparedOperation; name: string } {
  const document = parse(request.query)
  const definition = document.definitions[0] as OperationDefinitionNode
  const prepared = { type: definition.operation, planned: { definition, document } } as PreparedOperation
  return { prepared, name: nameOf(prepared) }
}

function nameOf({ planned }: PreparedOperation): string {
  return planned.definition.name?.value ?? ''
}
