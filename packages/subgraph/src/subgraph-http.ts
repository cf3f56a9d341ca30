import '@travel-rule/service/quiet-apollo'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import { ApolloServerPluginInlineTrace } from '@apollo/server/plugin/inlineTrace'
import type { AssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import type { Identity } from '@travel-rule/auth/identity'
import { asOneOperation } from '@travel-rule/database/database-outage'
import { HttpRefusal } from '@travel-rule/http-host/http-problem'
import {
  AdmitRefusal,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type Route,
} from '@travel-rule/http-host/route'
import type { Logger } from '@travel-rule/service/logger'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { settleAccesses } from './accesses.ts'
import { callerKey, identifyCaller } from './caller.ts'
import { type FairQueue, OVERLOADED_RETRY_SECONDS } from './fair-queue.ts'
import { formatErrors } from './graphql-error.ts'
import type { HeavyWork } from './heavy-work.ts'
import { stringifyResult } from './stringify-result.ts'
import {
  openSubgraphRequest,
  type RecordRequestAccess,
  type SubgraphContext,
  type SubgraphRequest,
} from './subgraph-context.ts'

export interface SubgraphHttpOptions<Context extends SubgraphContext> {
  readonly schema: GraphQLSchema
  readonly verifier: AssertionVerifier
  readonly createContext: (request: SubgraphRequest) => Context
  readonly logger: Logger
  /** If true, a response has `extensions.ftv1` when its request asks for it. Default: false. */
  readonly federatedTracing?: boolean
  readonly limits: { readonly bodyBytesMax: number; readonly tokensMax: number }
  /** The queue in which operations wait for their turn. */
  readonly operations: FairQueue
  readonly heavyWork: HeavyWork
  readonly recordAccess?: RecordRequestAccess
}

/** The route `POST /graphql`, only for callers with a valid assertion. */
export async function openSubgraphHttp<Context extends SubgraphContext>(
  options: SubgraphHttpOptions<Context>,
): Promise<{ readonly route: Route<Identity> } & AsyncDisposable> {
  const operations = new AsyncLocalStorage<SubgraphRequest>()
  const server = buildServer(options, operations)
  await server.start()

  async function admit({ headers }: HttpRequestHead): Promise<Identity | AdmitRefusal> {
    const caller = await identifyCaller(options.verifier, headers['x-identity-assertion'])
    return caller instanceof GraphQLError ? refuse(caller) : caller
  }

  async function handle(request: HttpRequest, identity: Identity): Promise<HttpResponse> {
    const body = parseBody(request)
    const { traceparent, 'x-purpose': purpose } = request.headers
    const { signal, id: requestId } = request
    const { heavyWork, logger, recordAccess } = options
    const base = { identity, logger, requestId, traceparent, signal, heavyWork }
    const operation = openSubgraphRequest({ ...base, recordAccess, purpose })
    const execute = () =>
      operations.run(operation, () =>
        asOneOperation(() =>
          server.executeHTTPGraphQLRequest({
            httpGraphQLRequest: {
              method: request.method,
              headers: headerMap(request),
              search: request.url.search,
              body,
            },
            context: async () => options.createContext(operation),
          }),
        ),
      )
    try {
      return toHttpResponse(await options.operations.run(callerKey(identity), signal, execute))
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      return { ...OVERLOADED_RESPONSE, body: JSON.stringify({ errors: [error] }) }
    }
  }

  return {
    route: { method: 'POST', path: '/graphql', bodyBytesMax: options.limits.bodyBytesMax, admit, handle },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

function refuse(error: GraphQLError): AdmitRefusal {
  const [status, name, value] =
    error.extensions.code === 'UNAUTHENTICATED'
      ? ([401, 'www-authenticate', 'IdentityAssertion'] as const)
      : ([503, 'retry-after', '1'] as const)
  return new AdmitRefusal({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', [name]: value },
    body: JSON.stringify({ errors: [error] }),
  })
}

/** The status of operations that did not get their turn. */
const OVERLOADED_RESPONSE = {
  status: 503,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': String(OVERLOADED_RETRY_SECONDS),
  },
}

function buildServer<Context extends SubgraphContext>(
  { schema, logger, limits, federatedTracing = false }: SubgraphHttpOptions<Context>,
  operations: AsyncLocalStorage<SubgraphRequest>,
): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
    parseOptions: { maxTokens: limits.tokensMax },
    logger,
    formatError: (formatted, error) => formatErrors([error], operations.getStore()?.logger ?? logger)[0] ?? formatted,
    stringifyResult: (result) => {
      const operation = operations.getStore()
      return operation === undefined ? JSON.stringify(result) : stringifyResult(result, operation.pause)
    },
    plugins: [
      {
        requestDidStart: async () => ({
          async willSendResponse({ response, operation }) {
            const request = operations.getStore()
            if (request === undefined || response.body.kind !== 'single') return
            const error = await settleAccesses(request, operation?.operation)
            if (error === undefined) return
            const errors = formatErrors([error], request.logger)
            response.body = { kind: 'single', singleResult: { data: null, errors } }
          },
        }),
      },
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      federatedTracing ? ApolloServerPluginInlineTrace() : ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  })
}

function parseBody(request: HttpRequest): unknown {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new HttpRefusal(415, 'CONTENT_TYPE_UNSUPPORTED', 'The content type must be application/json')
  }
  try {
    return JSON.parse(request.body.toString('utf8'))
  } catch {
    throw new HttpRefusal(400, 'BAD_REQUEST', 'The body is not valid JSON')
  }
}

function headerMap(request: HttpRequest): HeaderMap {
  const headers = new HeaderMap()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

function toHttpResponse({ status, headers, body }: HTTPGraphQLResponse): HttpResponse {
  return {
    status: status ?? 200,
    headers: Object.fromEntries(headers),
    body: body.kind === 'complete' ? body.string : Readable.from(body.asyncIterator),
  }
}
