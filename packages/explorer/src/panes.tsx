import { type GraphiQLPlugin, pick, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import type { EventLog, LiveState } from './live/event-log.ts'
import type { Example, PageSettings } from './session/page-settings.ts'
import { Usage } from './start-screen.tsx'
import { useStore } from './use-store.ts'

/** A pane with the latest events of subscriptions. */
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
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
              <pre tabIndex={0}>{JSON.stringify(result, undefined, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The state of the subscription, in one line below the response. */
export function LiveStrip({ log }: { readonly log: EventLog }) {
  const state = useStore(log)
  if (state.phase === 'IDLE') return null
  return (
    <p className={`live live-${state.phase.toLowerCase()}`} role="status">
      <span className="live-dot" aria-hidden="true" />
      {describe(state)}
    </p>
  )
}

function describe({ phase, operation, count, events }: LiveState): string {
  const counted = count === 1 ? '1 event' : `${count} events`
  const last = count > 0 && events[0] ? `, the last at ${events[0].at.toLocaleTimeString()}` : ''
  switch (phase) {
    case 'STARTING':
      return `Starting ${operation} …`
    case 'LIVE':
      return count === 0 ? `Live: waiting for events of ${operation}` : `Live: ${counted} of ${operation}${last}`
    case 'ENDED':
      return `Ended: ${counted} of ${operation}${last}`
    case 'IDLE':
      return ''
  }
}

type Examples = Pick<PageSettings, 'groups' | 'examples'>

/** A pane with example operations, grouped by domain. */
export function examplesPlugin({ groups, examples }: Examples): GraphiQLPlugin {
  return {
    title: 'Examples',
    icon: () => (
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <path d="M5 3.500h14a1 1 0 0 1 1 1v16l-8-4-8 4v-16a1 1 0 0 1 1-1Z" />
        <path d="M8 8h8M8 11.500h5" />
      </svg>
    ),
    content: () => <ExamplesPane groups={groups} examples={examples} />,
  }
}

function ExamplesPane({ groups, examples }: Examples) {
  const open = useOpenExample()
  return (
    <section className="pane" aria-label="Examples">
      <h2 className="pane-title">Examples</h2>
      {groups.length === 0 && <p>There are no examples for this schema.</p>}
      {groups.map(({ name, description }) => (
        <section key={name} className="group" aria-labelledby={`examples-${name}`}>
          <h3 id={`examples-${name}`}>{name}</h3>
          <p className="hint">{description}</p>
          <ul>
            {examples
              .filter(({ group }) => group === name)
              .map((example) => (
                <li key={example.title}>
                  <button type="button" className="example" onClick={() => open(example)}>
                    <span>{example.title}</span>
                    <span className={`type type-${example.type}`}>{example.type}</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** The width below which the panes cover the editor, as in the style sheet. */
const NARROW = '(max-width: 44rem)'

/** Opens an example in the tab that already shows it, in an empty tab, or in a new one. */
function useOpenExample(): (example: Example) => void {
  const { addTab, changeTab, setVisiblePlugin } = useGraphiQLActions()
  const { tabs, queryEditor, variableEditor } = useGraphiQL(pick('tabs', 'queryEditor', 'variableEditor'))
  return ({ query, variables }) => {
    if (matchMedia(NARROW).matches) setVisiblePlugin(null)
    const open = tabs.findIndex((tab) => tab.query === query)
    if (open >= 0) return changeTab(open)
    if (queryEditor?.getValue().trim() !== '') addTab()
    queryEditor?.setValue(query)
    variableEditor?.setValue(variables)
    queryEditor?.focus()
  }
}

export const usagePlugin: GraphiQLPlugin = {
  title: 'From a program',
  icon: () => (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <rect x="2.5" y="4" width="19" height="16" rx="2" />
      <path d="m6.5 9 3 3-3 3M12.5 15.500h5" />
    </svg>
  ),
  content: () => (
    <section className="pane" aria-label="From a program">
      <h2 className="pane-title">From a program</h2>
      <Usage />
    </section>
  ),
}
