import './editor-workers.ts'
import '@graphiql/react/font/fira-code.css'
import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import 'graphiql/graphiql.css'
import './workbench.css'
import { pick, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql'
import { useEffect, useLayoutEffect, useState } from 'react'
import { openEventLog } from './live/event-log.ts'
import { openFetcher } from './live/fetcher.ts'
import { type FrontTab, openFrontTab } from './live/front-tab.ts'
import { openLiveConnection } from './live/live-connection.ts'
import { eventsPlugin, examplesPlugin, LiveStrip, usagePlugin } from './panes.tsx'
import { type PageSettings, urlBesidePage } from './session/page-settings.ts'
import type { Session, SignedIn } from './session/session.ts'
import { openTabMemory } from './session/tab-memory.ts'

/** Below this width, the examples cover the editor. */
const WIDE = '(min-width: 60rem)'

export interface WorkbenchProps {
  readonly settings: PageSettings
  readonly session: Session
  readonly tokenOf: () => SignedIn['token']
}

/** The editor for a signed-in person. */
export function Workbench({ settings, session, tokenOf }: WorkbenchProps) {
  const [parts] = useState(() => {
    const log = openEventLog(() => new Date())
    const examples = examplesPlugin(settings)
    const tokens = { token: tokenOf, refused: session.refused }
    const live = openLiveConnection({ url: urlBesidePage('graphql-ws').replace(/^http/, 'ws'), tokens, log })
    const frontTab = openFrontTab()
    return {
      log,
      memory: openTabMemory(),
      live,
      frontTab,
      fetcher: openFetcher({ url: urlBesidePage('graphql'), tokens, live, frontTab }),
      plugins: [examples, eventsPlugin(log), HISTORY_PLUGIN, usagePlugin],
      ...(matchMedia(WIDE).matches && { visiblePlugin: examples }),
    }
  })
  const { log, memory, live, frontTab, ...editorProps } = parts
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
        <TabWatch frontTab={frontTab} />
      </GraphiQL.Footer>
    </GraphiQL>
  )
}

/** Reports the tab in front, and stops an operation when its tab is closed. */
function TabWatch({ frontTab }: { readonly frontTab: FrontTab }) {
  const { tabs, activeTabIndex } = useGraphiQL(pick('tabs', 'activeTabIndex'))
  const { stop } = useGraphiQLActions()
  useLayoutEffect(() => {
    frontTab.change(tabs[activeTabIndex]?.id)
    const started = frontTab.started()
    if (started !== undefined && !tabs.some(({ id }) => id === started)) stop()
  }, [frontTab, tabs, activeTabIndex, stop])
  return null
}

const HINT = `# Ctrl-Enter runs the operation,
# Ctrl-Space shows completions.
`

/** A query that can run unchanged. */
function firstQuery({ examples }: PageSettings): string {
  const simple = examples.find(({ type, variables }) => type === 'query' && variables === '')
  return `${HINT}${simple?.query ?? 'query First {\n  __typename\n}\n'}`
}
