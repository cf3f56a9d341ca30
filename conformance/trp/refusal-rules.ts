import { hygiene, ours } from './clauses.ts'
import type { Changes, ReceiverSession } from './receiver-session.ts'
import { failed, passed, type Rule, skipped } from './rule.ts'
import { describeReply, expectStatus } from './trp-client.ts'

type ReceiverRule = Rule<ReceiverSession>

/** Exceeds the size of any inquiry, and the default limit of servers. */
const BODY_BYTES_TOO_MANY = 16 * 1024 * 1024

/** Inquiries that are refused; none of them leaves a transaction. */
const UNUSABLE: readonly { id: string; what: string; field: string; value?: unknown; reason: string }[] = [
  {
    id: 'trp.inquiry.amount-missing',
    what: 'An inquiry without amount',
    field: 'amount',
    reason: 'A transfer of an unknown amount cannot be decided.',
  },
  {
    id: 'trp.inquiry.amount-negative',
    what: 'A negative amount',
    field: 'amount',
    value: -1,
    reason: 'No transfer has a negative amount. Accepting it hides a fault of the sender.',
  },
  {
    id: 'trp.inquiry.callback-missing',
    what: 'An inquiry without callback',
    field: 'callback',
    reason: 'A decision that comes later has nowhere to go.',
  },
  {
    id: 'trp.inquiry.callback-plain',
    what: 'A callback in plain http to a public host',
    field: 'callback',
    value: 'http://vasp.example.com/callback',
    reason: 'The decision contains a payment address, which anyone on the network path could replace.',
  },
  {
    id: 'trp.inquiry.ivms101-missing',
    what: 'An inquiry without IVMS101',
    field: 'IVMS101',
    reason: 'Without the persons there is no travel rule data.',
  },
]

/** The rules for inquiries that cannot be completed. */
export const VALIDATION_RULES: readonly ReceiverRule[] = [
  ...UNUSABLE.map(
    ({ id, what, field, value, reason }): ReceiverRule => ({
      id,
      basis: ours(reason),
      remedy: 'validation',
      rule: `${what} is refused with 422 or 400.`,
      run: async ({ inquireWith }) => expectStatus(await inquireWith(field, value), 422, 400),
    }),
  ),
  {
    id: 'trp.inquiry.unusable-status',
    basis: ours(
      'Nodes of this project read a 400 as the refusal of their version, and send the inquiry again in an older one.',
    ),
    remedy: 'validation',
    rule: 'A well-formed inquiry that cannot be used is refused with 422, not with 400.',
    async run({ inquireWith }) {
      const replies = await Promise.all(UNUSABLE.map(({ field, value }) => inquireWith(field, value)))
      const refused = replies.filter(({ status }) => status === 400 || status === 422)
      if (refused.length === 0) return skipped('none was refused')
      const other = refused.find(({ status }) => status === 400)
      return other === undefined ? passed : failed('422', describeReply(other))
    },
  },
]

/** The rules for requests that are malformed for any server. */
export const HTTP_RULES: readonly ReceiverRule[] = [
  {
    id: 'trp.http.method',
    basis: hygiene('methodNotAllowed'),
    remedy: 'http',
    rule: 'GET on a travel address is refused with 405.',
    run: async ({ client, url }) => expectStatus(await client.get({ url }), 405),
  },
  request(
    'trp.http.content-type',
    'unsupportedMediaType',
    'A body that is not JSON is refused with 415.',
    () => ({ headers: { 'content-type': 'text/xml' } }),
    415,
  ),
  request(
    'trp.http.json-malformed',
    'badRequest',
    'A body that is cut off is refused with 400.',
    ({ bodyWith }) => ({ body: bodyWith({}).slice(0, -1) }),
    400,
  ),
  request(
    'trp.http.json-two-values',
    'jsonText',
    'A body with two JSON values is refused with 400.',
    ({ bodyWith }) => ({ body: `${bodyWith({})}{}` }),
    400,
  ),
  request(
    'trp.http.body-too-long',
    'contentTooLarge',
    'A body of 16 MiB is refused with 413, or the connection is closed.',
    ({ bodyWith }) => ({ body: `${' '.repeat(BODY_BYTES_TOO_MANY)}${bodyWith({})}` }),
    413,
    0,
  ),
]

function request(
  id: string,
  clause: Parameters<typeof hygiene>[0],
  rule: string,
  change: (session: ReceiverSession) => Changes,
  ...statuses: number[]
): ReceiverRule {
  return {
    id,
    basis: hygiene(clause),
    remedy: 'http',
    rule,
    run: async (session) => expectStatus(await session.inquire(change(session)), ...statuses),
  }
}
