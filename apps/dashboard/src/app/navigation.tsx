import { Link, useLocation } from 'wouter'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { useSignedIn } from '../session/use-session.ts'
import type { ViewPath } from './views.ts'

interface NavigationView {
  readonly name: keyof Messages['app']['views']
  readonly path: ViewPath
  /** The scope required to open the view. */
  readonly scope: string
}

interface NavigationGroup {
  readonly name: keyof Messages['app']['viewGroups']
  readonly views: readonly NavigationView[]
}

/** The views listed in the navigation, in order. */
const NAVIGATION: readonly NavigationGroup[] = [
  {
    name: 'work',
    views: [
      { name: 'home', path: '/home', scope: 'trpd:read' },
      { name: 'inbox', path: '/', scope: 'trpd:read' },
      { name: 'newTransfer', path: '/new-transfer', scope: 'trpd:write' },
      { name: 'dataRequests', path: '/data-requests', scope: 'trpd:read' },
      { name: 'proofs', path: '/proofs', scope: 'aopd:read' },
    ],
  },
  {
    name: 'directory',
    views: [
      { name: 'vasps', path: '/vasps', scope: 'trpd:read' },
      { name: 'addresses', path: '/addresses', scope: 'trpd:read' },
      { name: 'customers', path: '/customers', scope: 'pii:read' },
    ],
  },
  {
    name: 'administration',
    views: [
      { name: 'rules', path: '/rules', scope: 'trpd:read' },
      { name: 'screening', path: '/screening', scope: 'trpd:read' },
      { name: 'retention', path: '/retention', scope: 'trpd:read' },
      { name: 'audit', path: '/audit', scope: 'autod:read' },
      { name: 'people', path: '/people', scope: 'autod:read' },
      { name: 'settings', path: '/settings', scope: 'autod:read' },
      { name: 'system', path: '/system', scope: 'autod:read' },
    ],
  },
]

/** The view that is listed with this path. */
export function listedView(path: ViewPath): NavigationView | undefined {
  return NAVIGATION.flatMap(({ views }) => views).find((view) => view.path === path)
}

/** Links to the views that the person may open, in groups. */
export function Navigation({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) {
  const { t } = useLanguage()
  const [path] = useLocation()
  const { scopes } = useSignedIn().caller
  return (
    <nav id={id} className={isOpen ? 'navigation navigation-open' : 'navigation'} aria-label={t.app.navigation}>
      {NAVIGATION.map(({ name, views }) => {
        const open = views.filter(({ scope }) => scopes.includes(scope))
        return (
          open.length > 0 && (
            <section key={name} className="navigation-group" aria-labelledby={`${id}-${name}`}>
              <h2 id={`${id}-${name}`} className="navigation-title">
                {t.app.viewGroups[name]}
              </h2>
              <ul>
                {open.map((view) => (
                  <li key={view.path}>
                    <Link href={view.path} className="view-link" aria-current={path === view.path ? 'page' : undefined}>
                      {t.app.views[view.name]}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </nav>
  )
}
