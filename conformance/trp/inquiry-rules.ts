import { randomUUID } from 'node:crypto'
import { must, ours, should } from './clauses.ts'
import { expectVersion } from './discovery-rules.ts'
import { isInquiryResponse, UNKNOWN_VERSION } from './negotiate.ts'
import type { Changes, ReceiverSession } from './receiver-session.ts'
import { HTTP_RULES, VALIDATION_RULES } from './refusal-rules.ts'
import { type Basis, failed, notJudged, passed, passedIf, type Rule, skipped } from './rule.ts'
import { describeReply, expectStatus, jsonOf, rateLimited } from './trp-client.ts'
import { spokenVersion } from './trp-version.ts'

type ReceiverRule = Rule<ReceiverSession>

/** Statuses of a refusal that is not about the inquiry itself, but about its sender, address or time. */
const NOT_ABOUT_THE_INQUIRY = new Set([401, 403, 404, 429, 503])

/** The rules for the response to an inquiry, from its version and headers to repetitions. */
export const INQUIRY_RULES: readonly ReceiverRule[] = [
  ...versionRules(),
  {
    id: 'trp.inquiry.response',
    basis: must('inquiry'),
    remedy: 'inquiry',
    rule: 'A valid inquiry gets 200 and exactly one of version, approved and rejected.',
    standsAlone: true,
    run({ first: { reply }, obstacle }) {
      const isAboutTheInquiry = obstacle?.code === 'INQUIRY_REFUSED' || obstacle?.code === 'RESPONSE_NOT_TRP'
      if (obstacle !== undefined && (!isAboutTheInquiry || NOT_ABOUT_THE_INQUIRY.has(reply.status)))
        return notJudged(obstacle)
      return passedIf(isInquiryResponse(reply), '200 with exactly one of them', describeReply(reply))
    },
  },
  {
    id: 'trp.inquiry.dti',
    since: '3.2.0',
    basis: should('dti'),
    remedy: 'inquiry',
    rule: 'The asset of an inquiry can be named by its DTI.',
    run({ inquiries, first }) {
      const named = inquiries.find(({ asset, version }) => 'dti' in asset && version === first.version)
      if (named === undefined) return skipped('the asset was named in another way')
      return expectStatus(named.reply, 200)
    },
  },
  ...headerRules(),
  {
    id: 'trp.address.unknown',
    basis: must('inquiry'),
    remedy: 'address',
    rule: 'An inquiry to an unknown travel address is refused with 404.',
    async run({ client, url, bodyWith }) {
      const unknown = new URL(url)
      unknown.pathname = `${url.pathname.replace(/\/[^/]*$/, '')}/${randomUUID()}`
      return expectStatus(await client.post({ url: unknown, body: bodyWith({}) }), 404)
    },
  },
  {
    id: 'trp.extensions.unknown',
    basis: must('flow'),
    remedy: 'extensions',
    rule: 'An unknown extension that is not required is ignored, or the message is refused with 501.',
    async run({ inquire, bodyWith }) {
      const body = bodyWith({ extensions: { 'x-conformance': {} } })
      return expectStatus(await inquire({ headers: { 'api-extensions': 'x-conformance' }, body }), 200, 501)
    },
  },
  ...VALIDATION_RULES,
  ...repeatRules(),
  ...HTTP_RULES,
]

