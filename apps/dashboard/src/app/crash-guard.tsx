import { Component, type ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'

/** Errors thrown by dynamic imports. */
const importErrors = new WeakSet<object>()
addEventListener('vite:preloadError', ({ payload }) => importErrors.add(payload))

interface CrashGuardProps {
  /** A new path renders the view again. */
  readonly path?: string
  readonly children: ReactNode
}

interface CrashGuardState {
  readonly path: string | undefined
  readonly error: unknown
}

/** Offers a way out when a view throws, or when its file is missing after an update. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { path: this.props.path, error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps({ path }: CrashGuardProps, state: CrashGuardState) {
    return path === state.path ? null : { path, error: undefined }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Crashed isPartMissing={importErrors.has(Object(error))} />
  }
}

function Crashed({ isPartMissing }: { readonly isPartMissing: boolean }) {
  const { t } = useLanguage()
  return (
    <div className="centred" role="alert">
      <h1>{isPartMissing ? t.app.partMissing : t.app.crashed}</h1>
      {isPartMissing && <p>{t.app.partMissingHint}</p>}
      <Button look="main" onClick={() => location.reload()}>
        {t.app.reload}
      </Button>
    </div>
  )
}
