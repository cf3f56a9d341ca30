import type { IncomingHttpHeaders } from 'node:http'
import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import { type Authenticator, bearerToken, type Caller, type CallerRefusal } from '../../identity/authenticator.ts'
import { openTrace } from '../../identity/trace-context.ts'
import type { ClientConnections } from '../../limits/connection-counts.ts'
import type { OperationRequest } from '../../operation/prepared-operation.ts'
import type { Pipeline } from '../../pipeline.ts'
import type { ProtocolMetrics } from '../delivery/live-metrics.ts'
import { rootFieldOf } from '../delivery/root-field.ts'
import type { RequestProblem } from '../http/read-graphql-request.ts'
import { type Expiring, openExpiryClock } from './expiry-clock.ts'
import { SocketOperation } from './socket-operation.ts'
import type { Voice } from './socket-protocol.ts'

export interface SocketParts {
  readonly pipeline: Pipeline
  readonly authenticator: Authenticator
  readonly operationsPerSocketMax: number
  readonly connections: ClientConnections
  /** Where the operations of the session's protocol are counted. */
  readonly live: Pick<ProtocolMetrics, 'began' | 'finished' | 'ended'>
}

/** Why somebody may not be connected. */
export type ConnectionRefusal = CallerRefusal | 'TOO_MANY_CONNECTIONS'

/** One client's connection, whatever protocol it speaks: who it is, and the operations under way on its behalf. */
export interface SocketSession {
  /** Finds out who the client is from the payload of its `connection_init`, or from the headers it connected with. */
  connect(initPayload: unknown): Promise<Caller | ConnectionRefusal>
  /**
   * Goes on with a new token of the same subject and client: operations under way see what it may see, and the connection lives as long as it.
   * Any other token changes nothing. Of several at once the one that was sent last counts.
   */
  refresh(token: unknown): Promise<Caller | CallerRefusal | 'ANOTHER_SUBJECT'>
  /** Whether an operation is under way. */
  has(operation: string): boolean
  /**
   * Begins an operation, of which `voice` tells the client. Its id must not be under way.
   *
   * Settles once a query or mutation was answered, or a subscription was begun. Rejects only for a bug.
   */
  start(operation: string, request: OperationRequest | RequestProblem, voice: Voice): Promise<void>
  /** Ends an operation, if it is under way; the client is not told. */
  stop(operation: string): void
  /** Ends every operation; nobody is told. */
  close(): void
}

/** A session whose `onExpired` is called once its token has ended and all its operations have been failed with `TOKEN_EXPIRED`. */
export function openSocketSession(
  parts: SocketParts,
  headers: IncomingHttpHeaders,
  onExpired: () => void,
): SocketSession {
  return new Session(parts, headers, onExpired)
}

/** One for the process: it stands still while no token waits to end. */
const expiries = openExpiryClock()

/** A class, since there are as many as sockets, most of which do nothing most of the time: their methods and the map are made for none of them. */
class Session implements SocketSession, Expiring {
  readonly #parts: SocketParts
  readonly #onExpired: () => void
  /** Not the request's headers as a whole, which would be kept as long as the socket. */
  readonly #traceHeaders: IncomingHttpHeaders
  #authorization: string | undefined
  #caller: Caller | undefined
  #operations: Map<string, SocketOperation> | undefined
  #counted: Disposable | undefined
  #over = false
  #refreshes = 0
  /** Which of the refreshes counts now. */
  #refreshed = 0

  constructor(parts: SocketParts, headers: IncomingHttpHeaders, onExpired: () => void) {
    this.#parts = parts
    this.#onExpired = onExpired
    this.#traceHeaders = traceHeadersOf(headers)
    this.#authorization = headers.authorization
  }

