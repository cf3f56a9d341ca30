import type { Deliveries } from './deliveries.ts'
import type { Route } from './find-route.ts'
import { receiveConfirmation } from './receive-confirmation.ts'
import { receiveInquiry } from './receive-inquiry.ts'
import { receiveResolution } from './receive-resolution.ts'
import { behaviours, type State } from './state.ts'
import type { TrpEndpoint } from './trp-endpoint.ts'
import { trpHeaders } from './trp-headers.ts'

export interface TrpRoutesOptions {
  readonly endpoint: TrpEndpoint
  readonly deliveries: Deliveries
  readonly state: State
  readonly publicUrl: URL
  readonly callbackDelayMs: number
  readonly now: () => Date
}

/** The three messages of TRP: inquiries to the travel addresses, resolutions and confirmations to our callbacks. */
export function trpRoutes({ endpoint, deliveries, state, publicUrl, callbackDelayMs, now }: TrpRoutesOptions): Route[] {
  const route = (path: string, take: Route['take']): Route => ({
    method: 'POST',
    path,
    headers: trpHeaders,
    async take(request) {
      const answer = await take(request)
      deliveries.wake()
      return answer
    },
  })
  return [
    ...behaviours.map((behaviour) =>
      route(`/inquiry/${behaviour}`, (request) => {
        const decide = receiveInquiry({ state, behaviour, publicUrl, callbackDelayMs, now })
        const isTravelAddress = request.url.searchParams.get('t') === 'i'
        return endpoint.take('inquiry', request, isTravelAddress ? decide : unknownAddress)
      }),
    ),
    route('/resolution/:token', (request) =>
      endpoint.take('resolution', request, receiveResolution(state, request.params.token ?? '', now)),
    ),
    route('/confirmation/:token', (request) =>
      endpoint.take('confirmation', request, receiveConfirmation(state, request.params.token ?? '')),
    ),
  ]
}

function unknownAddress() {
  return { status: 404, problem: 'no such travel address' } as const
}
