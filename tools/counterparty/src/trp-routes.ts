import type { Deliveries } from './deliveries.ts'
import type { HttpRequest, HttpResponse, Route } from './http-server.ts'
import { ownIdentity } from './invented-vasp.ts'
import { type Persona, personaRules, personas } from './personas.ts'
import { receiveConfirmation, receiveInquiry, receiveResolution } from './receive-message.ts'
import { logExchange, type State } from './state.ts'
import type { TrpEndpoint } from './trp-endpoint.ts'
import { trpHeaders, trpVersion, versionProblem } from './trp-headers.ts'

export interface TrpRoutesOptions {
  readonly endpoint: TrpEndpoint
  readonly deliveries: Deliveries
  readonly state: State
  readonly publicUrl: URL
  readonly callbackDelayMs: number
  readonly now: () => Date
}

/** Routes for inquiries to the travel addresses, and for resolutions and confirmations. */
export function trpRoutes({ endpoint, deliveries, state, publicUrl, callbackDelayMs, now }: TrpRoutesOptions): Route[] {
  const route = (path: string, respond: Route['respond']): Route => ({
    method: 'POST',
    path,
    headers: trpHeaders,
    async respond(request) {
      const response = await respond(request)
      deliveries.wake()
      return response
    },
  })
  return [
    ...personas.map((persona) =>
      route(`/inquiry/${persona}`, async (request) => {
        const refused = refusalOf(persona, request)
        if (refused !== undefined) {
          logRefusal(state, request, refused, now())
          return refused
        }
        const decide = receiveInquiry({ state, persona, publicUrl, callbackDelayMs, now })
        const isTravelAddress = request.url.searchParams.get('t') === 'i'
        const response = await endpoint.respond('inquiry', request, isTravelAddress ? decide : unknownAddress)
        return { ...response, headers: { ...response.headers, ...versionHeader(persona) } }
      }),
    ),
    route('/resolution/:token', (request) =>
      endpoint.respond('resolution', request, receiveResolution(state, request.params.token ?? '', now)),
    ),
    route('/confirmation/:token', (request) =>
      endpoint.respond('confirmation', request, receiveConfirmation(state, request.params.token ?? '')),
    ),
  ]
}

/** The discovery endpoints. Source: TRP 3.2.1, "Discoverability". */
export function discoveryRoutes(state: State, startedAt: Date, now: () => Date): Route[] {
  const json = (value: object) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) })
  const pages: Record<string, () => { type: string; body: string }> = {
    '/identity': () => json(ownIdentity),
    '/version': () => json({ version: trpVersion, vendor: 'travel-rule demo counterparty' }),
    '/uptime': () => ({
      type: 'text/plain',
      body: String(Math.floor((now().getTime() - startedAt.getTime()) / 1_000)),
    }),
    '/extensions': () => json({ required: [], supported: [] }),
  }
  return Object.entries(pages).map(([path, page]) => ({
    method: 'GET',
    path,
    headers: trpHeaders,
    respond({ method, url, headers }) {
      const problem = versionProblem(headers)
      const { type, body } = problem === undefined ? page() : { type: 'text/plain', body: problem }
      const status = problem === undefined ? 200 : 400
      logExchange(state, {
        at: now(),
        direction: 'RECEIVED',
        kind: 'discovery',
        method,
        path: url.pathname + url.search,
        status,
        headers,
        body: '',
        answer: body,
      })
      return { status, headers: { ...trpHeaders, 'content-type': type }, body }
    },
  }))
}

function unknownAddress() {
  return { status: 404, problem: 'unknown travel address' } as const
}

/** The response of a persona that does not read the inquiry. */
function refusalOf(persona: Persona, { headers }: HttpRequest): HttpResponse | undefined {
  const { isUnreachable = false, onlyVersion } = personaRules[persona]
  if (isUnreachable) return { status: 0, isDropped: true }
  const isOther = onlyVersion !== undefined && !String(headers['api-version'] ?? '').startsWith(`${onlyVersion}.`)
  if (!isOther) return undefined
  const body = `api-version is not supported: this server has ${onlyVersion}.0`
  return { status: 400, headers: { ...versionHeader(persona), 'content-type': 'text/plain; charset=utf-8' }, body }
}

function versionHeader(persona: Persona): Record<string, string> {
  const { onlyVersion } = personaRules[persona]
  return onlyVersion === undefined ? {} : { 'api-version': `${onlyVersion}.0` }
}

function logRefusal(state: State, request: HttpRequest, response: HttpResponse, at: Date): void {
  const { method, url, headers, body } = request
  logExchange(state, {
    at,
    direction: 'RECEIVED',
    kind: 'inquiry',
    method,
    path: url.pathname + url.search,
    status: response.isDropped ? null : response.status,
    headers,
    body,
    answer: response.body ?? '',
  })
}
