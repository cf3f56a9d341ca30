import type { UpstreamSink } from '../upstream-connection.ts'
import type { UpstreamEvent } from '../upstream-message.ts'

/** A sink that records its calls. */
export interface RecordedSink extends UpstreamSink {
  readonly events: UpstreamEvent[]
  /** All calls except events, such as `['lost', 'closed with 1000']`. */
  readonly ends: (readonly [name: 'refused' | 'lost' | 'completed', what?: unknown])[]
}

export function recordSink(): RecordedSink {
  const events: UpstreamEvent[] = []
  const ends: RecordedSink['ends'] = []
  return {
    events,
    ends,
    begun: () => undefined,
    next: (event) => void events.push(event),
    refused: (errors) => void ends.push(['refused', errors]),
    lost: (reason) => void ends.push(['lost', reason]),
    completed: () => void ends.push(['completed']),
  }
}
