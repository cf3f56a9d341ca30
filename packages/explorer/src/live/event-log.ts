/** One event of a subscription. */
export interface LiveEvent {
  readonly number: number
  readonly at: Date
  readonly operation: string
  readonly result: unknown
  readonly hasErrors: boolean
}

/** The state of the running or latest subscription. */
export interface LiveState {
  readonly phase: 'IDLE' | 'STARTING' | 'LIVE' | 'ENDED'
  readonly operation: string
  readonly count: number
  /** Newest first, including events of earlier subscriptions. */
  readonly events: readonly LiveEvent[]
}

export interface EventLog {
  current(): LiveState
  subscribe(listener: () => void): () => void
  begin(operation: string): void
  /** From now on, every event will be received. */
  live(): void
  /** The connection was lost and may be restored. */
  interrupted(): void
  add(result: unknown, hasErrors: boolean): void
  end(): void
  clear(): void
}

const EVENTS_MAX = 100
const INITIAL: LiveState = { phase: 'IDLE', operation: '', count: 0, events: [] }

/** Stores recent events, because the editor shows only the last one. */
export function openEventLog(now: () => Date): EventLog {
  const listeners = new Set<() => void>()
  let state = INITIAL
  let number = 0
  const change = (next: LiveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: (operation) => change({ ...state, phase: 'STARTING', operation, count: 0 }),
    live: () => {
      if (state.phase === 'STARTING') change({ ...state, phase: 'LIVE' })
    },
    interrupted: () => {
      if (state.phase === 'LIVE') change({ ...state, phase: 'STARTING' })
    },
    add(result, hasErrors) {
      number += 1
      const event = { number, at: now(), operation: state.operation, result, hasErrors }
      change({ ...state, phase: 'LIVE', count: state.count + 1, events: [event, ...state.events].slice(0, EVENTS_MAX) })
    },
    end: () => {
      if (state.phase !== 'IDLE') change({ ...state, phase: 'ENDED' })
    },
    clear: () => change({ ...state, events: [] }),
  }
}
