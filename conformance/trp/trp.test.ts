import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { openPeer, type Peer } from '@travel-rule/counterparty/testing/open-peer'
import { freePort } from '@travel-rule/service/testing/free-ports'
import {
  inquire,
  issue,
  mutate,
  transactions,
  trust,
  untilDelivery,
} from '@travel-rule/trpd-subgraph/testing/operations'
import { openTestNode, type TestNode, until } from '@travel-rule/trpd-subgraph/testing/test-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'
import { openScriptedPeer, type PeerRequest, type PeerResponse, type ScriptedPeer } from './testing/scripted-peer.ts'
import { decodeTravelAddress, encodeTravelAddress } from './travel-address.ts'

let node: TestNode
let peer: Peer
beforeAll(async () => {
  peer = await openPeer()
  node = await openTestNode('Alice VASP')
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await peer[Symbol.asyncDispose]()
})

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TXID = 'f'.repeat(64)
const EVERY_RULE_PASSES = /Conforms to TRP 3\.2\.1: \d+ MUST rules pass, none fails\.\n[^\n]*\n\nNothing to do\.\n/

/** A run of the command, with its output so far. */
function run(...args: string[]) {
  const stdout = new PassThrough()
  const output = { text: '' }
  stdout.on('data', (chunk: Buffer) => {
    output.text += chunk.toString('utf8')
  })
  return { output, exitCode: runCommand(args, stdout) }
}

/** Sends the inquiries that the command requests; `send` gets each of its travel addresses. */
async function send(output: { readonly text: string }, sendTo: (travelAddress: string) => Promise<unknown>) {
  const addresses = await until(
    async () => [...output.text.matchAll(/\bta[1-9A-HJ-NP-Za-km-z]{30,}/g)].map(([address]) => address),
    ({ length }) => length === 2,
  )
  for (const address of addresses) await sendTo(address)
}

describe('a VASP that receives inquiries', () => {
  it('trpd conforms to TRP when it receives inquiries that an officer approves', async () => {
    const port = await freePort()
    await trust(node, `http://localhost:${port}`)
    const { output, exitCode } = run(
      await issue(node, ADDRESS),
      '--allow-private',
      '--listen',
      `${port}`,
      '--wait',
      '60',
    )
    const [{ id }] = await until(
      async () => (await transactions(node)).filter((each: { folder: string }) => each.folder === 'INBOX'),
      ({ length }) => length > 0,
    )
    const approval = await mutate(node, `assessTx(id: "${id}", decision: APPROVE)`)
    expect(approval.errors).toBeUndefined()
    expect([await exitCode, output.text]).toEqual([0, expect.stringMatching(EVERY_RULE_PASSES)])
    expect(output.text).not.toContain('Skipped:')
  })

  it.each(['approve', 'callback'] as const)('the demo counterparty conforms to TRP as "%s"', async (persona) => {
    const { output, exitCode } = run(peer.addresses[persona], '--allow-private', '--wait', '110')
    expect([await exitCode, output.text]).toEqual([0, expect.stringContaining('\nNothing to do.\n')])
  })
})

/** Accepts only inquiries in `accepted`; refuses others with `refusal`, and reports `reported` as its version. */
interface Versions {
  readonly accepted: string | undefined
  readonly refusal?: PeerResponse
  readonly reported?: string
}

function openVersioned({ accepted, refusal = { status: 400 }, reported }: Versions): Promise<ScriptedPeer> {
  return openScriptedPeer(({ method, path, headers }) => {
    if (method === 'GET') {
      return path === '/version' && reported !== undefined
        ? { status: 200, body: JSON.stringify({ version: reported }) }
        : { status: 404 }
    }
    return headers['api-version'] === accepted ? { status: 200, body: '{"rejected":"no"}' } : refusal
  })
}

/** The version and asset of each inquiry, up to the first accepted one. */
function attemptsAt({ requests }: ScriptedPeer, { accepted }: Versions, count: number): readonly string[] {
  const attempts = requests
    .filter(({ method }) => method === 'POST')
    .map(({ headers, body }: PeerRequest) => `${headers['api-version']} ${/"asset":(\{[^}]*\})/.exec(body)?.[1]}`)
  const end = attempts.findIndex((attempt) => attempt.startsWith(`${accepted} `))
  return attempts.slice(0, end < 0 ? count : end + 1)
}

it.each<[string, Versions, string]>([
  ['takes ours', { accepted: '3.2.1' }, 'DELIVERED'],
  ['refuses ours and names none', { accepted: '3.1.0' }, 'DELIVERED'],
  [
    'refuses ours and names 3.0.0',
    { accepted: '3.0.0', refusal: { status: 400, headers: { 'api-version': '3.0.0' } } },
    'DELIVERED',
  ],
  ['reports 2.1', { accepted: '2.1.0', reported: '2.1' }, 'DELIVERED'],
  ['reports a version that is newer than ours', { accepted: '3.2.1', reported: '4.0.0' }, 'DELIVERED'],
  [
    'names its version, which is ours, and refuses it',
    { accepted: undefined, refusal: { status: 400, headers: { 'api-version': '3.2.1' } } },
    'FAILED',
  ],
  ['refuses every version', { accepted: undefined }, 'FAILED'],
])('with a VASP that %s, the kit sends the inquiries that a node sends', async (_what, versions, state) => {
  await using forNode = await openVersioned(versions)
  await using forKit = await openVersioned(versions)
  await trust(node, forNode.base)
  const { data } = await inquire(node, forNode.travelAddress)
  await untilDelivery(node, data.trpd.inquire.id, state)
  const expected = attemptsAt(forNode, versions, forNode.requests.length)
  await run(forKit.travelAddress, '--allow-private').exitCode
  expect(attemptsAt(forKit, versions, expected.length)).toEqual(expected)
})

