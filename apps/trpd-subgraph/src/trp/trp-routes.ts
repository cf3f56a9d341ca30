import type { IncomingHttpHeaders } from 'node:http'
import {
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type ProblemRenderer,
  Refusal,
  type Route,
} from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { receiveCallback } from '../actions/receive-callback.ts'
import { receiveInquiry } from '../actions/receive-inquiry.ts'
import type { TrpResponse } from '../actions/receive-once.ts'
import type { TransferService } from '../actions/transfer-service.ts'
import {
  checkExtensions,
  encodeExtensions,
  encodeIdentity,
  encodeVersion,
  OWN_EXTENSIONS,
} from '../domain/trp-message/discovery.ts'
import {
  parseContentType,
  parseExtensionNames,
  parseRequestIdentifier,
  TRP_CONTENT_TYPE,
} from '../domain/trp-message/headers.ts'
import { OWN_TRP_VERSION, parseTrpVersion, type TrpVersion } from '../domain/trp-version.ts'

/** What the routes of the listener need beside the node. */
export interface TrpRoutesOptions {
  readonly service: TransferService
  readonly logger: Logger
  /** When this process started, in milliseconds since 1970. */
  readonly startedAt: number
  /** `true` from the moment the service stops: new requests are answered 503. */
  readonly draining: () => boolean
}

const VENDOR = 'travel-rule-service'

/** Everything that counterparties can ask of this node. Source: TRP facts of this project, "Messages", "Discovery". */
export function trpRoutes(options: TrpRoutesOptions): Route[] {
  const { service, startedAt } = options
  return [
    postRoute(options, '/x/:token', ({ body, params }, head) =>
      receiveInquiry(service, { token: params.token ?? '', body, ...head }),
    ),
    postRoute(options, '/callbacks/:token', ({ body, params }, { requestIdentifier }) =>
      receiveCallback(service, { token: params.token ?? '', body, requestIdentifier }),
    ),
    getRoute(options, '/identity', () => json(encodeIdentity(service.rules.own))),
    getRoute(options, '/version', () => json(encodeVersion({ version: OWN_TRP_VERSION, vendor: VENDOR }))),
    getRoute(options, '/extensions', () => json(encodeExtensions(OWN_EXTENSIONS))),
    getRoute(options, '/uptime', () =>
      textResponse(200, String(Math.floor((service.now().getTime() - startedAt) / 1_000))),
    ),
  ]
}

/** The headers of a message that may be read. */
interface MessageHead {
  readonly requestIdentifier: string
  readonly version: TrpVersion
}

type Receive = (request: HttpRequest, head: MessageHead) => Promise<TrpResponse>

function postRoute(options: TrpRoutesOptions, path: string, receive: Receive): Route<MessageHead> {
  return {
    method: 'POST',
    path,
    admit: (request) => {
      const head = readHead(request, options)
      return 'status' in head ? new Refusal(echo(request, toHttpResponse(head))) : head
    },
    handle: async (request, head) => {
      // The node may have begun to stop while the body arrived.
      const reply = options.draining() ? stopping : await guarded(options, request, () => receive(request, head))
      return echo(request, toHttpResponse(reply))
    },
  }
}

function getRoute(options: TrpRoutesOptions, path: string, answer: () => HttpResponse): Route {
  return {
    method: 'GET',
    path,
    handle: ({ headers }) => {
      if (options.draining()) return toHttpResponse(stopping)
      const version = parseTrpVersion(headerOf(headers, 'api-version'))
      return version.ok ? answer() : textResponse(400, version.refusal.message)
    },
  }
}

const stopping: TrpResponse = { status: 503, body: 'This node is stopping. Send the same message again later.' }

function readHead({ headers }: HttpRequestHead, { draining }: TrpRoutesOptions): MessageHead | TrpResponse {
  if (draining()) return stopping
  const version = parseTrpVersion(headerOf(headers, 'api-version'))
  if (!version.ok) return { status: 400, body: version.refusal.message }
  const requestIdentifier = parseRequestIdentifier(headerOf(headers, 'request-identifier'))
  if (!requestIdentifier.ok) return refusalResponse(requestIdentifier.refusal)
  const contentType = parseContentType(headers['content-type'])
  if (!contentType.ok) return refusalResponse(contentType.refusal)
  const extensions = parseExtensionNames(headerOf(headers, 'api-extensions'))
  if (!extensions.ok) return refusalResponse(extensions.refusal)
  const supported = checkExtensions(extensions.value)
  if (!supported.ok) return refusalResponse(supported.refusal)
  return { version: version.value, requestIdentifier: requestIdentifier.value }
}

/** What goes wrong inside is for the log; the counterparty hears that the same message may be sent again later. */
async function guarded(
  { logger }: TrpRoutesOptions,
  request: HttpRequest,
  run: () => Promise<TrpResponse>,
): Promise<TrpResponse> {
  try {
    return await run()
  } catch (err) {
    logger.error({ err, requestId: request.id }, 'a TRP message could not be taken')
    return { status: 503, body: `This node cannot take messages now (${request.id}).` }
  }
}

function refusalResponse({
  status,
  message,
}: {
  readonly status: TrpResponse['status']
  readonly message: string
}): TrpResponse {
  return { status, body: message }
}

function echo({ headers }: HttpRequestHead, answer: HttpResponse): HttpResponse {
  const identifier = parseRequestIdentifier(headerOf(headers, 'request-identifier'))
  return identifier.ok ? { ...answer, headers: { ...answer.headers, 'request-identifier': identifier.value } } : answer
}

function json(body: string): HttpResponse {
  return toHttpResponse({ status: 200, body })
}

/** `reply` over HTTP; every answer carries our version. */
export function toHttpResponse({ status, body }: TrpResponse): HttpResponse {
  if (status === 204) return { status, headers: { 'api-version': OWN_TRP_VERSION } }
  return status === 200
    ? { status, body, headers: { 'api-version': OWN_TRP_VERSION, 'content-type': TRP_CONTENT_TYPE } }
    : textResponse(status, body)
}

/** An answer that is not JSON. */
export function textResponse(status: number, body: string): HttpResponse {
  return { status, body, headers: { 'api-version': OWN_TRP_VERSION, 'content-type': 'text/plain; charset=utf-8' } }
}

/** What the HTTP host itself refuses, as TRP peers expect it. */
export const renderTrpProblem: ProblemRenderer = ({ status, message }) => textResponse(status, message)

/** The first value of a header. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
