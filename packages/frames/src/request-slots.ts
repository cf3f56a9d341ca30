import { REQUESTS_MAX } from './frame.ts'

/**
 * The pending requests on one connection, by number. Each has its own slot: its number modulo `REQUESTS_MAX`.
 *
 * A `Map` reallocates its table every few insertions, and once an old table is tenured it keeps all its successors and
 * their entries alive until the next full garbage collection: 50 MB under load.
 */
export interface RequestSlots<Entry> {
  get(request: number): Entry | undefined
  /** True if a pending request has the slot. */
  isTaken(request: number): boolean
  /** Returns false, without effect, if another request has the slot. */
  add(request: number, entry: Entry): boolean
  delete(request: number): void
  size(): number
  all(): readonly Entry[]
}

interface Slot<Entry> {
  request: number
  entry: Entry | undefined
}

export function openRequestSlots<Entry>(): RequestSlots<Entry> {
  const slots = Array.from({ length: REQUESTS_MAX }, (): Slot<Entry> => ({ request: 0, entry: undefined }))
  let size = 0
  const slotOf = (request: number) => slots[request % REQUESTS_MAX]
  return {
    get(request) {
      const slot = slotOf(request)
      return slot?.request === request ? slot.entry : undefined
    },
    isTaken: (request) => slotOf(request)?.entry !== undefined,
    add(request, entry) {
      const slot = slotOf(request)
      if (slot === undefined || slot.entry !== undefined) return false
      slot.request = request
      slot.entry = entry
      size += 1
      return true
    },
    delete(request) {
      const slot = slotOf(request)
      if (slot?.request !== request || slot.entry === undefined) return
      slot.entry = undefined
      size -= 1
    },
    size: () => size,
    all: () => slots.flatMap(({ entry }) => entry ?? []),
  }
}
