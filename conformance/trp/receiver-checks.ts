import { randomUUID } from 'node:crypto'
import { type Check, failed, passed, passedIf, skipped, type Verdict } from './check.ts'
import type { ReceiverSession } from './receiver-session.ts'
import { describeReply, expectStatus, isRecord, jsonOf, type TrpReply } from './trp-client.ts'

type ReceiverCheck = Check<ReceiverSession>

const BODY_BYTES_TOO_MANY = 8 * 1024 * 1024
const NO_APPROVAL = 'the inquiry was not approved'

/**
 * The rules for a VASP that receives inquiries, in the order in which they are checked.
 *
 * Source: TRP 3.2.1; the status codes are those of this project's TRP facts.
 */
export const RECEIVER_CHECKS: readonly ReceiverCheck[] = [
  ...lookups(),
  ...refusals(),
  {
    id: 'inquiry-accepted',
    clause: 'inquiry',
    level: 'MUST',
    rule: 'A valid inquiry gets 200 and exactly one of version, approved and rejected.',
    async run({ first }) {
      const { reply } = await first()
      const body = jsonOf(reply.body)
      const fields = isRecord(body) ? ['version', 'approved', 'rejected'].filter((name) => name in body) : []
      return passedIf(reply.status === 200 && fields.length === 1, '200 with exactly one of them', describeReply(reply))
    },
  },
  {
    id: 'response-version',
    clause: 'headers',
    level: 'MUST',
    rule: 'The response to an inquiry has the header api-version.',
    run: async ({ first }) => expectVersion((await first()).reply),
  },
  {
    id: 'response-identifier',
    clause: 'headers',
    level: 'MUST',
    rule: 'The response to an inquiry repeats its request-identifier.',
    async run({ first }) {
      const { reply, requestIdentifier } = await first()
      const found = reply.headers['request-identifier'] ?? ''
      return passedIf(found.toLowerCase() === requestIdentifier, requestIdentifier, found === '' ? 'no header' : found)
    },
  },
  {
    id: 'inquiry-repeated',
    clause: 'idempotency',
    level: 'MUST',
    rule: 'The same inquiry with the same identifier gets the same response.',
    async run({ first, inquire }) {
      const { reply, requestIdentifier, body } = await first()
      if (reply.status !== 200) return skipped('the first inquiry was not accepted')
      const again = await inquire({ headers: { 'request-identifier': requestIdentifier }, body })
      const same = again.status === reply.status && sameJson(again.body, reply.body)
      return passedIf(same, describeReply(reply), describeReply(again))
    },
  },
  {
    id: 'identifier-reused',
    clause: 'idempotency',
    level: 'MUST',
    rule: 'Another inquiry with the same identifier is refused with 409.',
    async run({ first, inquire, bodyWith }) {
      const { reply, requestIdentifier } = await first()
      if (reply.status !== 200) return skipped('the first inquiry was not accepted')
      const other = await inquire({
        headers: { 'request-identifier': requestIdentifier },
        body: bodyWith({ amount: 0.002 }),
      })
      return expectStatus(other, 409)
    },
  },
  {
    id: 'refused-corrected',
    clause: 'idempotency',
    level: 'SHOULD',
    rule: 'An inquiry that was refused can be corrected under its identifier.',
    async run({ inquire, bodyWith }) {
      const headers = { 'request-identifier': randomUUID() }
      await inquire({ headers, body: bodyWith({ amount: undefined }) })
      return expectStatus(await inquire({ headers }), 200)
    },
  },
  {
    id: 'extension-unknown',
    clause: 'extensions',
    level: 'SHOULD',
    rule: 'An extension that the receiver does not know, and that is not required, is ignored.',
    async run({ inquire, bodyWith }) {
      const body = bodyWith({ extensions: { 'x-conformance': {} } })
      return expectStatus(await inquire({ headers: { 'api-extensions': 'x-conformance' }, body }), 200)
    },
  },
  ...decisions(),
]

