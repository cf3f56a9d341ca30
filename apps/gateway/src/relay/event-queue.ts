import { GraphQLError } from 'graphql'
import type { LiveEvent } from '../upstream/upstream-message.ts'
import { EventCompletion, type EventCompletionListener } from './complete-events.ts'
import type { LiveResult } from './live-result.ts'

export interface EventQueueLimits {
  /** Maximum number of events in completion plus completed results; further events stay with the subgraph. */
  readonly pendingMax: number
  /**
   * Maximum number of queued events without a position. They cannot stay with the subgraph, which could not replay
   * them.
   */
  readonly waitingMax: number
  /** Maximum total length of all events. A single event may be longer. */
  readonly charactersMax: number
}

export interface EventQueueListener extends Pick<EventCompletionListener, 'pass' | 'complete'> {
  /** A result can be taken. `isFirst`: none was ready before. */
  ready(isFirst: boolean): void
  /** An event could not be completed. */
  incomplete(error: GraphQLError): void
}

export interface ReadyResult {
  readonly result: LiveResult
  readonly position: string | undefined
}

/** The events of a subscription from their arrival until their results are taken, in order. */
export class EventQueue implements EventCompletionListener {
  readonly #limits: EventQueueLimits
  readonly #listener: EventQueueListener
  readonly #completion: EventCompletion
  /** Events that arrived while too many others were in completion. */
  #waiting: LiveEvent[] = []
  #ready: (ReadyResult & { readonly characters: number })[] = []
  #characters = 0

  constructor(limits: EventQueueLimits, listener: EventQueueListener) {
    this.#limits = limits
    this.#listener = listener
    this.#completion = new EventCompletion(limits.pendingMax, this)
  }

  /** Number of results that can be taken. */
  get ready(): number {
    return this.#ready.length
  }

  isEmpty(): boolean {
    return this.#completion.pending === 0 && this.#waiting.length === 0 && this.#ready.length === 0
  }

  /** Returns false, and does not accept the event, if that would exceed a limit. */
  accept(event: LiveEvent): boolean {
    const { waitingMax, charactersMax } = this.#limits
    if (this.#characters > 0 && this.#characters + event.characters > charactersMax) return false
    if (this.#waiting.length > 0 || !this.#begin(event)) {
      if (event.position !== undefined || this.#waiting.length >= waitingMax) return false
      this.#waiting.push(event)
    }
    this.#characters += event.characters
    return true
  }

  /** Returns the next results, at most `max`. */
  take(max: number): readonly ReadyResult[] {
    const taken = this.#ready.splice(0, max)
    for (const { characters } of taken) this.#characters -= characters
    return taken
  }

  /** Continues with queued events. Returns true if there is room for more events from the subgraph. */
  advance(): boolean {
    const { pendingMax, charactersMax } = this.#limits
    if (this.#completion.pending + this.#ready.length >= pendingMax / 2) return false
    if (this.#waiting.length === 0) return this.#characters <= charactersMax / 2
    queueMicrotask(() => this.#beginWaiting())
    return false
  }

  /** Stops: no more results become ready. */
  end(): void {
    this.#completion.end()
    this.#waiting = []
  }

  pass(event: LiveEvent): LiveResult | undefined {
    return this.#listener.pass(event)
  }

  complete(event: LiveEvent): Promise<LiveResult | GraphQLError> {
    return this.#listener.complete(event)
  }

  done(result: LiveResult | GraphQLError, { position, characters }: LiveEvent): void {
    if (result instanceof GraphQLError) this.#listener.incomplete(result)
    else this.#listener.ready(this.#ready.push({ result, position, characters }) === 1)
  }

  #begin(event: LiveEvent): boolean {
    return this.#ready.length < this.#limits.pendingMax && this.#completion.accept(event)
  }

  #beginWaiting(): void {
    let next = this.#waiting[0]
    while (next !== undefined && this.#begin(next)) {
      this.#waiting.shift()
      next = this.#waiting[0]
    }
  }
}
