import { isPrivateHost } from '@travel-rule/service/outbound'
import { must, ours } from './clauses.ts'
import type { ReceivedRequest } from './listener.ts'
import { expectMessageHeaders } from './message-headers.ts'
import type { Remedy } from './remedies.ts'
import {
  type Basis,
  failed,
  notJudged,
  type Obstacle,
  passed,
  passedIf,
  type Rule,
  skipped,
  type Verdict,
} from './rule.ts'
import type { Probe, SenderEvidence } from './sender-evidence.ts'
import { describeReply, expectStatus, isPresent, isRecord, jsonOf, type TrpReply } from './trp-client.ts'

type SenderRule = Rule<SenderEvidence>

/** Minimum number of characters in a callback's path or query that can hold 128 bits. */
const TOKEN_LENGTH_MIN = 22
const NO_INQUIRY = 'no inquiry came'

/** The rules for a VASP that sends inquiries. */
export const SENDER_RULES: readonly SenderRule[] = [
  ...inquiryRules(),
  {
    id: 'trp.sent.identifier-new',
    basis: ours(
      'Receivers recognise repeats by the identifier: a second message under it gets the response of the first one.',
    ),
    remedy: 'idempotency',
    rule: 'Each message has its own request-identifier.',
    run({ inquiries, confirmations }) {
      if (inquiries.length === 0) return skipped(NO_INQUIRY)
      const identifiers = [...inquiries, ...confirmations].flatMap(({ headers }) => headers['request-identifier'] ?? [])
      return passedIf(new Set(identifiers).size === identifiers.length, 'no identifier twice', 'one is used twice')
    },
  },
  {
    id: 'trp.sent.lookup-version',
    basis: must('flow'),
    remedy: 'headers',
    rule: 'A lookup of /version, /identity or /extensions has the header api-version.',
    run({ lookups }) {
      if (lookups.length === 0) return skipped('nothing was looked up')
      const bare = lookups.find(({ headers }) => headers['api-version'] === undefined)
      return bare === undefined ? passed : failed('api-version', `none for ${bare.path}`)
    },
  },
  ofProbe('trp.callback.undecided', 'undecided', 400, {
    basis: ours('A sender that accepts it records a decision that was never made.'),
    rule: 'A message to the callback without a decision is refused with 400.',
  }),
  ofProbe('trp.callback.contradictory', 'contradictory', 400, {
    basis: must('resolution'),
    rule: 'An approval that also rejects is refused with 400.',
  }),
  ofProbe('trp.callback.unknown', 'unknown', 404, {
    basis: must('resolution'),
    remedy: 'address',
    rule: 'A decision for an unknown callback is refused with 404.',
  }),
  ofProbe('trp.callback.accepted', 'approval', 204, {
    basis: must('resolution'),
    rule: 'An approval by callback gets 204.',
  }),
  ofProbe('trp.callback.repeated', 'repeated', 204, {
    basis: ours('A receiver that got no response sends its decision again; 204 says that it has arrived.'),
    remedy: 'idempotency',
    rule: 'The same approval gets the same response again.',
  }),
  ofConfirmation('trp.sent.confirmation', 'confirmation', 'message', {
    rule: 'An approval is followed by a confirmation with exactly one of txid and canceled.',
    check(confirmation) {
      const body = bodyOf(confirmation)
      const ways = ['txid', 'canceled'].filter((name) => isPresent(body[name]))
      return passedIf(ways.length === 1, 'exactly one', ways.length === 0 ? 'neither' : 'both')
    },
  }),
  ofConfirmation('trp.sent.confirmation-headers', 'flow', 'headers', {
    rule: 'A confirmation has api-version and a UUID as request-identifier.',
    check: ({ headers }) => expectMessageHeaders(headers),
  }),
]

