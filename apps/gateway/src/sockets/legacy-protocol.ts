import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { ResultStream } from '../pipeline.ts'
import { LEGACY_START, type LegacyEffect, type LegacyInput, stepLegacy } from './legacy-machine.ts'
import {
  type ProtocolConversation,
  type ProtocolSocket,
  SocketClosure,
  type SocketProtocol,
} from './socket-protocol.ts'
import type { SocketSession } from './socket-session.ts'

export interface LegacyOptions {
  readonly initTimeoutMs: number
  readonly keepAliveMs: number
}

/** `graphql-ws`, the protocol of subscriptions-transport-ws. A refused token is answered with `connection_error` and closes with 4403. */
export function legacyProtocol(options: LegacyOptions): SocketProtocol {
  return { name: 'graphql-ws', open: (socket, session) => converse(socket, session, options) }
}

function converse(socket: ProtocolSocket, session: SocketSession, options: LegacyOptions): ProtocolConversation {
  const streams = new Map<string, ResultStream | Opening>()
  let state = LEGACY_START
  const initTimer = setTimeout(() => void step({ type: 'initTimeout' }), options.initTimeoutMs)
  const keepAliveTimer = setInterval(() => void step({ type: 'keepAlive' }), options.keepAliveMs)

  async function step(input: LegacyInput): Promise<void> {
    const next = stepLegacy(state, input)
    state = next.state
    for (const effect of next.effects) await perform(effect)
  }

  async function perform(effect: LegacyEffect): Promise<void> {
    switch (effect.type) {
      case 'send':
        return socket.send(JSON.stringify(effect.message))
      case 'authenticate':
        return authenticate(effect.payload)
      case 'start':
        return start(effect.id, effect.payload)
      case 'stop': {
        const stream = streams.get(effect.id)
        streams.delete(effect.id)
        if (typeof stream === 'object') await stream.return()
        return
      }
      case 'close':
        return socket.close(effect.code, effect.reason)
    }
  }

  async function authenticate(payload: unknown): Promise<void> {
    const caller = await session.connect(payload)
    if (caller === 'IDENTITY_PROVIDER_UNAVAILABLE') throw new SocketClosure(1013, 'Try again later')
    if (caller !== 'UNAUTHENTICATED') return step({ type: 'accepted' })
    return step({ type: 'refused', code: caller, message: 'A valid access token is needed as bearer_token.' })
  }

  async function start(id: string, payload: unknown): Promise<void> {
    const opening: Opening = Symbol(id)
    streams.set(id, opening)
    const opened = await session.open(payload)
    if (streams.get(id) !== opening) {
      if ('results' in opened) await opened.results.return()
      return
    }
    if ('errors' in opened) {
      streams.delete(id)
      return step({ type: 'rejected', id, errors: opened.errors.map((error) => error.toJSON()) })
    }
    streams.set(id, opened.results)
    // Not awaited: the next message must not wait for the end of this operation.
    void pump(id, opened.results)
  }

  async function pump(id: string, results: ResultStream): Promise<void> {
    const current = () => streams.get(id) === results
    try {
      for await (const result of results) {
        if (!current()) return
        await step({ type: 'result', id, result })
      }
      if (current()) await step({ type: 'ended', id })
    } catch (error) {
      if (current()) await step({ type: 'failed', id, errors: [shown(error)] })
    } finally {
      if (current()) streams.delete(id)
    }
  }

  return {
    receive: (text) => step({ type: 'message', text }),
    async closed() {
      clearTimeout(initTimer)
      clearInterval(keepAliveTimer)
      const left = [...streams.values()]
      streams.clear()
      await Promise.all(left.map((stream) => (typeof stream === 'object' ? stream.return() : undefined)))
    },
  }
}

/** Stands for an operation that is being prepared: it may be stopped before it begins. */
type Opening = symbol

function shown(error: unknown): GraphQLFormattedError {
  if (error instanceof GraphQLError) return error.toJSON()
  return { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }
}
