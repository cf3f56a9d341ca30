import {
  booleanSetting,
  bytesSetting,
  defineSettings,
  issuerSetting,
  listSetting,
  logLevelSetting,
  mapSetting,
  type Parsed,
  portSetting,
  secondsSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'
import { countSetting, timerSecondsSetting } from './limits/count-setting.ts'
import { limitSettings } from './limits/limit-settings.ts'
import { deliverySettings } from './transport/delivery/delivery-settings.ts'

/** A private JWK set as JSON text; what is in each key is checked by whoever signs with it. */
const keySetSetting = z.string().transform((text, context) => {
  const parsed = keySetSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data.keys
  context.addIssue({ code: 'custom', message: 'must be a JWK set: {"keys":[…]} with at least one key' })
  return z.NEVER
})
const keySetSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1) })

/** Origins as browsers send them: scheme, host and port if it is not the usual one. */
const originsSetting = listSetting.refine((origins) => origins.every((origin) => originOf(origin) === origin), {
  error: 'must be origins like https://app.example, without a path',
})

/** `role=scope scope,role=scope`. */
const roleScopesSetting = mapSetting.transform((map) =>
  Object.fromEntries(Object.entries(map).map(([role, scopes]) => [role, scopes.split(/\s+/)])),
)

/** Every setting of the gateway. */
export const settings = defineSettings({
  port: { variable: 'GATEWAY_PORT', schema: portSetting, default: '4000', description: 'Port of the public API.' },
  host: {
    variable: 'GATEWAY_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description: 'Address the public API listens on.',
  },
  internalPort: {
    variable: 'GATEWAY_INTERNAL_PORT',
    schema: portSetting,
    default: '4010',
    description: 'Port for the other services: the keys of identity assertions, health and metrics.',
  },
  internalHost: {
    variable: 'GATEWAY_INTERNAL_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description: 'Address the internal port listens on.',
  },
  baseUrl: {
    variable: 'GATEWAY_BASE_URL',
    schema: urlSetting,
    default: 'http://localhost:4000',
    description: 'Where clients reach the gateway.',
  },
  supergraph: {
    variable: 'GATEWAY_SUPERGRAPH',
    schema: z.string(),
    default: 'apps/gateway/supergraph.graphql',
    description:
      'The composed schema: a path (watched), an http(s):// URL (polled; a user and password in it are sent as basic authentication), or `compose:` to compose it from the running subgraphs that GATEWAY_SUBGRAPH_URLS names.',
  },
  supergraphCache: {
    variable: 'GATEWAY_SUPERGRAPH_CACHE',
    schema: z.string().optional(),
    description:
      'File in which the composed schema that was served last is kept, for a start while its source is in trouble.',
    example: '/var/lib/gateway/supergraph.json',
  },
  supergraphPollSeconds: {
    variable: 'GATEWAY_SUPERGRAPH_POLL_SECONDS',
    schema: timerSecondsSetting,
    default: '10',
    description: 'Time between two looks at the source of the composed schema.',
  },
  supergraphStartSeconds: {
    variable: 'GATEWAY_SUPERGRAPH_START_SECONDS',
    schema: secondsSetting,
    default: '60',
    description: 'How long a start waits for a composed schema from a URL or from the running subgraphs.',
  },
  subgraphUrls: {
    variable: 'GATEWAY_SUBGRAPH_URLS',
    schema: mapSetting,
    default:
      'trpd=http://127.0.0.1:4001/graphql,aopd=http://127.0.0.1:4002/graphql,autod=http://127.0.0.1:4003/graphql',
    description: 'Where each subgraph answers; one that is not named here answers where the composed schema says.',
  },
  oidcIssuer: {
    variable: 'GATEWAY_OIDC_ISSUER',
    schema: issuerSetting,
    description: 'Issuer of the access tokens, exactly as their iss claim names it.',
    example: 'https://vasp.example/auth/realms/travel-rule',
  },
  oidcJwksUrl: {
    variable: 'GATEWAY_OIDC_JWKS_URL',
    schema: urlSetting.optional(),
    description: "Where the issuer's keys are fetched from inside the network; found by discovery when absent.",
  },
  oidcAudience: {
    variable: 'GATEWAY_OIDC_AUDIENCE',
    schema: z.string(),
    default: 'travel-rule',
    description: 'Audience every access token must name.',
  },
  oidcRoleClaims: {
    variable: 'GATEWAY_OIDC_ROLE_CLAIMS',
    schema: listSetting.optional(),
    description: 'Dot paths of the claims that list roles; realm_access.roles and those of the audience by default.',
  },
  assertionKeys: {
    variable: 'GATEWAY_ASSERTION_KEYS',
    schema: keySetSetting,
    secret: true,
    description: 'Private Ed25519 JWK set that signs identity assertions; the first key signs.',
  },
  identityProviderUrl: {
    variable: 'GATEWAY_IDENTITY_PROVIDER_URL',
    schema: urlSetting.optional(),
    description: 'Where requests to /auth/* are passed on to; without it there is no /auth.',
    example: 'http://127.0.0.1:4020',
  },
  roleScopes: {
    variable: 'GATEWAY_ROLE_SCOPES',
    schema: roleScopesSetting,
    default: [
      'observer=trpd:read aopd:read autod:read',
      'compliance-officer=trpd:read aopd:read autod:read trpd:write aopd:write pii:read',
      'administrator=trpd:read aopd:read autod:read trpd:write aopd:write autod:write',
      'integration=trpd:read trpd:write aopd:read aopd:write autod:read pii:read',
    ].join(','),
    description: 'What each role may do.',
  },
  defaultRole: {
    variable: 'GATEWAY_DEFAULT_ROLE',
    schema: z.string(),
    default: 'integration',
    description: 'Role of a valid token that names no known role.',
  },
  bodyBytesMax: {
    variable: 'GATEWAY_BODY_BYTES_MAX',
    schema: bytesSetting,
    default: '1 MB',
    description: 'Longest request body.',
  },
  requestTimeoutSeconds: {
    variable: 'GATEWAY_REQUEST_TIMEOUT_SECONDS',
    schema: timerSecondsSetting,
    default: '30',
    description: 'How long a client may take to send a request; its headers at most 10 seconds of that.',
  },
  corsOrigins: {
    variable: 'GATEWAY_CORS_ORIGINS',
    schema: originsSetting.optional(),
    description: 'Origins of other web sites whose pages may use the API; none by default.',
    example: 'https://app.example,http://localhost:3000',
  },
  errorsAlways: {
    variable: 'GATEWAY_ERRORS_ALWAYS',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether answers as application/json always carry data and errors, null and [] if need be, as the published interface promises; otherwise as the GraphQL specification says.',
  },
  eventStreamsMax: {
    variable: 'GATEWAY_EVENT_STREAMS_MAX',
    schema: countSetting,
    default: '5000',
    description: 'Operations over text/event-stream under way at the same time.',
  },
  eventKeepAliveSeconds: {
    variable: 'GATEWAY_EVENT_KEEP_ALIVE_SECONDS',
    schema: timerSecondsSetting,
    default: '12',
    description: 'Time between two comments on a silent event stream.',
  },
  ...limitSettings,
  operationTimeoutSeconds: {
    variable: 'GATEWAY_OPERATION_TIMEOUT_SECONDS',
    schema: timerSecondsSetting,
    default: '30',
    description: 'How long a query or mutation may take.',
  },
  fetchTimeoutSeconds: {
    variable: 'GATEWAY_FETCH_TIMEOUT_SECONDS',
    schema: timerSecondsSetting,
    default: '10',
    description: 'How long one subgraph may take to answer.',
  },
  answerBytesMax: {
    variable: 'GATEWAY_SUBGRAPH_ANSWER_BYTES_MAX',
    schema: bytesSetting,
    default: '32 MB',
    description: 'Longest answer taken from a subgraph.',
  },
  subgraphConnectionsMax: {
    variable: 'GATEWAY_SUBGRAPH_CONNECTIONS_MAX',
    schema: countSetting,
    default: '64',
    description: 'Connections kept to each subgraph.',
  },
  socketsMax: {
    variable: 'GATEWAY_SOCKETS_MAX',
    schema: countSetting,
    default: '10000',
    description: 'WebSockets open at the same time.',
  },
  operationsPerSocketMax: {
    variable: 'GATEWAY_OPERATIONS_PER_SOCKET_MAX',
    schema: countSetting,
    default: '100',
    description: 'Operations under way on one WebSocket.',
  },
  ...deliverySettings,
  messageBytesMax: {
    variable: 'GATEWAY_MESSAGE_BYTES_MAX',
    schema: bytesSetting,
    default: '1 MB',
    description: 'Longest WebSocket message.',
  },
  socketInitTimeoutSeconds: {
    variable: 'GATEWAY_SOCKET_INIT_TIMEOUT_SECONDS',
    schema: timerSecondsSetting,
    default: '5',
    description: 'How long a WebSocket may wait with its connection_init.',
  },
  resubscribeAttemptsMax: {
    variable: 'GATEWAY_RESUBSCRIBE_ATTEMPTS_MAX',
    schema: countSetting,
    default: '8',
    description:
      'How often a subscription that lost its subgraph is taken up again before the client is told; about 15 seconds by default.',
  },
  introspection: {
    variable: 'GATEWAY_INTROSPECTION',
    schema: booleanSetting,
    default: 'true',
    description: 'Whether clients with a token may read the schema.',
  },
  explorer: {
    variable: 'GATEWAY_EXPLORER',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether browsers that visit `/graphql` get the explorer; otherwise a plain page that says how to use the API.',
  },
  explorerClientId: {
    variable: 'GATEWAY_EXPLORER_CLIENT_ID',
    schema: z.string().min(1),
    default: 'dashboard',
    description:
      'Public client (code flow with PKCE) that people sign in to the explorer with; its redirect URI is `<GATEWAY_BASE_URL>/graphql`.',
  },
  logLevel: {
    variable: 'GATEWAY_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Least severe level that is logged.',
  },
})

export type Config = Parsed<typeof settings>

/** The settings of a gateway that asks nobody for a token: an issuer is not needed, and keys are made when none are given. */
export const settingsWithoutAuth = defineSettings({
  ...settings.settings,
  oidcIssuer: { ...settings.settings.oidcIssuer, schema: urlSetting.optional() },
  assertionKeys: { ...settings.settings.assertionKeys, schema: keySetSetting.optional() },
})

/** What every gateway is told, whether or not it checks tokens. */
export type GatewayConfig = Omit<Config, 'oidcIssuer' | 'assertionKeys'>

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
