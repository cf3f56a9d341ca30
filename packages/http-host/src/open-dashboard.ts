import { escapeHtml } from '@travel-rule/service/escape-html'
import type { Logger } from '@travel-rule/service/logger'
import { isNavigation, parseRanges } from './accept-ranges.ts'
import type { HttpProblem } from './http-problem.ts'
import type { HttpRequestHead, HttpResponse, Route } from './route.ts'
import {
  assetRoute,
  connectSources,
  pageNotFound,
  readStaticBuild,
  respondWithPage,
  type StaticBuild,
  staticPage,
} from './static-build.ts'

export interface DashboardParts {
  /** URL at which people open the dashboard. */
  readonly pageUrl: string
  /** URL at which browsers reach the gateway. */
  readonly gatewayUrl: string
  /** The issuer of access tokens; `undefined` when no token is needed. */
  readonly issuer: string | undefined
  /** Id of the public client through which people sign in. */
  readonly clientId: string
  /** The folder of the build, with a slash at the end. */
  readonly folder: string
  readonly logger: Logger
}

export interface Dashboard {
  /** Routes for `/`, the other views, and the files. */
  readonly routes: readonly Route[]
  /** The page that tells a browser that the path does not exist. */
  notFound(problem: HttpProblem): HttpResponse | undefined
}

/** `undefined`, with a warning in the log, when the dashboard has not been built. */
export async function openDashboard(parts: DashboardParts): Promise<Dashboard | undefined> {
  const { folder, logger } = parts
  const built = await readStaticBuild(`${folder}dashboard.json`).catch((error: unknown) => {
    logger.warn({ err: error, folder }, 'the build of the dashboard cannot be read')
    return undefined
  })
  if (built === undefined) {
    logger.warn({ folder }, 'the dashboard is not built: there is no page at /')
    return undefined
  }
  const page = staticPage(renderDashboardPage(built, parts))
  const policy = dashboardPolicy(parts)
  const handle = (head: HttpRequestHead) => respondWithPage(page, policy, head)
  return {
    routes: [
      ...['/', ...built.views].map((path) => ({ method: 'GET', path, handle })),
      assetRoute('/assets', folder, built),
    ],
    notFound: ({ request }) =>
      isNavigation(parseRanges(request.accept ?? '')) ? pageNotFound(page, policy) : undefined,
  }
}

/** The HTML of all views. Its URLs begin with the path of `pageUrl`, because views have paths of any depth. */
function renderDashboardPage(built: StaticBuild, { pageUrl, gatewayUrl, issuer, clientId }: DashboardParts): string {
  const root = new URL(pageUrl).pathname.replace(/\/$/, '')
  const asset = (name: string) => escapeHtml(`${root}/assets/${name}`)
  const settings = { pageUrl, baseUrl: gatewayUrl, ...(issuer !== undefined && { signIn: { issuer, clientId } }) }
  const links = [
    `<link rel="icon" type="image/svg+xml" href="${asset(built.icon)}">`,
    ...built.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`),
    ...built.imports.map((name) => `<link rel="modulepreload" href="${asset(name)}">`),
    `<script type="module" src="${asset(built.script)}"></script>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Travel Rule</title>
${links.join('\n')}
</head>
<body>
<div id="dashboard" data-settings="${escapeHtml(JSON.stringify(settings))}"></div>
<noscript>The dashboard needs JavaScript. The API is described at <a href="${escapeHtml(`${gatewayUrl}/graphql`)}">/graphql</a>.</noscript>
</body>
</html>
`
}

/**
 * The page's content security policy: only its own files, no inline script or style, and requests only to the gateway
 * and the issuer.
 */
function dashboardPolicy({ pageUrl, gatewayUrl, issuer }: DashboardParts): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${connectSources(pageUrl, gatewayUrl, issuer)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