function inquiryRules(): SenderRule[] {
  return [
    ofInquiries('trp.sent.headers', {
      basis: must('flow'),
      remedy: 'headers',
      rule: 'An inquiry has api-version and a UUID as request-identifier.',
      check: ({ headers }) => expectMessageHeaders(headers),
    }),
    ofInquiries('trp.sent.content-type', {
      basis: must('flow'),
      remedy: 'headers',
      rule: 'The content type of an inquiry is JSON.',
      check({ headers }) {
        const type = headers['content-type'] ?? 'no content-type'
        return passedIf(/^application\/json\b/i.test(type), 'application/json; charset=utf-8', type)
      },
    }),
    ofInquiries('trp.sent.tag', {
      basis: must('travelAddress'),
      since: '3.1.0',
      rule: 'An inquiry keeps the query t=i of the travel address.',
      check: ({ query }) => passedIf(query.get('t') === 'i', '?t=i', `?${query}`),
    }),
    ofInquiries('trp.sent.asset', {
      basis: must('inquiry'),
      rule: 'An inquiry names its asset by dti, slip0044 or caip19.',
      check(request) {
        const { asset } = bodyOf(request)
        const named = isRecord(asset) && ['dti', 'slip0044', 'caip19'].some((name) => isPresent(asset[name]))
        return passedIf(named, 'at least one of them', JSON.stringify(asset) ?? 'no asset')
      },
    }),
    ofInquiries('trp.sent.amount', {
      basis: must('inquiry'),
      rule: 'The amount of an inquiry is positive.',
      check(request) {
        const { amount } = bodyOf(request)
        const isPositive = ['number', 'string'].includes(typeof amount) && Number(amount) > 0
        return passedIf(isPositive, 'a positive number', JSON.stringify(amount) ?? 'no amount')
      },
    }),
    ofInquiries('trp.sent.amount-number', {
      basis: ours('Decoders that are typed, such as those in Go, refuse an inquiry whose amount is a string.'),
      rule: 'The amount is a JSON number, not a string.',
      check(request) {
        const { amount } = bodyOf(request)
        return passedIf(typeof amount === 'number', 'a number', JSON.stringify(amount) ?? 'no amount')
      },
    }),
    ofInquiries('trp.sent.callback', {
      basis: must('inquiry'),
      rule: 'The callback is an absolute URL, in https unless private.',
      check(request) {
        const { callback } = bodyOf(request)
        const url = typeof callback === 'string' && URL.canParse(callback) ? new URL(callback) : undefined
        const isRight = url?.protocol === 'https:' || (url?.protocol === 'http:' && isPrivateHost(url.hostname))
        return passedIf(isRight, 'an https URL', String(callback))
      },
    }),
    ofInquiries('trp.sent.callback-token', {
      basis: ours('Anyone who guesses a callback can approve a transfer to an address of their own.'),
      rule: 'The callback contains a token that cannot be guessed.',
      check(request) {
        const { callback } = bodyOf(request)
        if (typeof callback !== 'string' || !URL.canParse(callback)) return failed('a URL', String(callback))
        const { pathname, search } = new URL(callback)
        const longest = Math.max(...`${pathname}${search}`.split(/[/?&=]/).map(({ length }) => length))
        return passedIf(longest >= TOKEN_LENGTH_MIN, `a part of ${TOKEN_LENGTH_MIN} characters or more`, `${longest}`)
      },
    }),
    ofInquiries('trp.sent.ivms101-parties', {
      basis: must('ivms101'),
      rule: 'IVMS101 names originator and beneficiary with a legal name.',
      check(request) {
        const { IVMS101 } = bodyOf(request)
        const parties = isRecord(IVMS101) ? IVMS101 : {}
        const isNamed = (party: unknown, field: string) =>
          isRecord(party) && JSON.stringify(party[field] ?? '').includes('"LEGL"')
        const originator = isNamed(parties.originator, 'originatorPersons')
        const beneficiary = isNamed(parties.beneficiary, 'beneficiaryPersons')
        const found = `originator ${originator ? 'named' : 'missing'}, beneficiary ${beneficiary ? 'named' : 'missing'}`
        return passedIf(originator && beneficiary, 'both', found)
      },
    }),
    ofInquiries('trp.sent.ivms101-vasp', {
      basis: must('ivms101Vasp'),
      rule: 'IVMS101 has the sender in originatingVASP.originatingVASP.',
      check(request) {
        const { IVMS101 } = bodyOf(request)
        const outer = isRecord(IVMS101) ? IVMS101.originatingVASP : undefined
        const inner = isRecord(outer) ? outer.originatingVASP : undefined
        const found = inner === undefined ? 'none' : 'another'
        return passedIf(isRecord(inner) && isRecord(inner.legalPerson), 'a legalPerson', found)
      },
    }),
  ]
}

interface MessageRule {
  readonly basis: Basis
  readonly remedy?: Remedy
  readonly since?: string
  readonly rule: string
  readonly check: (request: ReceivedRequest) => Verdict
}

/** A rule for every inquiry. */
function ofInquiries(id: string, { check, remedy = 'message', ...about }: MessageRule): SenderRule {
  return {
    id,
    remedy,
    ...about,
    run({ inquiries }) {
      if (inquiries.length === 0) return skipped(NO_INQUIRY)
      return inquiries.map(check).find(({ outcome }) => outcome === 'FAILED') ?? passed
    },
  }
}

function ofConfirmation(
  id: string,
  clause: Parameters<typeof must>[0],
  remedy: Remedy,
  { rule, check }: Pick<MessageRule, 'rule' | 'check'>,
): SenderRule {
  return {
    id,
    basis: must(clause),
    remedy,
    rule,
    run({ confirmations }) {
      if (confirmations.length === 0) return skipped('no confirmation came')
      return confirmations.map(check).find(({ outcome }) => outcome === 'FAILED') ?? passed
    },
  }
}

function ofProbe(id: string, probe: Probe, status: number, about: Omit<MessageRule, 'check'>): SenderRule {
  return {
    id,
    remedy: 'callback',
    ...about,
    run({ probes }) {
      const reply = probes[probe]
      if (reply === undefined) return skipped('no inquiry with a callback came to the address that decides by callback')
      return reply.status === 0 ? notJudged(unreachable(reply)) : expectStatus(reply, status)
    },
  }
}

function unreachable(reply: TrpReply): Obstacle {
  const todo = 'Let decisions reach the callback in your inquiries: nothing responds there.'
  return { code: 'CALLBACK_UNREACHABLE', todo, found: describeReply(reply) }
}

function bodyOf({ body }: ReceivedRequest): Record<string, unknown> {
  const json = jsonOf(body)
  return isRecord(json) ? json : {}
}
