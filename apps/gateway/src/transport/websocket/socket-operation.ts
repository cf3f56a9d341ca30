import type { ExecutedResponse } from '@travel-rule/federation/execution/execute-plan'
import { AbortNoticeSource } from '@travel-rule/http-host/exchange'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../identity/authenticator.ts'
import type { OperationRefusal } from '../../operation/prepared-operation.ts'
import type { LiveOperation, LiveResult, ResultSink } from '../../relay/live-result.ts'
import { endReasonOf, type ProtocolMetrics } from '../delivery/live-metrics.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { resultBytes } from '../http/graphql-response.ts'
import type { OperationWriter } from './socket-protocol.ts'

type OperationMetrics = Pick<ProtocolMetrics, 'began' | 'finished' | 'ended'>

/**
 * One operation of a socket. Results after its end are ignored.
 *
 * A class, since there are many: an object with closures would need several times the memory.
 */
export class SocketOperation implements ResultSink {
  readonly #id: string
  readonly #writer: OperationWriter
  readonly #operations: Map<string, SocketOperation>
  readonly #metrics: OperationMetrics
  #field: string | undefined
  /** Created with the first result, which most subscriptions wait for. */
  #frame: Frame | undefined
  #running: LiveOperation | AbortNoticeSource | undefined

  /** Adds itself to the socket's `operations`. */
  constructor(
    id: string,
    writer: OperationWriter,
    operations: Map<string, SocketOperation>,
    metrics: OperationMetrics,
  ) {
    this.#id = id
    this.#writer = writer
    this.#operations = operations
    this.#metrics = metrics
    operations.set(id, this)
    metrics.began()
  }

  get ended(): boolean {
    return this.#operations.get(this.#id) !== this
  }

  /** Begins as a subscription to this root field. */
  follow(field: string | undefined, live: LiveOperation): void {
    this.#field = field
    this.#running = live
  }

  /** Begins as a query or mutation, whose response is the only result. `execute` is aborted when the operation ends. */
  async respond(execute: (signal: AbortNoticeSource) => Promise<ExecutedResponse | OperationRefusal>): Promise<void> {
    const source = new AbortNoticeSource()
    this.#running = source
    const response = await execute(source)
    if ('errors' in response) return this.reject(response.errors)
    this.next({ bytes: resultBytes(response) })
    this.complete()
  }

  refresh(caller: Caller): void {
    if (!(this.#running instanceof AbortNoticeSource)) this.#running?.refresh(caller)
  }

  next(result: LiveResult): void {
    if (!this.ended) this.#writer.socket.deliver(this.#id, result, this.#resultFrame())
  }

  nextAll(results: readonly LiveResult[]): void {
    if (!this.ended) this.#writer.socket.deliverAll(this.#id, results, this.#resultFrame())
  }

  complete(): void {
    if (this.#remove()) this.#writer.complete(this.#id)
  }

  fail(error: GraphQLError): void {
    if (!this.ended) this.#metrics.ended(endReasonOf(error))
    this.#fail(error)
  }

  /** Ends the operation with its errors, without executing it. */
  reject(errors: readonly GraphQLError[]): void {
    if (this.#remove()) this.#writer.reject(this.#id, errors)
  }

  /** Fails the operation because its connection ends. */
  disconnect(error: GraphQLError): void {
    this.#abort()
    this.#fail(error)
  }

  /** Ends the operation without a message. */
  end(): void {
    if (this.#remove()) this.#abort()
  }

  #fail(error: GraphQLError): void {
    if (this.#remove()) this.#writer.fail(this.#id, error)
  }

  #resultFrame(): Frame {
    this.#frame ??= this.#writer.frame(this.#id, this.#field)
    return this.#frame
  }

  /** Returns false if the operation has already ended. */
  #remove(): boolean {
    if (this.ended) return false
    this.#operations.delete(this.#id)
    this.#metrics.finished()
    return true
  }

  #abort(): void {
    if (this.#running instanceof AbortNoticeSource) this.#running.abort(ABORTED)
    else this.#running?.end()
  }
}

const ABORTED = new Error('the client no longer waits for the operation')
