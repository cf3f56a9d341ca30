/** Called once, on abort. */
export interface AbortListener {
  handleEvent(): void
}

/**
 * The part of an `AbortSignal` that most code needs; an `AbortSignal` is one.
 *
 * Cheap enough for every request: a listener on a real signal costs more than a small fetch, and
 * keeps its closure alive until the next full garbage collection.
 */
export interface AbortNotice {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: AbortListener): void
  removeEventListener(type: 'abort', listener: AbortListener): void
}

/** An `AbortNotice` with the method that triggers it. */
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

  /** Only the first call has an effect. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    const listeners = this.#listeners ?? []
    this.#listeners = undefined
    for (const listener of listeners) listener.handleEvent()
  }
}