  async connect(initPayload: unknown): Promise<Caller | ConnectionRefusal> {
    const token = tokenOf(initPayload) ?? bearerToken(this.#authorization)
    this.#authorization = undefined
    const verdict = await this.#parts.authenticator.authenticate(token)
    if (typeof verdict === 'string' || this.#over) return verdict
    this.#counted = this.#parts.connections.admit(verdict.identity)
    if (this.#counted === undefined) return 'TOO_MANY_CONNECTIONS'
    this.#become(verdict)
    return verdict
  }

  async refresh(token: unknown): Promise<Caller | CallerRefusal | 'ANOTHER_SUBJECT'> {
    this.#refreshes += 1
    const turn = this.#refreshes
    const verdict = await this.#parts.authenticator.authenticate(tokenOf({ bearer_token: token }))
    if (typeof verdict === 'string') return verdict
    if (this.#over) return 'UNAUTHENTICATED'
    if (!isSame(verdict, this.#caller)) return 'ANOTHER_SUBJECT'
    if (turn > this.#refreshed) {
      this.#refreshed = turn
      this.#become(verdict)
      for (const operation of this.#operations?.values() ?? []) operation.refresh(verdict)
    }
    return verdict
  }

  has(operation: string): boolean {
    return this.#operations?.has(operation) ?? false
  }

  async start(id: string, request: OperationRequest | RequestProblem, voice: Voice): Promise<void> {
    const caller = this.#caller
    if (caller === undefined) throw new Error('an operation came before its caller was known')
    const refuse = (error: GraphQLError) => voice.wording.reject(voice.socket, id, [error])
    const objection = this.#objection()
    if (objection !== undefined) return refuse(objection)
    if ('status' in request) return refuse(refusalError({ code: 'BAD_USER_INPUT', message: request.message }))
    this.#operations ??= new Map()
    const { pipeline, live: counts } = this.#parts
    const operation = new SocketOperation(id, voice, this.#operations, counts)
    const preparing = pipeline.prepare(request, caller)
    const prepared = preparing instanceof Promise ? await preparing : preparing
    if (operation.over) return
    if ('errors' in prepared) return operation.reject(prepared.errors)
    const run = { caller, trace: openTrace(this.#traceHeaders) }
    if (prepared.type !== 'subscription') {
      return operation.answer((left) => pipeline.execute(prepared, { ...run, signal: left }))
    }
    const { definition, document } = prepared.planned
    const live = pipeline.subscribe(prepared, run, operation)
    operation.follow(rootFieldOf(definition, document), live)
    // It was prepared for who the caller was when it came.
    if (this.#caller !== caller && this.#caller !== undefined) live.refresh(this.#caller)
  }

  stop(operation: string): void {
    this.#operations?.get(operation)?.end()
  }

  close(): void {
    this.#over = true
    this.#counted?.[Symbol.dispose]()
    if (this.#caller !== undefined) expiries.delete(endOf(this.#caller), this)
    for (const operation of this.#operations?.values() ?? []) operation.end()
  }

  expire(): void {
    this.#over = true
    for (const operation of this.#operations?.values() ?? []) operation.cut(tokenExpired())
    this.#parts.live.ended('TOKEN_EXPIRED')
    this.#onExpired()
  }

  #become(caller: Caller): void {
    if (this.#caller !== undefined) expiries.delete(endOf(this.#caller), this)
    this.#caller = caller
    if (!this.#over) expiries.add(endOf(caller), this)
  }

  /** Why no operation may begin. */
  #objection(): GraphQLError | undefined {
    if (this.#over) return tokenExpired()
    const underWay = this.#operations?.size ?? 0
    const max = this.#parts.operationsPerSocketMax
    return underWay < max ? undefined : tooManyOperations(underWay, max)
  }
}

const NO_TRACE: IncomingHttpHeaders = {}

function traceHeadersOf({ traceparent, tracestate }: IncomingHttpHeaders): IncomingHttpHeaders {
  return traceparent === undefined ? NO_TRACE : { traceparent, tracestate }
}

/** `bearer_token` is the published interface; clients of other gateways send `Authorization`. */
function tokenOf(initPayload: unknown): string | undefined {
  if (typeof initPayload !== 'object' || initPayload === null) return undefined
  const { bearer_token, Authorization, authorization } = initPayload as Record<string, unknown>
  if (typeof bearer_token === 'string') return bearerToken(bearer_token) ?? bearer_token
  const header = [Authorization, authorization].find((value) => typeof value === 'string')
  return header === undefined ? undefined : (bearerToken(header) ?? header)
}

/** The issuer is the same for every token that the authenticator takes. */
function isSame({ identity }: Caller, other: Caller | undefined): boolean {
  return identity.subject === other?.identity.subject && identity.clientId === other.identity.clientId
}

function endOf({ expiresAtSeconds, acceptedUntilSeconds = expiresAtSeconds }: Caller): number {
  return Math.ceil(acceptedUntilSeconds)
}

function tooManyOperations(value: number, max: number): GraphQLError {
  return refusalError({
    code: 'OPERATION_LIMIT_EXCEEDED',
    message: `${value} operations are under way on this connection: at most ${max} may be.`,
    extensions: { limit: 'operationsPerSocket', max, value },
  })
}

/** Why an operation ends whose results the client does not take. */
export function slowConsumer(): GraphQLError {
  const message = 'Results came faster than they were read: the operation has ended. Read faster, or ask for less.'
  return refusalError({ code: 'SLOW_CONSUMER', message })
}

function tokenExpired(): GraphQLError {
  return refusalError({ code: 'TOKEN_EXPIRED', message: 'The access token has expired. Connect again with a new one.' })
}
