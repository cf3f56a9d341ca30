import { must, ours, should } from './clauses.ts'
import type { ReceiverSession } from './receiver-session.ts'
import { type Basis, passed, passedIf, type Rule, skipped, type Verdict } from './rule.ts'
import { describeReply, expectStatus, isRecord, jsonOf, rateLimited, type TrpReply } from './trp-client.ts'

const NOT_THERE = 'the route is optional, and not served'
const ROUTES = ['/version', '/identity', '/extensions', '/uptime'] as const

/** The rules for the routes with which a VASP describes itself. */
export const DISCOVERY_RULES: readonly Rule<ReceiverSession>[] = [
  {
    id: 'trp.discovery.offered',
    basis: ours(
      'Nodes of this project ask before they send personal data. Without these routes they know your version only from a refused inquiry, and never your identity.',
    ),
    remedy: 'discovery',
    rule: 'GET /version, /identity, /extensions and /uptime are served.',
    async run({ lookup }) {
      const replies = await Promise.all(ROUTES.map(async (path) => ({ path, reply: await lookup(path) })))
      const missing = replies.filter(({ reply }) => reply.status !== 200)
      const found = missing.map(({ path, reply }) => `${path} ${reply.status}`).join(', ')
      const limited = missing.find(({ reply }) => reply.status === 429)
      return (limited && rateLimited(limited.reply)) ?? passedIf(missing.length === 0, '200 from each', found)
    },
  },
  route('/version', must('discoverability'), 'GET /version has the version as JSON.', (body) =>
    /^\d+\.\d+/.test(String(objectIn(body)?.version)),
  ),
  route(
    '/identity',
    must('identity'),
    'GET /identity has the VASP as JSON, with a valid LEI if it has one.',
    (body) => {
      const identity = objectIn(body)
      const lei = identity?.lei
      return identity !== undefined && (lei === undefined || lei === null || isLei(String(lei)))
    },
  ),
  route(
    '/extensions',
    should('discoverability'),
    'GET /extensions has the lists required and supported; an empty one may be left out.',
    (body) => {
      const extensions = objectIn(body)
      return extensions !== undefined && [extensions.required ?? [], extensions.supported ?? []].every(isStringList)
    },
  ),
  route('/uptime', should('discoverability'), 'GET /uptime has whole seconds as text.', (body) =>
    /^\d+\s*$/.test(body),
  ),
  {
    id: 'trp.discovery.response-version',
    basis: ours('Nodes of this project compare the version in each response with the one that they know.'),
    remedy: 'discovery',
    rule: 'The responses of these routes have the header api-version.',
    async run({ lookup }) {
      const replies = (await Promise.all(ROUTES.map(lookup))).filter(({ status }) => status === 200)
      if (replies.length === 0) return skipped(NOT_THERE)
      return replies.map(expectVersion).find(({ outcome }) => outcome === 'FAILED') ?? passed
    },
  },
  {
    id: 'trp.discovery.version-missing',
    basis: ours('A client that omits api-version should notice at its first request.'),
    remedy: 'discovery',
    rule: 'GET /version without api-version is refused with 400.',
    async run({ client, url, lookup }) {
      if ((await lookup('/version')).status !== 200) return skipped(NOT_THERE)
      return expectStatus(
        await client.get({ url: new URL('/version', url), headers: { 'api-version': undefined } }),
        400,
      )
    },
  },
]

function route(
  path: (typeof ROUTES)[number],
  basis: Basis,
  rule: string,
  isRight: (body: string) => boolean,
): Rule<ReceiverSession> {
  return {
    id: `trp.discovery.${path.slice(1)}`,
    basis,
    remedy: 'discovery',
    rule,
    async run({ lookup }) {
      const reply = await lookup(path)
      if (reply.status >= 300 && reply.status < 500) return rateLimited(reply) ?? skipped(NOT_THERE)
      if (reply.status === 501) return skipped(NOT_THERE)
      return passedIf(reply.status === 200 && isRight(reply.body), '200 and a body as described', describeReply(reply))
    },
  }
}

/** Passes a response with the version in its header. */
export function expectVersion({ headers }: TrpReply): Verdict {
  const version = headers['api-version'] ?? ''
  return passedIf(/^\d+\.\d+(\.\d+)?$/.test(version), 'a version such as 3.2.1', version === '' ? 'no header' : version)
}

function objectIn(body: string): Record<string, unknown> | undefined {
  const value = jsonOf(body)
  return isRecord(value) ? value : undefined
}

function isStringList(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Source: ISO 17442; ISO 7064 MOD 97-10. */
function isLei(lei: string): boolean {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(lei)) return false
  return BigInt([...lei].map((letter) => Number.parseInt(letter, 36)).join('')) % 97n === 1n
}