describe('a VASP that sends inquiries', () => {
  it('trpd conforms to TRP when it sends inquiries and confirms them', async () => {
    const port = await freePort()
    await trust(node, `http://localhost:${port}`)
    const { output, exitCode } = run('--receive', '--allow-private', '--listen', `${port}`, '--wait', '110')
    await send(output, async (travelAddress) => {
      const { data } = await inquire(node, travelAddress)
      const { id } = data.trpd.inquire
      await until(
        async () => (await transactions(node)).find((each: { id: string }) => each.id === id).status,
        (status) => status === 'APPROVED',
      )
      await mutate(node, `confirmTx(id: "${id}", txHash: "${TXID}")`)
    })
    expect([await exitCode, output.text]).toEqual([0, expect.stringMatching(EVERY_RULE_PASSES)])
    expect(output.text).not.toContain('Skipped:')
  })

  it('the demo counterparty conforms to TRP when it sends inquiries', async () => {
    const { output, exitCode } = run('--receive', '--allow-private', '--wait', '110')
    await send(output, (travelAddress) =>
      peer.control('/control/inquire', { travelAddress, amount: '0.25', asset: 'BTC', confirmAfterMs: 0 }),
    )
    expect([await exitCode, output.text]).toEqual([0, expect.stringContaining('\nNothing to do.\n')])
  })

  it('a VASP that supports an older version gets decisions in it, and rules of later versions are skipped', async () => {
    const spoken: (string | string[] | undefined)[] = []
    const callback = createServer((request, response) => {
      spoken.push(request.headers['api-version'])
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(callback, 'listening')
    const { output, exitCode } = run('--receive', '--allow-private', '--wait', '2')
    await send(output, async (travelAddress) => {
      const decoded = decodeTravelAddress(travelAddress)
      if (!decoded.ok) throw new Error(decoded.problem)
      const inquiry = { callback: `http://localhost:${(callback.address() as AddressInfo).port}/c` }
      const headers = { 'api-version': '3.0.0', 'request-identifier': randomUUID() }
      await fetch(decoded.url.href.replace('https:', 'http:'), {
        method: 'POST',
        headers,
        body: JSON.stringify(inquiry),
      })
    })
    expect(await exitCode).toBe(1)
    callback.close()
    expect(new Set(spoken)).toEqual(new Set(['3.0.0']))
    expect(output.text).toContain('– the rule is new in TRP 3.1.0, and this VASP speaks 3.0.0: trp.sent.tag')
  })

  it('a run in which no message arrives is an error', async () => {
    const { output, exitCode } = run('--receive', '--allow-private', '--wait', '1')
    await expect(exitCode).rejects.toThrow('Nothing was checked: no message came.')
    expect(output.text).not.toContain('✓')
  })
})

describe('the command', () => {
  const here = encodeTravelAddress(new URL('http://localhost:9/x?t=i'))

  it('the command prints its usage', async () => {
    const { output, exitCode } = run('--help')
    expect(await exitCode).toBe(0)
    expect(output.text).toContain('npm run trp:conformance -- <travel address>')
    expect(output.text.split('\n').every(({ length }) => length <= 110)).toBe(true)
  })

  it.each([
    ['a string that is not a travel address', ['hello'], 'This is not a travel address: it does not start with "ta".'],
    ['a travel address with a typing error', [`${here}x`], 'was a character lost or changed?'],
    ['a travel address without t=i', [encodeTravelAddress(new URL('https://v.example/x'))], 'no query with t=i'],
    ['a private host', [here], 'Use --allow-private for hosts on private networks.'],
    ['a host that does not respond', [here, '--allow-private'], 'localhost:9 cannot be called: no response'],
    ['an unknown option', [here, '--fast'], 'See --help.'],
    ['--receive without a public URL', ['--receive'], '--receive needs --public-url'],
    ['a certificate without its key', [here, '--cert', 'x.crt'], '--cert and --key belong together.'],
    ['a port that does not exist', [here, '--listen', '99999'], '--listen: "99999" is not a port up to 65535'],
    ['an amount of zero', [here, '--amount', '0.00'], '--amount: "0.00" is not a positive number.'],
    ['a report in a missing folder', [here, '--json', '/missing/x.json'], 'there is no folder /missing.'],
    ['an invalid version', [here, '--version', 'new'], '--version: "new" is not a version such as 3.2.1.'],
  ])('%s is refused with a plain message', async (_what, args, message) => {
    await expect(run(...args).exitCode).rejects.toThrow(message)
  })
})
