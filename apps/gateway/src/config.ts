import { availableParallelism } from 'node:os'
import {
  booleanSetting,
  bytesSetting,
  defineSettings,
  listSetting,
  mapSetting,
  type Parsed,
  partsSetting,
  portSetting,
  timerSecondsSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { sharedSettings } from '@travel-rule/service/shared-settings'
import { z } from 'zod'
import { identitySettings } from './identity/identity-settings.ts'
import { limitSettings } from './limits/limit-settings.ts'
import { subgraphRulesSetting } from './supergraph-source/subgraph-rules.ts'
import { deliverySettings } from './transport/delivery/delivery-settings.ts'
import type { Tuning } from './tuning.ts'

/** Origins as browsers send them: scheme, host, and the port unless it is the default one. */
const originsSetting = listSetting.refine((origins) => origins.every((origin) => originOf(origin) === origin), {
  error: 'must be origins like https://app.example, without a path',
})

/** One mode for all subgraphs, or pairs of a name and its mode, where `*` stands for all others. */
const passThroughSetting = z
  .string()
  .transform((value) => (value.includes('=') ? value : `*=${value}`))
  .pipe(mapSetting)
  .pipe(z.record(z.string(), z.enum(['trusted', 'checked', 'off'], { error: 'must be one of trusted, checked, off' })))

const framedConnectionsSetting = z
  .string()
  .regex(/^(?:[0-9]|[1-5][0-9]|6[0-4])$/, 'must be a whole number from 0 to 64')
  .transform(Number)

const processesSetting = z
  .string()
  .regex(/^(?:auto|[1-9]|[1-5][0-9]|6[0-4])$/, 'must be auto, or a whole number from 1 to 64')
  .transform((value) => (value === 'auto' ? Math.min(64, availableParallelism()) : Number(value)))

const BYTES_MAX = 'body=1 MB,response=32 MB,waiting=4 MB'
const TIMEOUTS = 'operation=45,subgraph=30,resubscribe=15'

const pagesSetting = z.string().transform((value, context): ReadonlySet<'dashboard' | 'explorer'> => {
  const pages = z
    .array(z.enum(['dashboard', 'explorer']))
    .safeParse(value === 'none' ? [] : value.split(',').map((page) => page.trim()))
  if (pages.success) return new Set(pages.data)
  context.addIssue({ code: 'custom', message: 'must be a list of dashboard and explorer, or none' })
  return z.NEVER
})

/** Every setting of the gateway. */
export const settings = defineSettings({
  port: {
    variable: 'GATEWAY_PORT',
    schema: portSetting,
    default: '4000',
    description: 'Port of the public API. Set it when 4000 is taken.',
  },
  host: sharedSettings.publicHost('GATEWAY_HOST'),
  processes: {
    variable: 'GATEWAY_PROCESSES',
    schema: processesSetting,
    default: '1',
    description:
      'Processes that serve the public API together, one per core that the gateway should use; `auto` for as many as the machine or container has cores. Raise it when one core is busy. docs/production.md says which limits hold over all of them.',
  },
  processHangSeconds: {
    variable: 'GATEWAY_PROCESS_HANG_SECONDS',
    schema: timerSecondsSetting,
    default: '60',
    description:
      'With several processes, a process whose event loop is blocked for about this long is killed and replaced. Raise it on a machine that stops processes for longer.',
  },
  trustedProxies: sharedSettings.trustedProxies('GATEWAY_TRUSTED_PROXIES'),
  internalPort: {
    variable: 'GATEWAY_INTERNAL_PORT',
    schema: portSetting,
    default: '4010',
    description:
      'Port for the other services: keys of identity assertions, health and metrics. Set it when 4010 is taken.',
  },
  internalHost: sharedSettings.internalHost('GATEWAY_INTERNAL_HOST'),
  baseUrl: {
    variable: 'GATEWAY_BASE_URL',
    schema: urlSetting,
    default: 'http://localhost:4000',
    description: 'URL at which clients reach the gateway. Every deployment sets it.',
  },
  supergraph: {
    variable: 'GATEWAY_SUPERGRAPH',
    schema: z.string(),
    default: 'apps/gateway/supergraph.graphql',
    description:
      'Source of the supergraph: a path (watched), an http(s):// URL (polled; a user and password in it are sent as basic authentication), or `compose:` to compose it from the running subgraphs in GATEWAY_SUBGRAPH_URLS. Set it for subgraphs of other teams.',
  },
  supergraphCache: {
    variable: 'GATEWAY_SUPERGRAPH_CACHE',
    schema: z.string().optional(),
    description:
      'File that stores the last supergraph that was served. Set it for a URL or `compose:`, so that the gateway starts while the source is unavailable.',
    example: '/var/lib/gateway/supergraph.json',
  },
  subgraphUrls: {
    variable: 'GATEWAY_SUBGRAPH_URLS',
    schema: mapSetting,
    default:
      'trpd=http://127.0.0.1:4001/graphql,aopd=http://127.0.0.1:4002/graphql,autod=http://127.0.0.1:4003/graphql',
    description:
      'URL of each subgraph. A subgraph that is not listed is reached at its URL in the supergraph. Every deployment on more than one machine sets it.',
  },
  passThrough: {
    variable: 'GATEWAY_PASS_THROUGH',
    formerly: ['GATEWAY_PASS_THROUGH_SUBGRAPHS', 'GATEWAY_OWN_SUBGRAPHS'],
    schema: passThroughSetting,
    default: 'trpd=trusted,aopd=trusted,autod=trusted,*=checked',
    description:
      'Whether the response to an operation that one subgraph resolves alone is passed through as bytes: one mode for all subgraphs, or a mode by name, with `*` for all others (`checked` if missing). A list replaces the default, so include the subgraphs of the node. Set it when a subgraph of another team should be trusted, or one of ours should not. `trusted`: unchecked while the subgraph publishes the schema from which the supergraph was composed, otherwise `checked`; only for subgraphs that are tested together with the gateway. `checked`: only when it has exactly the selected fields, each of its type. `off`: never.',
    example: 'trpd=trusted,aopd=trusted,autod=trusted,legacy=off',
  },
  subgraphRules: {
    variable: 'GATEWAY_SUBGRAPHS',
    formerly: [
      'GATEWAY_SUBGRAPH_HEADERS',
      'GATEWAY_SUBGRAPH_SUBSCRIPTIONS',
      'GATEWAY_SUBGRAPH_ERRORS',
      'GATEWAY_SHARE_REQUESTS',
    ],
    schema: subgraphRulesSetting,
    default: '{}',
    secret: true,
    description:
      'How requests to a subgraph differ from the default, as JSON: by its name, or `*` for all subgraphs, an object with `headers`, `subscriptions`, `errors` and `share`, all optional. `headers`: those that are forwarded, set and removed; set them for a subgraph that needs an API key or a client header. `subscriptions`: their protocol and URL; set them for a subgraph whose protocol or URL the gateway cannot detect. `errors`: `shown` if clients may see the message of an error to which the subgraph gives no code, for a subgraph that sends no codes and masks its exceptions itself; `hidden` is the default. `share`: `true` to send equal queries of the same caller only once while one is in flight; set it for pages that send the same query several times at once. docs/integrating.md explains them.',
    example: '{"rates":{"headers":{"set":{"x-api-key":"…"}},"errors":"shown"},"*":{"share":true}}',
  },
  ...identitySettings,
  identityProviderUrl: {
    variable: 'GATEWAY_IDENTITY_PROVIDER_URL',
    schema: urlSetting.optional(),
    description:
      'URL of the identity provider to proxy /auth to: the sign-in pages and OpenID Connect endpoints of the realm that GATEWAY_OIDC_ISSUER ends in, and nothing of its administration. Set it for a Keycloak that clients reach only through the gateway; without it there is no /auth.',
    example: 'http://127.0.0.1:4020',
  },
  bytesMax: {
    variable: 'GATEWAY_BYTES_MAX',
    formerly: [
      'GATEWAY_BODY_BYTES_MAX',
      'GATEWAY_SUBGRAPH_RESPONSE_BYTES_MAX',
      'GATEWAY_SUBGRAPH_ANSWER_BYTES_MAX',
      'GATEWAY_WAITING_BYTES_MAX',
    ],
    schema: partsSetting(BYTES_MAX, { body: bytesSetting, response: bytesSetting, waiting: bytesSetting }),
    default: BYTES_MAX,
    description:
      "Maximum sizes: of a request `body` and a WebSocket message, of a subgraph's `response`, decompressed, and of the results `waiting` for one client over all its operations, of which there may be one for every 4,000 bytes. An entry that is left out has its default. Raise `body` for mutations with larger documents, `response` for larger pages, and `waiting` for clients that must not lose events while they are slow.",
    example: 'body=4 MB,response=64 MB',
  },
  corsOrigins: {
    variable: 'GATEWAY_CORS_ORIGINS',
    schema: originsSetting.optional(),
    description:
      'Origins of other sites whose pages may use the API; none by default. Set it for a dashboard or an application on an origin of its own.',
    example: 'https://app.example,http://localhost:3000',
  },
  errorsAlways: {
    variable: 'GATEWAY_ERRORS_ALWAYS',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether responses as application/json always have data and errors, if need be null and [], as the published interface promises. Set false for clients that take the presence of errors for a failure: the GraphQL specification then decides.',
  },
  ...limitSettings,
  timeouts: {
    variable: 'GATEWAY_TIMEOUTS',
    formerly: [
      'GATEWAY_OPERATION_TIMEOUT_SECONDS',
      'GATEWAY_FETCH_TIMEOUT_SECONDS',
      'GATEWAY_RESUBSCRIBE_TIMEOUT_SECONDS',
    ],
    schema: partsSetting(TIMEOUTS, {
      operation: timerSecondsSetting,
      subgraph: timerSecondsSetting,
      resubscribe: timerSecondsSetting,
    }),
    default: TIMEOUTS,
    description:
      'Time limits in seconds: `operation` for a query or mutation over all subgraphs, `subgraph` for one subgraph to respond, and `resubscribe` to retry a subscription that lost its subgraph. An entry that is left out has its default. Raise `subgraph` for a slow subgraph, `operation` with it, and the idle timeouts of proxies with that; raise `resubscribe` when subgraphs take longer to restart.',
    example: 'operation=90,subgraph=60',
  },
  subgraphFramedConnections: {
    variable: 'GATEWAY_SUBGRAPH_FRAMED_CONNECTIONS',
    schema: framedConnectionsSetting,
    default: '4',
    description:
      'Connections to each subgraph that carry many requests at once, where it offers this. Raise it for many replicas behind one address, over which more connections spread requests better. 0: HTTP/1.1 only.',
  },
  ...deliverySettings,
  introspection: {
    variable: 'GATEWAY_INTROSPECTION',
    schema: booleanSetting,
    default: 'true',
    description: 'Whether clients with a token may introspect the schema. Set false to keep the schema from them.',
  },
  pages: {
    variable: 'GATEWAY_PAGES',
    formerly: ['GATEWAY_EXPLORER', 'GATEWAY_DASHBOARD'],
    schema: pagesSetting,
    default: 'dashboard,explorer',
    description:
      'Pages that the gateway serves: the `dashboard` at `/`, and the `explorer` to browsers that visit `/graphql`; or `none`. Without the dashboard, which may have an origin of its own, `/` responds with 404. Without the explorer, browsers get a plain page that describes how to use the API.',
    example: 'explorer',
  },
  dashboardClientId: {
    variable: 'DASHBOARD_CLIENT_ID',
    formerly: ['GATEWAY_DASHBOARD_CLIENT_ID', 'GATEWAY_EXPLORER_CLIENT_ID'],
    schema: z.string().min(1),
    default: 'dashboard',
    description:
      'Public client (code flow with PKCE) with which people sign in to the dashboard and the explorer; its redirect URIs are `<GATEWAY_BASE_URL>/` and `<GATEWAY_BASE_URL>/graphql`, and `<DASHBOARD_BASE_URL>/` of a dashboard with its own process. Set it when your provider names it otherwise.',
  },
  logLevel: sharedSettings.logLevel('GATEWAY_LOG_LEVEL'),
})

/** What a gateway is started with: its settings, and the limits without a setting. */
export type Config = Parsed<typeof settings> & Tuning

/**
 * The settings of a gateway without authentication: no issuer is needed, and missing keys are
 * generated.
 */
export const settingsWithoutAuth = defineSettings({
  ...settings.settings,
  oidcIssuer: { ...settings.settings.oidcIssuer, schema: urlSetting.optional() },
  assertionKeys: { ...settings.settings.assertionKeys, schema: settings.settings.assertionKeys.schema.optional() },
})

/** The settings of every gateway, with or without authentication. */
export type GatewayConfig = Omit<Config, 'oidcIssuer' | 'assertionKeys'>

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
