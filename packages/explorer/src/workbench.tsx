import './editor-workers.ts'
import '@graphiql/react/font/fira-code.css'
import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import 'graphiql/graphiql.css'
import './workbench.css'
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql'
import { useEffect, useState } from 'react'
import { openEventLog } from './live/event-log.ts'
import { openFetcher } from './live/open-fetcher.ts'
import { openLiveConnection } from './live/open-live-connection.ts'
import type { PageSettings } from './page-settings.ts'
import { eventsPlugin, LiveStrip } from './panes/events-pane.tsx'
import { examplesPlugin } from './panes/examples-pane.tsx'
import { usagePlugin } from './panes/usage-pane.tsx'
import type { Session, SignedIn } from './session/session.ts'
import { openTabMemory } from './session/tab-memory.ts'

export interface WorkbenchProps {
  readonly settings: PageSettings
  readonly session: Session
  readonly tokenOf: () => SignedIn['token']
}

/** Narrower pages would show the examples over the editor. */
const WIDE = '(min-width: 60rem)'

/** The editor and its panes, for a signed-in user. */
export function Workbench({ settings, session, tokenOf }: WorkbenchProps) {
  const [parts] = useState(() => {
    const log = openEventLog(() => new Date())
    const examples = examplesPlugin(settings)
    const holder = { token: tokenOf, refused: session.refused }
    const live = openLiveConnection(holder, log)
    return {
      log,
      memory: openTabMemory(),
      live,
      fetcher: openFetcher(holder, live),
      plugins: [examples, eventsPlugin(log), HISTORY_PLUGIN, usagePlugin],
      ...(matchMedia(WIDE).matches && { visiblePlugin: examples }),
    }
  })
  const { log, memory, live, ...editorProps } = parts
  useEffect(() => {
    const unsubscribe = session.subscribe(live.renew)
    return () => {
      unsubscribe()
      live.close()
      memory.close()
    }
  }, [session, live, memory])
  return (
    <GraphiQL
      {...editorProps}
      storage={memory}
      defaultTabs={[{ query: firstQuery(settings) }]}
      defaultEditorToolsVisibility={true}
      shouldPersistHeaders={false}
      showPersistHeadersSettings={false}
    >
      <GraphiQL.Logo>{null}</GraphiQL.Logo>
      <GraphiQL.Footer>
        <LiveStrip log={log} />
      </GraphiQL.Footer>
    </GraphiQL>
  )
}

const HINT = `# Ctrl-Enter runs the operation,
# Ctrl-Space shows what could follow.
`

/** An operation that runs without changes. */
function firstQuery({ examples }: PageSettings): string {
  const simple = examples.find(({ type, variables }) => type === 'query' && variables === '')
  return `${HINT}${simple?.query ?? 'query First {\n  __typename\n}\n'}`
}