/** The discovery routes. */
function lookups(): ReceiverCheck[] {
  const object = (body: string): Record<string, unknown> => {
    const value = jsonOf(body)
    return isRecord(value) ? value : {}
  }
  const route = (path: string, rule: string, isRight: (body: string) => boolean): ReceiverCheck => ({
    id: `lookup-${path.slice(1)}`,
    clause: 'discovery',
    level: 'SHOULD',
    rule,
    async run({ lookup }) {
      const reply = await lookup(path)
      return passedIf(reply.status === 200 && isRight(reply.body), `200 with a body as described`, describeReply(reply))
    },
  })
  return [
    route('/version', 'GET /version reports the version.', (body) => /^\d+\.\d+/.test(String(object(body).version))),
    route('/identity', 'GET /identity reports the VASP as JSON, with a valid LEI if it has one.', (body) => {
      const { lei } = object(body)
      return isRecord(jsonOf(body)) && (lei === undefined || lei === null || isLei(String(lei)))
    }),
    route('/extensions', 'GET /extensions lists the required and the supported extensions.', (body) =>
      [object(body).required, object(body).supported].every(isStringList),
    ),
    route('/uptime', 'GET /uptime reports whole seconds as text.', (body) => /^\d+\s*$/.test(body)),
    {
      id: 'lookup-header',
      clause: 'headers',
      level: 'MUST',
      rule: 'The response of a discovery route has the header api-version.',
      run: async ({ lookup }) => {
        const reply = await lookup('/version')
        return reply.status === 200 ? expectVersion(reply) : skipped('there is no /version')
      },
    },
    {
      id: 'lookup-without-version',
      clause: 'headers',
      level: 'SHOULD',
      rule: 'A lookup without api-version is refused with 400.',
      run: async ({ client, url }) =>
        expectStatus(await client.get({ url: new URL('/version', url), headers: { 'api-version': undefined } }), 400),
    },
  ]
}

/** Inquiries that are refused; none of them leaves a transaction. */
function refusals(): ReceiverCheck[] {
  type Changed = Parameters<ReceiverSession['inquire']>[0]
  const refusal = (
    id: string,
    clause: string,
    status: number,
    what: string,
    changed: (session: ReceiverSession) => Changed,
  ): ReceiverCheck => ({
    id,
    clause,
    level: 'MUST',
    rule: `${what} is refused with ${status}.`,
    run: async (session) => expectStatus(await session.inquire(changed(session)), status),
  })
  const header = (name: string, value: string | undefined) => () => ({ headers: { [name]: value } })
  const without =
    (field: string) =>
    ({ bodyWith }: ReceiverSession) => ({ body: bodyWith({ [field]: undefined }) })
  return [
    refusal('version-missing', 'headers', 400, 'An inquiry without api-version', header('api-version', undefined)),
    refusal('version-unsupported', 'headers', 400, 'An inquiry of version 99', header('api-version', '99.0.0')),
    refusal(
      'identifier-missing',
      'headers',
      400,
      'An inquiry without request-identifier',
      header('request-identifier', undefined),
    ),
    refusal(
      'identifier-malformed',
      'headers',
      400,
      'A request-identifier that is not a UUID',
      header('request-identifier', '7'),
    ),
    refusal('content-type', 'headers', 415, 'A body that is not JSON', header('content-type', 'text/xml')),
    refusal('json-malformed', 'inquiry', 400, 'A body that is cut off', ({ bodyWith }) => ({
      body: bodyWith({}).slice(0, -1),
    })),
    refusal('json-two-values', 'inquiry', 400, 'A body with two JSON values', ({ bodyWith }) => ({
      body: `${bodyWith({})}{}`,
    })),
    refusal('amount-missing', 'inquiry', 422, 'An inquiry without amount', without('amount')),
    refusal('amount-negative', 'inquiry', 422, 'A negative amount', ({ bodyWith }) => ({
      body: bodyWith({ amount: -1 }),
    })),
    refusal('callback-missing', 'inquiry', 422, 'An inquiry without callback', without('callback')),
    refusal('callback-plain', 'inquiry', 422, 'A callback in plain http to a public host', ({ bodyWith }) => ({
      body: bodyWith({ callback: 'http://vasp.example.com/callback' }),
    })),
    refusal('ivms101-missing', 'inquiry', 422, 'An inquiry without IVMS101', without('IVMS101')),
    {
      id: 'method',
      clause: 'inquiry',
      level: 'MUST',
      rule: 'GET on a travel address is refused with 405.',
      run: async ({ client, url }) => expectStatus(await client.get({ url }), 405),
    },
    {
      id: 'address-unknown',
      clause: 'travel address',
      level: 'MUST',
      rule: 'An inquiry to an unknown travel address is refused with 404.',
      async run({ client, url, bodyWith }) {
        const unknown = new URL(url)
        unknown.pathname = `${url.pathname.replace(/\/[^/]*$/, '')}/${randomUUID()}`
        return expectStatus(await client.post({ url: unknown, body: bodyWith({}) }), 404)
      },
    },
    {
      id: 'body-too-long',
      clause: 'inquiry',
      level: 'SHOULD',
      rule: 'A body of 8 MiB is refused with 413, or the connection is closed.',
      async run({ inquire, bodyWith }) {
        return expectStatus(await inquire({ body: bodyWith({ padding: 'x'.repeat(BODY_BYTES_TOO_MANY) }) }), 413, 0)
      },
    },
  ]
}

