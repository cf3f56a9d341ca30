import type { Deliveries } from './deliveries.ts'
import { endSent, type WantedEnding } from './end-sent.ts'
import { isRecord } from './exact-json.ts'
import type { Faults } from './faults.ts'
import type { Route } from './find-route.ts'
import type { Answer, Request } from './http-server.ts'
import { sendInquiry } from './send-inquiry.ts'
import type { Inquiry } from './state.ts'
import type { StateFile } from './state-file.ts'
import { travelAddressesOf } from './travel-addresses.ts'

export interface ControlRoutesOptions {
  readonly file: StateFile
  readonly faults: Faults
  readonly deliveries: Deliveries
  readonly publicUrl: URL
  readonly now: () => Date
}

/**
 * The operator's side: addresses, log, inquiries, faults. JSON in and out; a refusal is `{"error":"…"}`.
 *
 * POST wants `content-type: application/json`, so that no page of another site can send one through a browser.
 */
export function controlRoutes({ file, faults, deliveries, publicUrl, now }: ControlRoutesOptions): Route[] {
  const { state } = file
  const end = (read: (body: Record<string, unknown>) => WantedEnding | string): Route['take'] =>
    post(async (body, { params }) => {
      const inquiry = findInquiry(state.inquiries, params.id)
      if (inquiry?.direction !== 'SENT') return refuse(404, 'no inquiry that we sent has this id')
      const ending = read(body)
      if (typeof ending === 'string') return refuse(422, ending)
      const problem = endSent(inquiry, ending, now().getTime())
      if (problem !== undefined) return refuse(409, problem)
      await file.saved()
      deliveries.wake()
      return json(202, viewInquiry(inquiry))
    })
  return [
    { method: 'GET', path: '/control/addresses', take: () => json(200, travelAddressesOf(publicUrl)) },
    { method: 'GET', path: '/control/log', take: ({ url }) => json(200, { entries: entriesAfter(state.log, url) }) },
    {
      method: 'GET',
      path: '/control/inquiries',
      take: () => json(200, { inquiries: [...state.inquiries.values()].map(viewInquiry) }),
    },
    {
      method: 'GET',
      path: '/control/inquiries/:id',
      take({ params }) {
        const inquiry = findInquiry(state.inquiries, params.id)
        return inquiry === undefined ? refuse(404, 'no such inquiry') : json(200, viewInquiry(inquiry))
      },
    },
    {
      method: 'POST',
      path: '/control/inquire',
      take: post(async (body) => {
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
      take: end(({ txid }) => {
        if (txid === undefined) return { type: 'txid' }
        return typeof txid === 'string' && txid !== '' ? { type: 'txid', txid } : 'txid: not a text'
      }),
    },
    {
      method: 'POST',
      path: '/control/inquiries/:id/cancel',
      take: end(({ reason = 'canceled by the originator' }) =>
        typeof reason === 'string' && reason !== '' ? { type: 'canceled', why: reason } : 'reason: not a text',
      ),
    },
    { method: 'GET', path: '/control/faults', take: () => json(200, faults.list()) },
    {
      method: 'POST',
      path: '/control/faults',
      take: post((body) => {
        const problem = faults.set(body)
        return problem === undefined ? json(200, faults.list()) : refuse(422, problem)
      }),
    },
  ]
}

type TakeBody = (body: Record<string, unknown>, request: Request) => Answer | Promise<Answer>

function post(take: TakeBody): Route['take'] {
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
    return isRecord(body) ? take(body, request) : refuse(422, 'an object is required')
  }
}

/** By our id, or by the request identifier of its first message. */
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

function json(status: number, value: object): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

function refuse(status: number, error: string): Answer {
  return json(status, { error })
}
