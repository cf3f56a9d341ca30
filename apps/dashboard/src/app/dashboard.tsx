import { ApolloProvider, useQuery } from '@apollo/client/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import { openApiClient } from '../api/api-client.ts'
import { OrganisationSettingsDocument } from '../api/operations.generated.ts'
import { useHeadingFocus, useLostFocus } from '../hooks/use-content-focus.ts'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { InboxView } from '../inbox/inbox-view.tsx'
import { type InboxMemory, InboxMemoryContext } from '../inbox/list/inbox-memory.ts'
import { TimeZone, useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { openChangeFeed } from '../live/change-feed.ts'
import { type Live, LiveContext } from '../live/live-context.ts'
import type { PageSettings } from '../session/page-settings.ts'
import { useScope, useSession, useSignedIn } from '../session/use-session.ts'
import { Notice } from '../ui/notice.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { listedView, Navigation } from './navigation.tsx'
import { PageHeader } from './page-header.tsx'
import { SessionNotice } from './session-notice.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { VIEWS, type ViewPath } from './views.ts'

/** The component of each view. All except the inbox are loaded when first opened. */
const COMPONENTS: Readonly<Record<ViewPath, ComponentType>> = {
  '/': InboxView,
  '/transactions/:id': lazy(async () => ({
    default: (await import('../transaction/transaction-view.tsx')).TransactionView,
  })),
  '/transactions/:id/repair': lazy(async () => ({
    default: (await import('../repair/repair-view.tsx')).RepairView,
  })),
  '/data-requests': lazy(async () => ({
    default: (await import('../data-requests/data-request-list-view.tsx')).DataRequestListView,
  })),
  '/audit': lazy(async () => ({ default: (await import('../audit/audit-view.tsx')).AuditView })),
  '/home': lazy(async () => ({ default: (await import('../home/home-view.tsx')).HomeView })),
  '/people': lazy(async () => ({ default: (await import('../people/people-view.tsx')).PeopleView })),
  '/retention': lazy(async () => ({ default: (await import('../erasure/retention-view.tsx')).RetentionView })),
  '/rules': lazy(async () => ({ default: (await import('../rules/rules-view.tsx')).RulesView })),
  '/screening': lazy(async () => ({ default: (await import('../screening/screening-view.tsx')).ScreeningView })),
  '/settings': lazy(async () => ({ default: (await import('../settings/settings-view.tsx')).SettingsView })),
  '/system': lazy(async () => ({ default: (await import('../system/system-view.tsx')).SystemView })),
  '/vasps': lazy(async () => ({ default: (await import('../vasps/vasp-list-view.tsx')).VaspListView })),
  '/new-transfer': lazy(async () => ({
    default: (await import('../new-transfer/new-transfer-view.tsx')).NewTransferView,
  })),
  '/addresses': lazy(async () => ({ default: (await import('../addresses/address-list-view.tsx')).AddressListView })),
  '/customers': lazy(async () => ({ default: (await import('../customers/customer-list-view.tsx')).CustomerListView })),
  '/proofs': lazy(async () => ({ default: (await import('../proofs/proof-list-view.tsx')).ProofListView })),
  '/proofs/:id': lazy(async () => ({ default: (await import('../proofs/proof-view.tsx')).ProofView })),
  '/vasps/failing': lazy(async () => ({
    default: (await import('../vasps/failing-vasps-view.tsx')).FailingVaspsView,
  })),
  '/vasps/files': lazy(async () => ({
    default: (await import('../vasps/directory-files-view.tsx')).DirectoryFilesView,
  })),
  '/vasps/:id': lazy(async () => ({ default: (await import('../vasps/vasp-view.tsx')).VaspView })),
}

/** The views of a signed-in person. */
export function Dashboard({ settings }: { readonly settings: PageSettings }) {
  const session = useSession()
  const mayRead = useScope('trpd:read')
  const { pageUrl, baseUrl } = settings
  const client = useMemo(() => openApiClient(baseUrl, session), [baseUrl, session])
  const [parts, setParts] = useState<{ readonly live: Live; readonly inbox: InboxMemory }>()
  useEffect(() => {
    if (!mayRead) return
    const feed = openChangeFeed(client, session, baseUrl)
    setParts({ live: { baseUrl, feed }, inbox: {} })
    return () => feed.close()
  }, [client, session, baseUrl, mayRead])
  return (
    <ApolloProvider client={client}>
      <Router base={new URL(pageUrl).pathname.replace(/\/$/, '')}>
        <OrganisationTime>
          <Frame baseUrl={baseUrl}>
            {parts && (
              <LiveContext value={parts.live}>
                <InboxMemoryContext value={parts.inbox}>
                  <Views />
                </InboxMemoryContext>
              </LiveContext>
            )}
          </Frame>
        </OrganisationTime>
      </Router>
    </ApolloProvider>
  )
}

function Views() {
  const { t } = useLanguage()
  return (
    <Suspense fallback={<p className="empty">{t.app.loading}</p>}>
      <Switch>
        {(['/', ...VIEWS] as const).map((path) => (
          <Route key={path} path={path}>
            <View path={path} />
          </Route>
        ))}
        <Route>
          <section className="page">
            <h1>{t.app.notFound}</h1>
            <p>
              <Link href="/">{t.app.toInbox}</Link>
            </p>
          </section>
        </Route>
      </Switch>
    </Suspense>
  )
}

/** The view at a path, or the role that it requires. */
function View({ path }: { readonly path: ViewPath }) {
  const { t } = useLanguage()
  const listed = listedView(path)
  const { scopes } = useSignedIn().caller
  const Component = COMPONENTS[path]
  if (listed === undefined || scopes.includes(listed.scope)) return <Component />
  return (
    <section className="page">
      <h1>{t.app.views[listed.name]}</h1>
      <Notice tone="news">{t.app.notAllowed(roleWithScope(listed.scope, t))}</Notice>
    </section>
  )
}

function Frame({ baseUrl, children }: { readonly baseUrl: string; readonly children: ReactNode }) {
  const { t } = useLanguage()
  const mayRead = useScope('trpd:read')
  const [dialog, setDialog] = useState<'ACCOUNT' | 'SHORTCUTS'>()
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  const navigation = useId()
  const content = useRef<HTMLElement>(null)
  const [path] = useLocation()
  useShortcuts({ '?': () => setDialog('SHORTCUTS') })
  useHeadingFocus(content, path)
  useLostFocus(content)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new view closes it
  useEffect(() => setNavigationOpen(false), [path])
  const close = () => setDialog(undefined)
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t.app.skip}
      </a>
      <PageHeader
        navigation={navigation}
        isNavigationOpen={isNavigationOpen}
        onNavigation={() => setNavigationOpen(!isNavigationOpen)}
        onAccount={() => setDialog('ACCOUNT')}
      />
      <SessionNotice />
      <div className="frame-body">
        <Navigation id={navigation} isOpen={isNavigationOpen} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may hold nothing else that the keyboard reaches. */}
        <main id="content" ref={content} className="content" tabIndex={0}>
          {mayRead ? (
            <CrashGuard path={path}>{children}</CrashGuard>
          ) : (
            <section className="page">
              <h1>{t.app.name}</h1>
              <Notice tone="news">{t.signIn.noRole}</Notice>
            </section>
          )}
        </main>
      </div>
      {dialog === 'ACCOUNT' && (
        <AccountDialog baseUrl={baseUrl} onShortcuts={() => setDialog('SHORTCUTS')} onClose={close} />
      )}
      {dialog === 'SHORTCUTS' && <ShortcutsDialog onClose={close} />}
    </div>
  )
}

/** The roles that have a scope by default, in the person's language. */
function roleWithScope(scope: string, { app }: Messages): string {
  const names: Readonly<Record<string, string>> = app.rolesWithScope
  return (Object.hasOwn(names, scope) ? names[scope] : undefined) ?? app.rolesWithScope.other
}

/** Shows its children with times in the organisation's zone; without its settings, in the browser's zone. */
function OrganisationTime({ children }: { readonly children: ReactNode }) {
  const mayRead = useScope('autod:read')
  const { data } = useQuery(OrganisationSettingsDocument, { skip: !mayRead })
  return <TimeZone name={data?.autod?.settings?.timeZone}>{children}</TimeZone>
}
