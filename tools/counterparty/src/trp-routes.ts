import type { Deliveries } from './deliveries.ts'
import type { Route } from './http-server.ts'
import { ownIdentity } from './invented-vasp.ts'
import { receiveConfirmation, receiveInquiry, receiveResolution } from './receive-message.ts'
import { behaviours, logExchange, type State } from './state.ts'
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
    ...behaviours.map((behaviour) =>
      route(`/inquiry/${behaviour}`, (request) => {
        const decide = receiveInquiry({ state, behaviour, publicUrl, callbackDelayMs, now })
        const isTravelAddress = request.url.searchParams.get('t') === 'i'
        return endpoint.respond('inquiry', request, isTravelAddress ? decide : unknownAddress)
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
