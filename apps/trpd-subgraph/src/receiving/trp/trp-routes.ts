import type { IncomingHttpHeaders } from 'node:http'
import { outageOf } from '@travel-rule/database/database-outage'
import { addressKey } from '@travel-rule/http-host/client-address'
import {
  AdmitRefusal,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type ProblemRenderer,
  type Route,
} from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import { OWN_TRP_VERSION, parseTrpVersion, type TrpVersion } from '../../foundation/domain/trp-version.ts'
import { encodeExtensions, encodeIdentity, encodeVersion, OWN_EXTENSIONS } from '../../messages/domain/discovery.ts'
import {
  parseContentType,
  parseExtensionNames,
  parseRequestIdentifier,
  TRP_CONTENT_TYPE,
} from '../../messages/domain/headers.ts'
import type { Sender } from '../../vasps/actions/check-sender.ts'
import { describePresented } from '../../vasps/actions/read-certificate.ts'
import { receiveCallback } from '../actions/receive-callback.ts'
import { receiveInquiry } from '../actions/receive-inquiry.ts'
import { refusalResponse, type TrpResponse } from '../actions/receive-once.ts'

export interface TrpRoutesOptions {
  readonly service: TransferService
  readonly logger: Logger
  /** When this process started, in milliseconds since 1970. */
  readonly startedAt: number
  /** True if the service is stopping; new requests are then refused with 503. */
  readonly draining: () => boolean
  /** Our certificate in PEM, for `/identity`. */
  readonly certificate: () => string | undefined
}

/** When a counterparty may retry a message that was not processed, by status. */
const RETRY_AFTER_SECONDS: Readonly<Record<number, string>> = {
  // An officer must decide about other inquiries first.
  429: '600',
  503: '5',
}

const VENDOR = 'travel-rule-service'

/** The routes for counterparties. Source: TRP facts of this project, "Messages", "Discovery". */
export function trpRoutes(options: TrpRoutesOptions): Route[] {
  const { service, startedAt } = options
  return [
    postRoute(options, '/x/:token', (request, head) =>
      receiveInquiry(service, { ...contentOf(request), sender: senderOf(request), ...head }),
    ),
    postRoute(options, '/callbacks/:token', (request, { requestIdentifier, extensions }) =>
      receiveCallback(service, { ...contentOf(request), sender: senderOf(request), requestIdentifier, extensions }),
    ),
    getRoute(options, '/identity', () => {
      const x509 = options.certificate()
      return jsonResponse(encodeIdentity({ ...service.policy.own, ...(x509 !== undefined && { x509 }) }))
    }),
    getRoute(options, '/version', () => jsonResponse(encodeVersion({ version: OWN_TRP_VERSION, vendor: VENDOR }))),
    getRoute(options, '/extensions', () => jsonResponse(encodeExtensions(OWN_EXTENSIONS))),
    getRoute(options, '/uptime', () =>
      textResponse(200, String(Math.floor((service.now().getTime() - startedAt) / 1_000))),
    ),
  ]
}

function contentOf({ params, body }: HttpRequest): { readonly token: string; readonly body: Uint8Array } {
  return { token: params.token ?? '', body }
}

function senderOf({ clientAddress, clientCertificate }: HttpRequest): Sender {
  return { address: addressKey(clientAddress), certificate: clientCertificate && describePresented(clientCertificate) }
}

/** Renders the errors of the HTTP host in the form that TRP peers expect. */
export const renderTrpProblem: ProblemRenderer = ({ status, message }) => textResponse(status, message)

/** The first value of a header. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The validated headers of a message. */
interface MessageHead {
  readonly requestIdentifier: string
  readonly version: TrpVersion
  /** The extensions named in `api-extensions`, whether or not this node supports them. */
  readonly extensions: readonly string[]
}

type Receive = (request: HttpRequest, head: MessageHead) => Promise<TrpResponse>

function postRoute(options: TrpRoutesOptions, path: string, receive: Receive): Route<MessageHead> {
  return {
    method: 'POST',
    path,
    admit: (request) => {
      const head = parseHead(request, options)
      return 'status' in head ? new AdmitRefusal(withRequestIdentifier(request, toHttpResponse(head))) : head
    },
    handle: async (request, head) => {
      // The service may have started to stop while the body was arriving.
      const response = options.draining() ? STOPPING : await receiveSafely(options, request, head, receive)
      return withRequestIdentifier(request, toHttpResponse(response))
    },
  }
}

function getRoute(options: TrpRoutesOptions, path: string, respond: () => HttpResponse): Route {
  return {
    method: 'GET',
    path,
    handle: ({ headers }) => {
      if (options.draining()) return toHttpResponse(STOPPING)
      const version = parseTrpVersion(headerOf(headers, 'api-version'))
      return version.ok ? respond() : textResponse(400, version.refusal.message)
    },
  }
}

const STOPPING: TrpResponse = { status: 503, body: 'This node is stopping. Send the same message again later.' }

function parseHead({ headers }: HttpRequestHead, { draining }: TrpRoutesOptions): MessageHead | TrpResponse {
  if (draining()) return STOPPING
  const version = parseTrpVersion(headerOf(headers, 'api-version'))
  if (!version.ok) return { status: 400, body: version.refusal.message }
  const requestIdentifier = parseRequestIdentifier(headerOf(headers, 'request-identifier'))
  if (!requestIdentifier.ok) return refusalResponse(requestIdentifier.refusal)
  const contentType = parseContentType(headers['content-type'])
  if (!contentType.ok) return refusalResponse(contentType.refusal)
  const extensions = parseExtensionNames(headerOf(headers, 'api-extensions'))
  if (!extensions.ok) return refusalResponse(extensions.refusal)
  return { version: version.value, requestIdentifier: requestIdentifier.value, extensions: extensions.value }
}

/** Logs an internal error; the counterparty receives a 503 that asks it to retry. */
async function receiveSafely(
  { logger }: TrpRoutesOptions,
  request: HttpRequest,
  head: MessageHead,
  receive: Receive,
): Promise<TrpResponse> {
  try {
    return await receive(request, head)
  } catch (err) {
    const outage = outageOf(err)
    if (outage === undefined) logger.error({ err, requestId: request.id }, 'a TRP message could not be processed')
    else logger.warn({ reason: outage.message, requestId: request.id }, 'a TRP message failed with the database')
    return { status: 503, body: `This node cannot process messages now (${request.id}).` }
  }
}

function withRequestIdentifier({ headers }: HttpRequestHead, response: HttpResponse): HttpResponse {
  const identifier = parseRequestIdentifier(headerOf(headers, 'request-identifier'))
  if (!identifier.ok) return response
  return { ...response, headers: { ...response.headers, 'request-identifier': identifier.value } }
}

function toHttpResponse({ status, body }: TrpResponse): HttpResponse {
  if (status === 204) return { status, headers: { 'api-version': OWN_TRP_VERSION } }
  if (status === 200) return jsonResponse(body)
  const response = textResponse(status, body)
  const retryAfter = RETRY_AFTER_SECONDS[status]
  if (retryAfter === undefined) return response
  return { ...response, headers: { ...response.headers, 'retry-after': retryAfter } }
}

function jsonResponse(body: string): HttpResponse {
  return { status: 200, body, headers: { 'api-version': OWN_TRP_VERSION, 'content-type': TRP_CONTENT_TYPE } }
}

function textResponse(status: number, body: string): HttpResponse {
  return { status, body, headers: { 'api-version': OWN_TRP_VERSION, 'content-type': 'text/plain; charset=utf-8' } }
}