function versionRules(): ReceiverRule[] {
  return [
    {
      id: 'trp.version.spoken',
      basis: ours(
        'Nodes of this project speak TRP 2.1 to 3.2. They begin with the version of GET /version or with 3.2.1, and try once more, in the version that a refusal names or in 3.1.0.',
      ),
      remedy: 'version',
      rule: 'An inquiry is accepted in a version of TRP from 2.1 to 3.2.',
      standsAlone: true,
      run({ obstacle }) {
        if (obstacle?.code === 'VERSION_REFUSED') return failed('one that is accepted', obstacle.found)
        return obstacle === undefined ? passed : notJudged(obstacle)
      },
    },
    {
      id: 'trp.version.named',
      basis: ours(
        'Without it a sender has to guess the version, and sends personal data once more for each guess. Nodes of this project guess 3.1.0 and then give up.',
      ),
      remedy: 'version',
      rule: 'The refusal of a version has your version in the header api-version.',
      async run({ inquire, inquiries, first }) {
        const refused = inquiries.find(({ version }) => version !== first.version)
        const reply = refused?.reply ?? (await inquire({ headers: { 'api-version': UNKNOWN_VERSION } }))
        if (reply.status !== 400) return skipped('no version was refused')
        const named = reply.headers['api-version']
        return passedIf(
          spokenVersion(named) !== undefined,
          'a version such as 3.2.1',
          named ?? `no api-version in ${describeReply(reply)}`,
        )
      },
    },
    header('trp.version.missing', must('flow'), 'An inquiry without api-version is refused with 400.', {
      'api-version': undefined,
    }),
    header('trp.version.unsupported', must('flow'), 'An inquiry of version 99 is refused with 400.', {
      'api-version': UNKNOWN_VERSION,
    }),
    {
      id: 'trp.version.in-response',
      basis: must('flow'),
      remedy: 'headers',
      rule: 'The response to an inquiry has the header api-version.',
      run: ({ first }) => expectVersion(first.reply),
    },
  ]
}

function headerRules(): ReceiverRule[] {
  return [
    header('trp.identifier.missing', must('flow'), 'An inquiry without request-identifier is refused with 400.', {
      'request-identifier': undefined,
    }),
    header(
      'trp.identifier.malformed',
      ours('Repeats are recognised by their identifier, and one that is not a UUID may be used twice by accident.'),
      'A request-identifier that is not a UUID is refused with 400.',
      { 'request-identifier': '7' },
    ),
    {
      id: 'trp.identifier.in-response',
      basis: must('flow'),
      remedy: 'headers',
      rule: 'The response to an inquiry repeats its request-identifier.',
      run({ first: { reply, requestIdentifier } }) {
        const found = reply.headers['request-identifier'] ?? ''
        return passedIf(
          found.toLowerCase() === requestIdentifier,
          requestIdentifier,
          found === '' ? 'no header' : found,
        )
      },
    },
  ]
}

/** An inquiry with this header, which is refused with 400. */
function header(id: string, basis: Basis, rule: string, headers: Changes['headers'] & object): ReceiverRule {
  return {
    id,
    basis,
    remedy: 'headers',
    rule,
    run: async ({ inquire }) => expectStatus(await inquire({ headers }), 400),
  }
}

function repeatRules(): ReceiverRule[] {
  const repeats = 'A sender that got no response sends the message again, under its identifier. '
  return [
    {
      id: 'trp.inquiry.repeated',
      basis: ours(`${repeats}It must not become a second transfer.`),
      remedy: 'idempotency',
      rule: 'The same inquiry with the same identifier gets the same response.',
      async run({ first: { reply, requestIdentifier, body }, inquire }) {
        const again = await inquire({ headers: { 'request-identifier': requestIdentifier }, body })
        const same = again.status === reply.status && sameJson(again.body, reply.body)
        return rateLimited(again) ?? passedIf(same, describeReply(reply), describeReply(again))
      },
    },
    {
      id: 'trp.inquiry.identifier-reused',
      basis: ours(`${repeats}Another message under it would get the response of the first one.`),
      remedy: 'idempotency',
      rule: 'Another inquiry with the same identifier is refused with 409.',
      async run({ first: { requestIdentifier }, inquire, bodyWith }) {
        const body = bodyWith({ amount: 0.002 })
        return expectStatus(await inquire({ headers: { 'request-identifier': requestIdentifier }, body }), 409)
      },
    },
    {
      id: 'trp.inquiry.corrected',
      basis: ours('A refused inquiry had no effect, so that its identifier is still free.'),
      remedy: 'idempotency',
      rule: 'An inquiry that was refused can be corrected under its identifier.',
      async run({ inquire, bodyWith }) {
        const headers = { 'request-identifier': randomUUID() }
        const refused = await inquire({ headers, body: bodyWith({ amount: undefined }) })
        if (refused.status === 200) return skipped('the inquiry was not refused')
        return expectStatus(await inquire({ headers }), 200)
      },
    },
  ]
}

function sameJson(left: string, right: string): boolean {
  return left === right || JSON.stringify(jsonOf(left)) === JSON.stringify(jsonOf(right))
}
