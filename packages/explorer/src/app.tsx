import { type ComponentType, useEffect, useState } from 'react'
import { NoticeBar } from './notice-bar.tsx'
import type { PageSettings } from './page-settings.ts'
import type { Session } from './session/session.ts'
import { StartScreen } from './start-screen.tsx'
import { TopBar } from './top-bar.tsx'
import { useStore } from './use-store.ts'
import type { WorkbenchProps } from './workbench.tsx'

interface AppProps {
  readonly settings: PageSettings
  readonly session: Session
}

export function App({ settings, session }: AppProps) {
  const state = useStore(session)
  return (
    <div className="page">
      <TopBar session={session} state={state} canSignIn={settings.signIn !== undefined} />
      {state.kind === 'SIGNED_IN' && state.notice && <NoticeBar notice={state.notice} />}
      <main className="content">
        {state.kind === 'SIGNED_IN' && <LazyWorkbench settings={settings} session={session} />}
        {state.kind === 'SIGNED_OUT' && <StartScreen settings={settings} session={session} notice={state.notice} />}
        {state.kind === 'WORKING' && <Waiting text={state.text} />}
      </main>
    </div>
  )
}

/** Loads the editor after sign-in: it is by far the largest part. */
function LazyWorkbench({ settings, session }: AppProps) {
  const [Workbench, setWorkbench] = useState<ComponentType<WorkbenchProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    import('./workbench.tsx').then(
      (module) => setWorkbench(() => module.Workbench),
      () => setHasFailed(true),
    )
  }, [])
  const tokenOf = () => {
    const state = session.current()
    return state.kind === 'SIGNED_IN' ? state.token : undefined
  }
  if (Workbench !== undefined) return <Workbench settings={settings} session={session} tokenOf={tokenOf} />
  if (!hasFailed) return <Waiting text="Loading the editor …" />
  return (
    <div className="waiting" role="alert">
      <p>The editor could not be loaded. The gateway may have been updated meanwhile.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </div>
  )
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {text}
    </div>
  )
}
