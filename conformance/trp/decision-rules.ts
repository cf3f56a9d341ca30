import { randomUUID } from 'node:crypto'
import { must, ours } from './clauses.ts'
import { expectMessageHeaders, isText } from './message-headers.ts'
import type { ReceiverSession } from './receiver-session.ts'
import { type Basis, notJudged, passedIf, type Rule, shown, skipped } from './rule.ts'
import { describeReply, expectStatus, isPresent, isRecord } from './trp-client.ts'

type ReceiverRule = Rule<ReceiverSession>

const TXID = randomUUID().replaceAll('-', '').repeat(2)

/** The rules for a decision on an inquiry, and for the messages after an approval. */
export const DECISION_RULES: readonly ReceiverRule[] = [
  {
    id: 'trp.decision.shape',
    basis: must('resolution'),
    remedy: 'decision',
    rule: 'A decision is an approval with address and callback, or a rejection with a reason.',
    async run({ decision }) {
      const found = await decision()
      if (found === undefined) return skipped(NO_DECISION)
      return passedIf(isDecision(found.body), 'exactly one of them', found.text)
    },
  },
  {
    id: 'trp.decision.headers',
    basis: must('flow'),
    remedy: 'headers',
    rule: 'A decision by callback has api-version and a UUID as request-identifier.',
    async run({ decision, resolution }) {
      if ((await decision()) === undefined) return skipped(NO_DECISION)
      const message = resolution()
      return message === undefined
        ? skipped('the decision came in the response')
        : expectMessageHeaders(message.headers)
    },
  },
  confirmation('trp.confirmation.empty', must('confirmation'), 400, {
    rule: 'A confirmation with neither txid nor canceled is refused with 400.',
    body: {},
  }),
  confirmation('trp.confirmation.contradictory', must('confirmation'), 400, {
    rule: 'A confirmation with txid and canceled is refused with 400.',
    body: { txid: TXID, canceled: 'both' },
  }),
  confirmation('trp.confirmation.accepted', must('confirmation'), 204, {
    rule: 'A confirmation with a transaction hash gets 204.',
    body: { txid: TXID },
  }),
  {
    ...confirmation(
      'trp.confirmation.repeated',
      ours('A sender that got no response confirms again. That the hash is already known is not an error.'),
      204,
      { rule: 'The same confirmation under another identifier gets 204 again.', body: { txid: TXID } },
    ),
    remedy: 'idempotency',
  },
  {
    ...confirmation('trp.confirmation.unknown', must('confirmation'), 404, {
      rule: 'A confirmation to an unknown callback is refused with 404.',
      body: { txid: TXID },
      url: (callback) => {
        const unknown = new URL(callback)
        unknown.pathname = `${unknown.pathname.replace(/\/[^/]*$/, '')}/${randomUUID()}`
        return unknown.href
      },
    }),
    remedy: 'address',
  },
]

function isDecision({ approved, rejected }: Record<string, unknown>): boolean {
  if (isPresent(rejected)) return !isPresent(approved) && isText(rejected)
  if (!isRecord(approved) || !isText(approved.address)) return false
  return typeof approved.callback === 'string' && URL.canParse(approved.callback)
}

const NO_DECISION = 'no decision came in time (see --wait and --public-url)'

/** A message to the callback of the approval, or to `url` instead. */
function confirmation(
  id: string,
  basis: Basis,
  status: number,
  { rule, body, url = (callback) => callback }: ConfirmationRule,
): ReceiverRule {
  return {
    id,
    basis,
    remedy: 'confirmation',
    rule,
    async run({ decision, confirm }) {
      const found = await decision()
      if (found === undefined) return skipped(NO_DECISION)
      const { callback } = found
      if (callback === undefined) return skipped('no approval with a callback came')
      const reply = URL.canParse(callback) ? await confirm(body, url(callback)) : undefined
      if (reply !== undefined && reply.status !== 0) return expectStatus(reply, status)
      return notJudged({
        code: 'CALLBACK_UNREACHABLE',
        todo: `Let confirmations reach the callback in your approvals: nothing responds at ${shown(callback)}`,
        found: reply === undefined ? 'it is not a URL' : describeReply(reply),
      })
    },
  }
}

interface ConfirmationRule {
  readonly rule: string
  readonly body: object
  readonly url?: (callback: string) => string
}
