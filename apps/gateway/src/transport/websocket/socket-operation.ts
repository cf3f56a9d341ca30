import type { ExecutedResponse } from '@travel-rule/federation/execution/execute-plan'
import { AbortNoticeSource } from '@travel-rule/http-host/abort-notice'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../identity/authenticator.ts'
import type { LiveOperation, LiveResult, ResultSink } from '../../relay/live-result.ts'
import { endReasonOf, type ProtocolMetrics } from '../delivery/live-metrics.ts'
import type { Frame } from '../delivery/result-queue.ts'
import { resultBytes } from '../http/response-content.ts'
import type { Voice } from './socket-protocol.ts'

type OperationCounts = Pick<ProtocolMetrics, 'began' | 'finished' | 'ended'>

/**
 * One operation of a socket, from its message to its last.
 *
 * It is a class because there are many: an object of closures would cost several times as much. Whatever comes once it is over is dropped.
 */
export class SocketOperation implements ResultSink {
  readonly #id: string
  readonly #voice: Voice
  readonly #operations: Map<string, SocketOperation>
  readonly #counts: OperationCounts
  #field: string | undefined
  /** Made with the first result: many subscriptions wait long for it. */
  #frame: Frame | undefined
  #underWay: LiveOperation | AbortNoticeSource | undefined

  /** Under way in `operations` from now on. */
  constructor(id: string, voice: Voice, operations: Map<string, SocketOperation>, counts: OperationCounts) {
    this.#id = id
    this.#voice = voice
    this.#operations = operations
    this.#counts = counts
    operations.set(id, this)
    counts.began()
  }

  get over(): boolean {
    return this.#operations.get(this.#id) !== this
  }

  /** It is a subscription to this root field. */
  follow(field: string | undefined, live: LiveOperation): void {
    this.#field = field
    this.#underWay = live
  }

  /** It is a query or mutation, whose answer is sent as the only result. `execute` is told when nobody waits for it any more. */
  async answer(execute: (left: AbortNoticeSource) => Promise<ExecutedResponse>): Promise<void> {
    const left = new AbortNoticeSource()
    this.#underWay = left
    const bytes = resultBytes(await execute(left))
    this.next({ bytes })
    this.complete()
  }

  refresh(caller: Caller): void {
    if (!(this.#underWay instanceof AbortNoticeSource)) this.#underWay?.refresh(caller)
  }

  next(result: LiveResult): void {
    if (!this.over) this.#voice.socket.deliver(this.#id, result, this.#frameOfResults())
  }

  nextAll(results: readonly LiveResult[]): void {
    if (!this.over) this.#voice.socket.deliverAll(this.#id, results, this.#frameOfResults())
  }

  complete(): void {
    if (this.#settle()) this.#voice.wording.complete(this.#voice.socket, this.#id)
  }

  fail(error: GraphQLError): void {
    if (!this.over) this.#counts.ended(endReasonOf(error))
    this.#fail(error)
  }

  /** It is not executed at all. */
  reject(errors: readonly GraphQLError[]): void {
    if (this.#settle()) this.#voice.wording.reject(this.#voice.socket, this.#id, errors)
  }

  /** Fails it together with its connection. */
  cut(error: GraphQLError): void {
    this.#leave()
    this.#fail(error)
  }

  /** Ends it; nobody is told. */
  end(): void {
    if (this.#settle()) this.#leave()
  }

  #fail(error: GraphQLError): void {
    if (this.#settle()) this.#voice.wording.fail(this.#voice.socket, this.#id, error)
  }

  #frameOfResults(): Frame {
    this.#frame ??= this.#voice.wording.frame(this.#id, this.#field)
    return this.#frame
  }

  /** False when it was over already. */
  #settle(): boolean {
    if (this.over) return false
    this.#operations.delete(this.#id)
    this.#counts.finished()
    return true
  }

  #leave(): void {
    if (this.#underWay instanceof AbortNoticeSource) this.#underWay.abort(LEFT)
    else this.#underWay?.end()
  }
}

const LEFT = new Error('nobody waits for the operation any more')
