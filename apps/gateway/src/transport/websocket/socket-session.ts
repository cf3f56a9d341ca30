import type { IncomingHttpHeaders } from 'node:http'
import { badInput, refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import { type Authenticator, bearerToken, type Caller } from '../../identity/authenticator.ts'
import { type CallerRefusal, isRefusal, TOKEN_MISSING } from '../../identity/caller-refusal.ts'
import type { LiveMember } from '../../identity/live-callers.ts'
import { openTrace } from '../../identity/trace-context.ts'
import type { ClientConnections } from '../../limits/connection-counts.ts'
import type { OperationRequest } from '../../operation/prepared-operation.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import type { ForwardedHeaders } from '../../supergraph-source/header-rules.ts'
import type { ProtocolMetrics } from '../delivery/live-metrics.ts'
import { rootFieldOf } from '../delivery/root-field.ts'
import type { RequestProblem } from '../http/read-graphql-request.ts'
import { type Expiring, openExpiryClock } from './expiry-clock.ts'
import { SocketOperation } from './socket-operation.ts'
import type { ConnectionRefusal, OperationWriter } from './socket-protocol.ts'

export interface SocketParts {
  readonly pipeline: Pipeline
  readonly authenticator: Authenticator
  readonly operationsPerSocketMax: number
  readonly connections: ClientConnections
  /** The metrics of the session's protocol. */
  readonly metrics: Pick<ProtocolMetrics, 'began' | 'finished' | 'ended'>
}

/** The origin of a socket: its address and upgrade request. */
export interface SocketClient {
  /** Headers of the upgrade request. */
  readonly headers: IncomingHttpHeaders
  readonly address: string
}

/** A client's connection, in any subprotocol: its caller and its operations. */
export interface SocketSession {
  /** Authenticates the client with the payload of its `connection_init`, or with the headers of its upgrade request. */
  connect(initPayload: unknown): Promise<Caller | ConnectionRefusal>
  /**
   * Replaces the token by a new one of the same subject and client, which also applies to operations in progress. Any
   * other token changes nothing. If refreshes are concurrent, the one that was sent last counts.
   */
  refresh(token: unknown): Promise<Caller | CallerRefusal | 'ANOTHER_SUBJECT'>
  /** True while the operation is in progress. */
  has(operation: string): boolean
  /**
   * Begins an operation with an unused id. Settles after the response to a query or mutation, or once a subscription
   * has begun. Rejects only if there is a bug.
   */
  start(operation: string, request: OperationRequest | RequestProblem, writer: OperationWriter): Promise<void>
  /** Ends an operation without a message if it is in progress. */
  stop(operation: string): void
  /** Ends every operation without a message. */
  close(): void
}

/** Reasons why a token is no longer accepted. */
export type TokenEnd = 'TOKEN_EXPIRED' | 'TOKEN_REVOKED'

export interface SocketSessionListener {
  authenticated(caller: Caller): void
  /** The token has expired or was revoked. All operations have already failed with this code. */
  tokenEnded(code: TokenEnd): void
}

export function openSocketSession(
  parts: SocketParts,
  client: SocketClient,
  listener: SocketSessionListener,
): SocketSession {
  return new Session(parts, client, listener)
}

/** One timer for all sessions of the process. */
const expiries = openExpiryClock()

/** A class, since there is one per socket, most of them idle. */
class Session implements SocketSession, Expiring, LiveMember {
  readonly #parts: SocketParts
  readonly #listener: SocketSessionListener
  /** Only some headers of the request: all of them would stay in memory as long as the socket. */
  readonly #traceHeaders: IncomingHttpHeaders
  readonly #forwarded: ForwardedHeaders | undefined
  readonly #address: string
  #authorization: string | undefined
  #caller: Caller | undefined
  #operations: Map<string, SocketOperation> | undefined
  #connection: Disposable | undefined
  #ended = false
  #refreshesBegun = 0
  /** The number of the latest refresh; earlier ones are ignored. */
  #refreshed = 0

  constructor(parts: SocketParts, { headers, address }: SocketClient, listener: SocketSessionListener) {
    this.#parts = parts
    this.#listener = listener
    this.#address = address
    this.#traceHeaders = traceHeadersOf(headers)
    this.#forwarded = parts.pipeline.forwarded(headers)
    this.#authorization = headers.authorization
  }

  async connect(initPayload: unknown): Promise<Caller | ConnectionRefusal> {
    const token = tokenOf(initPayload) ?? bearerToken(this.#authorization)
    this.#authorization = undefined
    const caller = await this.#parts.authenticator.authenticate(token, { clientAddress: this.#address })
    if (isRefusal(caller) || this.#ended) return caller
    const connection = await this.#parts.connections.admit(caller.identity)
    if (connection === undefined) return 'TOO_MANY_CONNECTIONS'
    if (this.#ended) {
      connection[Symbol.dispose]()
      return TOKEN_MISSING
    }
    this.#connection = connection
    this.#setCaller(caller)
    this.#listener.authenticated(caller)
    return caller
  }

  async refresh(token: unknown): Promise<Caller | CallerRefusal | 'ANOTHER_SUBJECT'> {
    this.#refreshesBegun += 1
    const mine = this.#refreshesBegun
    const caller = await this.#parts.authenticator.authenticate(tokenOf({ bearer_token: token }), {
      clientAddress: this.#address,
    })
    if (isRefusal(caller)) return caller
    if (this.#ended) return TOKEN_MISSING
    if (!isSame(caller, this.#caller)) return 'ANOTHER_SUBJECT'
    if (mine > this.#refreshed) {
      this.#refreshed = mine
      this.#setCaller(caller)
      for (const operation of this.#operations?.values() ?? []) operation.refresh(caller)
    }
    return caller
  }

  has(operation: string): boolean {
    return this.#operations?.has(operation) ?? false
  }

  async start(id: string, request: OperationRequest | RequestProblem, writer: OperationWriter): Promise<void> {
    const caller = this.#caller
    if (caller === undefined) throw new Error('an operation began before its caller was authenticated')
    const refusal = this.#refusal()
    if (refusal !== undefined) return writer.reject(id, [refusal])
    if ('status' in request) return writer.reject(id, [badInput(request.message)])
    this.#operations ??= new Map()
    const { pipeline, metrics } = this.#parts
    const operation = new SocketOperation(id, writer, this.#operations, metrics)
    const prepared = await pipeline.prepare(request, caller, 'MESSAGE')
    if (operation.ended) return
    if ('errors' in prepared) return operation.reject(prepared.errors)
    const run = { caller, trace: openTrace(this.#traceHeaders), forwarded: this.#forwarded }
    if (prepared.type !== 'subscription') {
      return operation.respond((signal) => pipeline.execute(prepared, { ...run, signal }))
    }
    const { definition, document } = prepared.planned
    const live = pipeline.subscribe(prepared, run, operation)
    if ('errors' in live) return operation.reject(live.errors)
    operation.follow(rootFieldOf(definition, document), live)
    // The token was refreshed while the operation was prepared.
    if (this.#caller !== caller && this.#caller !== undefined) live.refresh(this.#caller)
  }

  stop(operation: string): void {
    this.#operations?.get(operation)?.end()
  }

  close(): void {
    this.#ended = true
    this.#connection?.[Symbol.dispose]()
    this.#forgetCaller()
    for (const operation of this.#operations?.values() ?? []) operation.end()
  }

  get caller(): Caller | undefined {
    return this.#caller
  }

  expire(): void {
    this.#end('TOKEN_EXPIRED', tokenExpired())
  }

  revoke(): void {
    this.#end('TOKEN_REVOKED', tokenRevoked())
  }

  #end(code: TokenEnd, error: GraphQLError): void {
    if (this.#ended) return
    this.#ended = true
    this.#forgetCaller()
    for (const operation of this.#operations?.values() ?? []) operation.disconnect(error)
    this.#parts.metrics.ended(code)
    this.#listener.tokenEnded(code)
  }

  #setCaller(caller: Caller): void {
    this.#forgetCaller()
    this.#caller = caller
    if (this.#ended) return
    expiries.add(expiryOf(caller), this)
    caller.live?.add(this)
  }

  #forgetCaller(): void {
    if (this.#caller === undefined) return
    expiries.delete(expiryOf(this.#caller), this)
    this.#caller.live?.delete(this)
  }

  /** Why the session cannot begin operations. */
  #refusal(): GraphQLError | undefined {
    if (this.#ended) return tokenExpired()
    const count = this.#operations?.size ?? 0
    const max = this.#parts.operationsPerSocketMax
    return count < max ? undefined : tooManyOperations(count, max)
  }
}

const NO_TRACE: IncomingHttpHeaders = {}

function traceHeadersOf({ traceparent, tracestate }: IncomingHttpHeaders): IncomingHttpHeaders {
  return traceparent === undefined ? NO_TRACE : { traceparent, tracestate }
}

/** `bearer_token` is the published interface; clients that were written for other gateways send `Authorization`. */
function tokenOf(initPayload: unknown): string | undefined {
  if (typeof initPayload !== 'object' || initPayload === null) return undefined
  const { bearer_token, Authorization, authorization } = initPayload as Record<string, unknown>
  if (typeof bearer_token === 'string') return bearerToken(bearer_token) ?? bearer_token
  const header = [Authorization, authorization].find((value) => typeof value === 'string')
  return header === undefined ? undefined : (bearerToken(header) ?? header)
}

/** All accepted tokens have the same issuer. */
function isSame({ identity }: Caller, other: Caller | undefined): boolean {
  return identity.subject === other?.identity.subject && identity.clientId === other.identity.clientId
}

function expiryOf({ expiresAtSeconds, acceptedUntilSeconds = expiresAtSeconds }: Caller): number {
  return Math.ceil(acceptedUntilSeconds)
}

function tooManyOperations(value: number, max: number): GraphQLError {
  return refusalError({
    code: 'OPERATION_LIMIT_EXCEEDED',
    message: `${value} operations are in progress on this connection, and at most ${max} are allowed.`,
    extensions: { limit: 'operationsPerSocket', max, value },
  })
}

function tokenRevoked(): GraphQLError {
  const message = 'The access token was revoked, for example by signing out. Sign in, and connect again.'
  return refusalError({ code: 'TOKEN_REVOKED', message })
}

function tokenExpired(): GraphQLError {
  return refusalError({ code: 'TOKEN_EXPIRED', message: 'The access token has expired. Connect again with a new one.' })
}
