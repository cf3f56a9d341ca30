import type { Deliveries } from './deliveries.ts'
import type { Faults } from './faults.ts'
import type { HttpRequest, HttpResponse, Route } from './http-server.ts'
import { isRecord } from './json.ts'
import { endInquiry, type RequestedEnding, sendInquiry } from './sent-inquiry.ts'
import type { Inquiry } from './state.ts'
import type { StateFile } from './state-file.ts'
import { describePersonas, travelAddressesOf } from './travel-address.ts'

export interface ControlRoutesOptions {
  readonly file: StateFile
  readonly faults: Faults
  readonly deliveries: Deliveries
  readonly publicUrl: URL
  readonly now: () => Date
}

/**
 * The control interface for tests and the demo: addresses, personas, log, inquiries, faults. Bodies are JSON; an error
 * is `{"error":"…"}`.
 *
 * POST requires `content-type: application/json`, which forms on other sites cannot send.
 */
export function controlRoutes({ file, faults, deliveries, publicUrl, now }: ControlRoutesOptions): Route[] {
  const { state } = file
  const end = (read: (body: Record<string, unknown>) => RequestedEnding | string): Route['respond'] =>
    post(async (body, { params }) => {
      const inquiry = findInquiry(state.inquiries, params.id)
      if (inquiry?.direction !== 'SENT') return refuse(404, 'no sent inquiry has this id')
      const ending = read(body)
      if (typeof ending === 'string') return refuse(422, ending)
      const problem = endInquiry(inquiry, ending, now().getTime())
      if (problem !== undefined) return refuse(409, problem)
      await file.saved()
      deliveries.wake()
      return json(202, viewInquiry(inquiry))
    })
  return [
    { method: 'GET', path: '/control/addresses', respond: () => json(200, travelAddressesOf(publicUrl)) },
    {
      method: 'GET',
      path: '/control/personas',
      respond: () => json(200, { personas: describePersonas(publicUrl) }),
    },
    { method: 'GET', path: '/control/log', respond: ({ url }) => json(200, { entries: entriesAfter(state.log, url) }) },
    {
      method: 'GET',
      path: '/control/inquiries',
      respond: () => json(200, { inquiries: [...state.inquiries.values()].map(viewInquiry) }),
    },
    {
      method: 'GET',
      path: '/control/inquiries/:id',
      respond({ params }) {
        const inquiry = findInquiry(state.inquiries, params.id)
        return inquiry === undefined ? refuse(404, 'no inquiry has this id') : json(200, viewInquiry(inquiry))
      },
    },
    {
      method: 'POST',
      path: '/control/inquire',
      respond: post(async (body) => {
        const sent = sendInquiry(state, body, publicUrl, now())
        if (!sent.ok) return refuse(sent.status, sent.problem)
        await file.saved()
        deliveries.wake()
        return json(202, viewInquiry(sent.inquiry))
      }),
    },
    {
      method: 'POST',
      path: '/control/inquiries/:id/confirm',
      respond: end(({ txid }) => {
        if (txid === undefined) return { type: 'txid' }
        return typeof txid === 'string' && txid !== '' ? { type: 'txid', txid } : 'txid: not a string'
      }),
    },
    {
      method: 'POST',
      path: '/control/inquiries/:id/cancel',
      respond: end(({ reason = 'canceled by the originator' }) =>
        typeof reason === 'string' && reason !== '' ? { type: 'canceled', reason } : 'reason: not a string',
      ),
    },
    { method: 'GET', path: '/control/faults', respond: () => json(200, faults.list()) },
    {
      method: 'POST',
      path: '/control/faults',
      respond: post((body) => {
        const problem = faults.set(body)
        return problem === undefined ? json(200, faults.list()) : refuse(422, problem)
      }),
    },
  ]
}

type RespondToBody = (body: Record<string, unknown>, request: HttpRequest) => HttpResponse | Promise<HttpResponse>

function post(respond: RespondToBody): Route['respond'] {
  return (request) => {
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      return refuse(415, 'content-type is not application/json')
    }
    let body: unknown
    try {
      body = request.body.trim() === '' ? {} : JSON.parse(request.body)
    } catch {
      return refuse(400, 'the body is not JSON')
    }
    return isRecord(body) ? respond(body, request) : refuse(422, 'an object is required')
  }
}

/** The inquiry with this id or request identifier. */
function findInquiry(inquiries: ReadonlyMap<string, Inquiry>, id = ''): Inquiry | undefined {
  return inquiries.get(id) ?? inquiries.values().find((inquiry) => inquiry.requestIdentifier === id.toLowerCase())
}

function viewInquiry({ token: _token, ...inquiry }: Inquiry): object {
  return {
    ...inquiry,
    request: undefined,
    deliveries: inquiry.deliveries.map(({ text: _text, ...delivery }) => delivery),
  }
}

function entriesAfter<Entry extends { sequence: number }>(log: readonly Entry[], url: URL): readonly Entry[] {
  const after = Number(url.searchParams.get('after') ?? 0)
  return log.filter(({ sequence }) => !(sequence <= after))
}

function json(status: number, value: object): HttpResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

function refuse(status: number, error: string): HttpResponse {
  return json(status, { error })
}
