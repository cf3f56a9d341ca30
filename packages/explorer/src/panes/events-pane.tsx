import type { GraphiQLPlugin } from '@graphiql/react'
import type { EventLog, LiveState } from '../live/event-log.ts'
import { useStore } from '../use-store.ts'

/** A pane with the latest events of subscriptions; the response shows only the newest. */
export function eventsPlugin(log: EventLog): GraphiQLPlugin {
  return {
    title: 'Live events',
    icon: () => (
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <circle cx="12" cy="12" r="2" fill="currentColor" />
        <path d="M8 8a5.7 5.7 0 0 0 0 8m8-8a5.7 5.7 0 0 1 0 8M5 5a9.9 9.9 0 0 0 0 14M19 5a9.9 9.9 0 0 1 0 14" />
      </svg>
    ),
    content: () => <EventsPane log={log} />,
  }
}

function EventsPane({ log }: { readonly log: EventLog }) {
  const state = useStore(log)
  return (
    <section className="pane" aria-label="Live events">
      <div className="pane-head">
        <h2 className="pane-title">Live events</h2>
        {state.events.length > 0 && (
          <button type="button" className="button button-small" onClick={log.clear}>
            Clear
          </button>
        )}
      </div>
      {state.events.length === 0 && <p>Run a subscription: its events are listed here as they arrive.</p>}
      <ol className="events">
        {state.events.map(({ number, at, operation, result, hasErrors }, index) => (
          <li key={number}>
            <details open={index === 0}>
              <summary>
                <time dateTime={at.toISOString()}>{at.toLocaleTimeString()}</time> {operation}
                {hasErrors && <strong className="failed"> with errors</strong>}
              </summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable with the keyboard */}
              <pre tabIndex={0}>{JSON.stringify(result, undefined, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One line below the response: the state of the subscription and its number of events. */
export function LiveStrip({ log }: { readonly log: EventLog }) {
  const state = useStore(log)
  if (state.phase === 'IDLE') return null
  return (
    <p className={`live live-${state.phase.toLowerCase()}`} role="status">
      <span className="live-dot" aria-hidden="true" />
      {textOf(state)}
    </p>
  )
}

function textOf({ phase, operation, count, events }: LiveState): string {
  const counted = count === 1 ? '1 event' : `${count} events`
  const last = count > 0 && events[0] ? `, the last at ${events[0].at.toLocaleTimeString()}` : ''
  switch (phase) {
    case 'CONNECTING':
      return `Connecting ${operation} …`
    case 'LIVE':
      return count === 0 ? `Live: waiting for events of ${operation}` : `Live: ${counted} of ${operation}${last}`
    case 'ENDED':
      return `Ended: ${counted} of ${operation}${last}`
    case 'IDLE':
      return ''
  }
}
