/** One event of a subscription. */
export interface LiveEvent {
  readonly number: number
  readonly at: Date
  readonly operation: string
  readonly result: unknown
  readonly hasErrors: boolean
}

/** What is known of the subscription that runs now or ran last. */
export interface LiveState {
  readonly phase: 'IDLE' | 'CONNECTING' | 'LIVE' | 'ENDED'
  readonly operation: string
  readonly count: number
  /** The newest first. */
  readonly events: readonly LiveEvent[]
}

export interface EventLog {
  current(): LiveState
  subscribe(listener: () => void): () => void
  begin(operation: string): void
  connected(): void
  /** The socket is lost; it may come back. */
  disconnected(): void
  add(result: unknown, hasErrors: boolean): void
  end(): void
  clear(): void
}

const EVENTS_MAX = 100
const NOTHING: LiveState = { phase: 'IDLE', operation: '', count: 0, events: [] }

/** Remembers the last events, so that one that follows quickly on another can still be read. */
export function openEventLog(now: () => Date): EventLog {
  const listeners = new Set<() => void>()
  let state = NOTHING
  let number = 0
  const become = (next: LiveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: (operation) => become({ ...state, phase: 'CONNECTING', operation, count: 0 }),
    connected: () => {
      if (state.phase === 'CONNECTING') become({ ...state, phase: 'LIVE' })
    },
    disconnected: () => {
      if (state.phase === 'LIVE') become({ ...state, phase: 'CONNECTING' })
    },
    add(result, hasErrors) {
      number += 1
      const event = { number, at: now(), operation: state.operation, result, hasErrors }
      become({ ...state, phase: 'LIVE', count: state.count + 1, events: [event, ...state.events].slice(0, EVENTS_MAX) })
    },
    end: () => {
      if (state.phase !== 'IDLE') become({ ...state, phase: 'ENDED' })
    },
    clear: () => become({ ...state, events: [] }),
  }
}
