import { ApolloProvider, useQuery } from '@apollo/client/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, Route, Router, Switch } from 'wouter'
import { openApiClient } from '../api/api-client.ts'
import { OrganisationSettingsDocument } from '../api/operations.generated.ts'
import { InboxView } from '../inbox/inbox-view.tsx'
import { type InboxMemory, InboxMemoryContext } from '../inbox/list/inbox-memory.ts'
import { TimeZone, useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { openChangeFeed } from '../live/change-feed.ts'
import { type Live, LiveContext } from '../live/live-context.ts'
import type { PageSettings } from '../session/page-settings.ts'
import { useScope, useSession, useSignedIn } from '../session/use-session.ts'
import { Notice } from '../ui/notice.tsx'
import { Frame } from './frame.tsx'
import { listedView } from './navigation.tsx'
import { VIEWS, type ViewPath } from './views.ts'

/** The component of each view. All except the inbox are loaded when first opened. */
const COMPONENTS: Readonly<Record<ViewPath, ComponentType>> = {
  '/': InboxView,
  '/transactions/:id': lazyView(() => import('../transaction/transaction-view.tsx'), 'TransactionView'),
  '/transactions/:id/repair': lazyView(() => import('../repair/repair-view.tsx'), 'RepairView'),
  '/data-requests': lazyView(() => import('../data-requests/data-request-list-view.tsx'), 'DataRequestListView'),
  '/audit': lazyView(() => import('../audit/audit-view.tsx'), 'AuditView'),
  '/home': lazyView(() => import('../home/home-view.tsx'), 'HomeView'),
  '/people': lazyView(() => import('../people/people-view.tsx'), 'PeopleView'),
  '/retention': lazyView(() => import('../erasure/retention-view.tsx'), 'RetentionView'),
  '/rules': lazyView(() => import('../rules/rules-view.tsx'), 'RulesView'),
  '/screening': lazyView(() => import('../screening/screening-view.tsx'), 'ScreeningView'),
  '/settings': lazyView(() => import('../settings/settings-view.tsx'), 'SettingsView'),
  '/system': lazyView(() => import('../system/system-view.tsx'), 'SystemView'),
  '/vasps': lazyView(() => import('../vasps/vasp-list-view.tsx'), 'VaspListView'),
  '/new-transfer': lazyView(() => import('../new-transfer/new-transfer-view.tsx'), 'NewTransferView'),
  '/addresses': lazyView(() => import('../addresses/address-list-view.tsx'), 'AddressListView'),
  '/customers': lazyView(() => import('../customers/customer-list-view.tsx'), 'CustomerListView'),
  '/proofs': lazyView(() => import('../proofs/proof-list-view.tsx'), 'ProofListView'),
  '/proofs/:id': lazyView(() => import('../proofs/proof-view.tsx'), 'ProofView'),
  '/vasps/failing': lazyView(() => import('../vasps/failing-vasps-view.tsx'), 'FailingVaspsView'),
  '/vasps/files': lazyView(() => import('../vasps/directory-files-view.tsx'), 'DirectoryFilesView'),
  '/vasps/:id': lazyView(() => import('../vasps/vasp-view.tsx'), 'VaspView'),
}

function lazyView<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }))
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