/** What follows a decision. */
function decisions(): ReceiverCheck[] {
  /** Checks the response to a message to the callback of the approval. */
  const confirmation = (
    id: string,
    rule: string,
    check: (send: (body: object) => Promise<TrpReply>) => Promise<Verdict>,
  ): ReceiverCheck => ({
    id,
    clause: 'confirmation',
    level: 'MUST',
    rule,
    async run({ client, decision }) {
      const callback = (await decision())?.callback
      if (callback === undefined) return skipped(NO_APPROVAL)
      return check((body) => client.post({ url: callback, body: JSON.stringify(body) }))
    },
  })
  const txid = randomUUID().replaceAll('-', '').repeat(2)
  return [
    {
      id: 'decision-shape',
      clause: 'resolution',
      level: 'MUST',
      rule: 'A decision is an approval with address and callback, or a rejection with a reason.',
      async run({ decision }) {
        const found = await decision()
        if (found === undefined) return skipped('no decision came in time')
        const { approved, rejected } = found.body
        const isApproval = isRecord(approved) && [approved.address, approved.callback].every(isText)
        return passedIf(isApproval || isText(rejected), 'either of them', JSON.stringify(found.body).slice(0, 120))
      },
    },
    {
      id: 'resolution-headers',
      clause: 'headers',
      level: 'MUST',
      rule: 'A decision by callback has api-version and a UUID as request-identifier.',
      async run({ decision, resolution }) {
        await decision()
        const message = resolution()
        if (message === undefined) return skipped('no decision came by callback')
        return expectMessageHeaders(message.headers)
      },
    },
    confirmation(
      'confirmation-empty',
      'A confirmation with neither txid nor canceled is refused with 400.',
      async (send) => expectStatus(await send({}), 400),
    ),
    confirmation(
      'confirmation-contradictory',
      'A confirmation with txid and canceled is refused with 400.',
      async (send) => expectStatus(await send({ txid, canceled: 'both' }), 400),
    ),
    confirmation('confirmation-accepted', 'A confirmation with a transaction hash gets 204.', async (send) =>
      expectStatus(await send({ txid }), 204),
    ),
    confirmation(
      'confirmation-repeated',
      'The same confirmation under another identifier gets 204 again.',
      async (send) => expectStatus(await send({ txid }), 204),
    ),
    {
      id: 'confirmation-unknown',
      clause: 'confirmation',
      level: 'MUST',
      rule: 'A confirmation to an unknown callback is refused with 404.',
      async run({ client, decision }) {
        const callback = (await decision())?.callback
        if (callback === undefined) return skipped(NO_APPROVAL)
        const unknown = new URL(callback)
        unknown.pathname = `${unknown.pathname.replace(/\/[^/]*$/, '')}/${randomUUID()}`
        return expectStatus(await client.post({ url: unknown, body: JSON.stringify({ txid }) }), 404)
      },
    },
  ]
}

function expectVersion({ headers }: TrpReply): Verdict {
  const version = headers['api-version'] ?? ''
  return passedIf(/^\d+\.\d+(\.\d+)?$/.test(version), 'a version such as 3.2.1', version === '' ? 'no header' : version)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Passes headers that every TRP message has. */
export function expectMessageHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Verdict {
  const version = String(headers['api-version'] ?? 'no api-version')
  const identifier = String(headers['request-identifier'] ?? 'no request-identifier')
  if (!/^\d+\.\d+(\.\d+)?$/.test(version)) return failed('api-version such as 3.2.1', version)
  return UUID.test(identifier) ? passed : failed('a UUID as request-identifier', identifier)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isStringList(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function sameJson(left: string, right: string): boolean {
  return left === right || JSON.stringify(jsonOf(left)) === JSON.stringify(jsonOf(right))
}

/** Source: ISO 17442; ISO 7064 MOD 97-10. */
function isLei(lei: string): boolean {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(lei)) return false
  return BigInt([...lei].map((letter) => Number.parseInt(letter, 36)).join('')) % 97n === 1n
}
