import type { HeldMemory } from './client-limits.ts'

interface Shared {
  /** As it was told first. */
  readonly bytes: number
  sharers: number
}

/** Adds up what the subscriptions of one client keep in memory: what several share, once. */
export class HeldBytes {
  readonly #shared = new Map<object, Shared>()
  #bytes = 0

  /** How many bytes there would be with one more. */
  with({ bytes, shared }: HeldMemory): number {
    return this.#bytes + bytes + (this.#shared.has(shared.of) ? 0 : shared.bytes)
  }

  add(held: HeldMemory): void {
    this.#bytes = this.with(held)
    const { of, bytes } = held.shared
    const known = this.#shared.get(of)
    if (known === undefined) this.#shared.set(of, { bytes, sharers: 1 })
    else known.sharers += 1
  }

  /** To be called once for each that was added. */
  remove({ bytes, shared: { of } }: HeldMemory): void {
    this.#bytes -= bytes
    const shared = this.#shared.get(of)
    if (shared === undefined) return
    shared.sharers -= 1
    if (shared.sharers > 0) return
    this.#bytes -= shared.bytes
    this.#shared.delete(of)
  }
}
