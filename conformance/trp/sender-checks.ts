import { type Check, failed, passed, passedIf, skipped, type Verdict } from './check.ts'
import type { ReceivedRequest } from './listener.ts'
import { expectMessageHeaders } from './receiver-checks.ts'
import type { Probe, SenderEvidence } from './sender-evidence.ts'
import { expectStatus, isRecord, jsonOf } from './trp-client.ts'

type SenderCheck = Check<SenderEvidence>

/** Characters of a callback's path or query that can hold 128 bits. */
const TOKEN_LENGTH_MIN = 22

/** The rules for a VASP that sends inquiries. Source: TRP 3.2.1. */
export const SENDER_CHECKS: readonly SenderCheck[] = [
  ofInquiries(
    'inquiry-headers',
    'headers',
    'MUST',
    'An inquiry has api-version and a UUID as identifier.',
    ({ headers }) => expectMessageHeaders(headers),
  ),
  ofInquiries('inquiry-content-type', 'headers', 'MUST', 'The content type of an inquiry is JSON.', ({ headers }) => {
    const type = headers['content-type'] ?? 'no content-type'
    return passedIf(/^application\/json\b/i.test(type), 'application/json; charset=utf-8', type)
  }),
  ofInquiries(
    'inquiry-tag',
    'travel address',
    'MUST',
    'An inquiry keeps the query t=i of the travel address.',
    ({ query }) => passedIf(query.get('t') === 'i', '?t=i', `?${query}`),
  ),
  ofInquiries(
    'inquiry-asset',
    'inquiry',
    'MUST',
    'An inquiry names its asset by dti, slip0044 or caip19.',
    (request) => {
      const { asset } = bodyOf(request)
      const named = isRecord(asset) && ['dti', 'slip0044', 'caip19'].some((name) => asset[name] !== undefined)
      return passedIf(named, 'at least one of them', JSON.stringify(asset) ?? 'no asset')
    },
  ),
  ofInquiries('inquiry-amount', 'inquiry', 'MUST', 'The amount of an inquiry is positive.', (request) => {
    const { amount } = bodyOf(request)
    return passedIf(Number(amount) > 0, 'a positive number', JSON.stringify(amount) ?? 'no amount')
  }),
  ofInquiries('inquiry-amount-number', 'inquiry', 'SHOULD', 'The amount is a JSON number, not a string.', (request) => {
    const { amount } = bodyOf(request)
    return passedIf(typeof amount === 'number', 'a number', JSON.stringify(amount) ?? 'no amount')
  }),
  ofInquiries(
    'inquiry-callback',
    'inquiry',
    'MUST',
    'The callback is an absolute URL, in https unless private.',
    (request) => {
      const { callback } = bodyOf(request)
      const url = typeof callback === 'string' && URL.canParse(callback) ? new URL(callback) : undefined
      const isRight = url !== undefined && (url.protocol === 'https:' || !url.hostname.includes('.'))
      return passedIf(isRight, 'an https URL', String(callback))
    },
  ),
  ofInquiries(
    'callback-token',
    'inquiry',
    'SHOULD',
    'The callback contains a token that cannot be guessed.',
    (request) => {
      const { callback } = bodyOf(request)
      if (typeof callback !== 'string' || !URL.canParse(callback)) return failed('a URL', String(callback))
      const { pathname, search } = new URL(callback)
      const longest = Math.max(...`${pathname}${search}`.split(/[/?&=]/).map(({ length }) => length))
      return passedIf(longest >= TOKEN_LENGTH_MIN, `a part of ${TOKEN_LENGTH_MIN} characters or more`, `${longest}`)
    },
  ),
  ofInquiries(
    'ivms101-parties',
    'IVMS101',
    'MUST',
    'IVMS101 names originator and beneficiary with a legal name.',
    (request) => {
      const { IVMS101 } = bodyOf(request)
      const parties = isRecord(IVMS101) ? IVMS101 : {}
      const isNamed = (party: unknown, field: string) =>
        isRecord(party) && JSON.stringify(party[field] ?? '').includes('"LEGL"')
      const originator = isNamed(parties.originator, 'originatorPersons')
      const beneficiary = isNamed(parties.beneficiary, 'beneficiaryPersons')
      const found = `originator ${originator ? 'named' : 'missing'}, beneficiary ${beneficiary ? 'named' : 'missing'}`
      return passedIf(originator && beneficiary, 'both', found)
    },
  ),
  ofInquiries(
    'ivms101-vasp',
    'IVMS101',
    'MUST',
    'IVMS101 has the sender in originatingVASP.originatingVASP.',
    (request) => {
      const { IVMS101 } = bodyOf(request)
      const outer = isRecord(IVMS101) ? IVMS101.originatingVASP : undefined
      const inner = isRecord(outer) ? outer.originatingVASP : undefined
      return passedIf(
        isRecord(inner) && isRecord(inner.legalPerson),
        'a legalPerson',
        inner === undefined ? 'none' : 'another',
      )
    },
  ),
  {
    id: 'identifier-new',
    clause: 'idempotency',
    level: 'MUST',
    rule: 'Each message has its own request-identifier.',
    run({ inquiries, confirmations }) {
      if (inquiries.length === 0) return skipped(NO_INQUIRY)
      const identifiers = [...inquiries, ...confirmations].map(({ headers }) => headers['request-identifier'])
      return passedIf(new Set(identifiers).size === identifiers.length, 'no identifier twice', 'one is used twice')
    },
  },
  {
    id: 'lookup-version',
    clause: 'headers',
    level: 'MUST',
    rule: 'A lookup of /version, /identity or /extensions has the header api-version.',
    run({ lookups }) {
      if (lookups.length === 0) return skipped('nothing was looked up')
      const bare = lookups.find(({ headers }) => headers['api-version'] === undefined)
      return bare === undefined ? passed : failed('api-version', `none for ${bare.path}`)
    },
  },
  ofProbe(
    'resolution-undecided',
    'undecided',
    400,
    'A message to the callback without a decision is refused with 400.',
  ),
  ofProbe('resolution-contradictory', 'contradictory', 400, 'An approval that also rejects is refused with 400.'),
  ofProbe('resolution-unknown', 'unknown', 404, 'A decision for an unknown callback is refused with 404.'),
  ofProbe('resolution-accepted', 'approval', 204, 'An approval by callback gets 204.'),
  ofProbe('resolution-repeated', 'repeated', 204, 'The same approval gets the same response again.'),
  {
    id: 'confirmation-sent',
    clause: 'confirmation',
    level: 'MUST',
    rule: 'An approval is followed by a confirmation with exactly one of txid and canceled.',
    run({ confirmations }) {
      const [confirmation] = confirmations
      if (confirmation === undefined) return skipped('no confirmation came')
      const body = bodyOf(confirmation)
      const ways = ['txid', 'canceled'].filter((name) => body[name] !== undefined && body[name] !== null)
      return passedIf(ways.length === 1, 'exactly one', ways.length === 0 ? 'neither' : 'both')
    },
  },
  {
    id: 'confirmation-headers',
    clause: 'headers',
    level: 'MUST',
    rule: 'A confirmation has api-version and a UUID as request-identifier.',
    run({ confirmations }) {
      const [confirmation] = confirmations
      return confirmation === undefined ? skipped('no confirmation came') : expectMessageHeaders(confirmation.headers)
    },
  },
]

const NO_INQUIRY = 'no inquiry came'

/** A rule for every inquiry. */
function ofInquiries(
  id: string,
  clause: string,
  level: SenderCheck['level'],
  rule: string,
  check: (request: ReceivedRequest) => Verdict,
): SenderCheck {
  return {
    id,
    clause,
    level,
    rule,
    run({ inquiries }) {
      if (inquiries.length === 0) return skipped(NO_INQUIRY)
      return inquiries.map(check).find(({ outcome }) => outcome === 'FAILED') ?? passed
    },
  }
}

function ofProbe(id: string, probe: Probe, status: number, rule: string): SenderCheck {
  return {
    id,
    clause: 'resolution',
    level: 'MUST',
    rule,
    run({ probes }) {
      const reply = probes[probe]
      return reply === undefined
        ? skipped('no inquiry came to the address that decides by callback')
        : expectStatus(reply, status)
    },
  }
}

function bodyOf({ body }: ReceivedRequest): Record<string, unknown> {
  const json = jsonOf(body)
  return isRecord(json) ? json : {}
}
