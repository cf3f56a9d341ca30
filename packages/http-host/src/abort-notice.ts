/** Told once when nobody waits any more. */
export interface AbortListener {
  handleEvent(): void
}

/**
 * What most need of an `AbortSignal`, which is one.
 *
 * Made for what happens with every request: a listener on a real signal costs more than a small fetch, and keeps what it holds until the next
 * collection of all garbage.
 */
export interface AbortNotice {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: AbortListener): void
  removeEventListener(type: 'abort', listener: AbortListener): void
}

/** A notice that its owner gives. */
export class AbortNoticeSource implements AbortNotice {
  #listeners: AbortListener[] | undefined
  #reason: Error | undefined

  get aborted(): boolean {
    return this.#reason !== undefined
  }

  get reason(): Error | undefined {
    return this.#reason
  }

  addEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listeners ??= []
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: AbortListener): void {
    const index = this.#listeners?.indexOf(listener) ?? -1
    if (index >= 0) this.#listeners?.splice(index, 1)
  }

  /** The first reason counts. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    const listeners = this.#listeners ?? []
    this.#listeners = undefined
    for (const listener of listeners) listener.handleEvent()
  }
}
