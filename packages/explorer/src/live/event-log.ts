/** One event of a subscription. */
export interface LiveEvent {
  readonly number: number
  readonly at: Date
  readonly operation: string
  readonly result: unknown
  readonly hasErrors: boolean
}

/** The state of the current or last subscription. */
export interface LiveState {
  readonly phase: 'IDLE' | 'CONNECTING' | 'LIVE' | 'ENDED'
  readonly operation: string
  readonly count: number
  /** Newest first. */
  readonly events: readonly LiveEvent[]
}

export interface EventLog {
  current(): LiveState
  subscribe(listener: () => void): () => void
  begin(operation: string): void
  connected(): void
  /** The socket is lost, and may be reopened. */
  disconnected(): void
  add(result: unknown, hasErrors: boolean): void
  end(): void
  clear(): void
}

const EVENTS_MAX = 100
const IDLE: LiveState = { phase: 'IDLE', operation: '', count: 0, events: [] }

/** Keeps the latest events, so that one can still be read after the next has arrived. */
export function openEventLog(now: () => Date): EventLog {
  const listeners = new Set<() => void>()
  let state = IDLE
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
