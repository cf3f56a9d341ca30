import { availableParallelism } from 'node:os'
import {
  addressesSetting,
  booleanSetting,
  bytesSetting,
  countSetting,
  defineSettings,
  listSetting,
  logLevelSetting,
  mapSetting,
  type Parsed,
  portSetting,
  timerSecondsSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'
import { identitySettings } from './identity/identity-settings.ts'
import { limitSettings } from './limits/limit-settings.ts'
import { headerRulesSetting } from './supergraph-source/header-rules.ts'
import { deliverySettings } from './transport/delivery/delivery-settings.ts'
import type { Tuning } from './tuning.ts'
import { upstreamsSetting } from './upstream/upstream-settings.ts'

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

const subgraphsSetting = listSetting.refine((names) => names.length === 1 || !names.some(isAllOrNone), {
  error: 'must be names of subgraphs, or only one of all and none',
})

/** Every setting of the gateway. */
export const settings = defineSettings({
  port: {
    variable: 'GATEWAY_PORT',
    schema: portSetting,
    default: '4000',
    description: 'Port of the public API. Set it when 4000 is taken.',
  },
  host: {
    variable: 'GATEWAY_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description:
      'Address that the public API listens on. Set 0.0.0.0 in a container, or when clients or a proxy on other machines connect to it.',
  },
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
  trustedProxies: {
    variable: 'GATEWAY_TRUSTED_PROXIES',
    schema: addressesSetting.optional(),
    description:
      'Addresses and networks of proxies in front of the public API, which name the client in x-forwarded-for. Set it behind any proxy: limits per address then count clients, and connections of these proxies are not limited by address.',
    example: '10.0.0.7,10.1.0.0/16',
  },
  internalPort: {
    variable: 'GATEWAY_INTERNAL_PORT',
    schema: portSetting,
    default: '4010',
    description:
      'Port for the other services: keys of identity assertions, health and metrics. Set it when 4010 is taken.',
  },
  internalHost: {
    variable: 'GATEWAY_INTERNAL_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description:
      'Address that the internal port listens on. Set it when subgraphs or monitoring run on other machines or in other containers.',
  },
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
  uncodedErrors: {
    variable: 'GATEWAY_SUBGRAPH_ERRORS',
    schema: mapSetting.pipe(z.record(z.string(), z.enum(['hidden', 'shown'], { error: 'must be hidden or shown' }))),
    default: '*=hidden',
    description:
      'Whether clients see the message of an error to which a subgraph gives no code, by subgraph, or `*` for all others: in responses and live updates alike. `hidden`: it is logged, and clients get the id of the log entry. Set `shown` for a subgraph that sends no codes and masks its exceptions itself. An error with a code keeps its message in any case, unless the code is that of an internal error.',
    example: 'rates=shown',
  },
  shareRequests: {
    variable: 'GATEWAY_SHARE_REQUESTS',
    schema: subgraphsSetting,
    default: 'none',
    description:
      'Subgraphs that are asked once for equal queries of the same caller while one is in flight, never for mutations: their names, `all` or `none`. Set it for pages that send the same query several times at once. The response may be a moment older than the later query, but never older than a mutation or a live event that this gateway has delivered.',
    example: 'trpd,autod',
  },
  ...identitySettings,
  identityProviderUrl: {
    variable: 'GATEWAY_IDENTITY_PROVIDER_URL',
    schema: urlSetting.optional(),
    description:
      'URL of the identity provider to proxy /auth to: the sign-in pages and OpenID Connect endpoints of the realm that GATEWAY_OIDC_ISSUER ends in, and nothing of its administration. Set it for a Keycloak that clients reach only through the gateway; without it there is no /auth.',
    example: 'http://127.0.0.1:4020',
  },
  bodyBytesMax: {
    variable: 'GATEWAY_BODY_BYTES_MAX',
    schema: bytesSetting,
    default: '1 MB',
    description:
      'Maximum size of a request body and of a WebSocket message. Raise it for mutations with larger documents.',
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
  operationTimeoutSeconds: {
    variable: 'GATEWAY_OPERATION_TIMEOUT_SECONDS',
    schema: timerSecondsSetting,
    default: '45',
    description:
      'How long a query or mutation may take over all subgraphs. Raise it with GATEWAY_FETCH_TIMEOUT_SECONDS, and the idle timeouts of proxies with it.',
  },
  fetchTimeoutSeconds: {
    variable: 'GATEWAY_FETCH_TIMEOUT_SECONDS',
    schema: timerSecondsSetting,
    default: '30',
    description: 'How long one subgraph may take to respond. Raise it for a slow subgraph.',
  },
  responseBytesMax: {
    variable: 'GATEWAY_SUBGRAPH_RESPONSE_BYTES_MAX',
    formerly: ['GATEWAY_SUBGRAPH_ANSWER_BYTES_MAX'],
    schema: bytesSetting,
    default: '32 MB',
    description: "Maximum size of a subgraph's response, decompressed. Raise it for larger pages.",
  },
  subgraphFramedConnections: {
    variable: 'GATEWAY_SUBGRAPH_FRAMED_CONNECTIONS',
    schema: framedConnectionsSetting,
    default: '4',
    description:
      'Connections to each subgraph that carry many requests at once, where it offers this. Raise it for many replicas behind one address, over which more connections spread requests better. 0: HTTP/1.1 only.',
  },
  socketsMax: {
    variable: 'GATEWAY_SOCKETS_MAX',
    schema: countSetting,
    default: '10000',
    description:
      'Concurrent WebSockets, of which a fifth may be unauthenticated, and half as many event streams. Raise it with the memory of the machine.',
  },
  ...deliverySettings,
  upstreams: {
    variable: 'GATEWAY_SUBGRAPH_SUBSCRIPTIONS',
    schema: upstreamsSetting,
    default: '{}',
    secret: true,
    description:
      'How subscriptions of a subgraph are requested; set it for a subgraph whose protocol or URL the gateway cannot detect. As JSON: by its name an object with `protocol` (`auto`, `graphql-transport-ws`, `graphql-ws`, `graphql-sse` or `multipart`), `url`, `connectionInit`, `headers` and `identity` (`operation` or `connection`), all optional. docs/subscriptions.md explains them.',
    example: '{"orders":{"protocol":"graphql-sse"}}',
  },
  subgraphHeaders: {
    variable: 'GATEWAY_SUBGRAPH_HEADERS',
    schema: headerRulesSetting,
    default: '{}',
    secret: true,
    description:
      'Headers of the requests to a subgraph; set it for a subgraph that needs an API key or a client header. As JSON: by its name, or `*` for all, an object with `forward` (names of headers of the client), `set` (fixed values by name) and `remove` (names), all optional. The trace context, `x-request-id`, `x-purpose` and `accept-language` are forwarded unless removed; credentials of the client never are. docs/integrating.md explains them.',
    example: '{"rates":{"forward":["x-tenant"],"set":{"x-api-key":"…"},"remove":["accept-language"]}}',
  },
  resubscribeTimeoutSeconds: {
    variable: 'GATEWAY_RESUBSCRIBE_TIMEOUT_SECONDS',
    schema: timerSecondsSetting,
    default: '15',
    description:
      'How long a subscription that lost its subgraph is retried before it fails. Raise it when subgraphs take longer to restart.',
  },
  introspection: {
    variable: 'GATEWAY_INTROSPECTION',
    schema: booleanSetting,
    default: 'true',
    description: 'Whether clients with a token may introspect the schema. Set false to keep the schema from them.',
  },
  explorer: {
    variable: 'GATEWAY_EXPLORER',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether browsers that visit `/graphql` get the explorer. Set false for a plain page that describes how to use the API.',
  },
  dashboard: {
    variable: 'GATEWAY_DASHBOARD',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether the dashboard is served at `/`. Set false when it has an origin of its own or is not used: `/` then responds with 404.',
  },
  dashboardClientId: {
    variable: 'GATEWAY_DASHBOARD_CLIENT_ID',
    formerly: ['GATEWAY_EXPLORER_CLIENT_ID'],
    schema: z.string().min(1),
    default: 'dashboard',
    description:
      'Public client (code flow with PKCE) with which people sign in to the dashboard and the explorer; its redirect URIs are `<GATEWAY_BASE_URL>/` and `<GATEWAY_BASE_URL>/graphql`. Set it when your provider names it otherwise.',
  },
  logLevel: {
    variable: 'GATEWAY_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Lowest level that is logged. Set debug to look for a fault.',
  },
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

function isAllOrNone(name: string): boolean {
  return name === 'all' || name === 'none'
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
