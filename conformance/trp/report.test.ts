import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '@travel-rule/certificates/certificate-authority'
import { openPeer, type Peer } from '@travel-rule/counterparty/testing/open-peer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runKit, runKitProcess } from './testing/run-kit.ts'
import { openFaultyPeer, openScriptedPeer, type PeerRequest, type PeerResponse } from './testing/scripted-peer.ts'
import { openTrisaPeer } from './testing/trisa-peer.ts'
import { isRecord, jsonOf } from './trp-client.ts'

let peer: Peer
let folder: string
beforeAll(async () => {
  peer = await openPeer()
  folder = await mkdtemp(join(tmpdir(), 'trp-report-'))
})
afterAll(async () => {
  await peer[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** The demo counterparty, which approves immediately. `fault` may replace its responses. */
function peerWith(fault: (request: PeerRequest) => PeerResponse | undefined) {
  return openFaultyPeer({ base: peer.base, path: '/inquiry/approve' }, fault)
}

const isInquiry = ({ method, path }: PeerRequest) => method === 'POST' && path.startsWith('/inquiry/approve')

describe("a VASP with the defaults of TRISA's library", () => {
  it("the kit uses the VASP's version, begins its report with what to do first, and skips rules of newer versions", async () => {
    await using trisa = await openTrisaPeer()
    const { exitCode, stdout, report } = await runKitProcess(trisa.travelAddress, '--wait', '1')
    expect(exitCode).toBe(0)
    const lines = stdout.slice(stdout.indexOf('Conforms')).split('\n')
    expect(lines[0]).toBe(
      'Conforms to TRP 3.1.0 as far as it was checked: 8 MUST rules pass, none fails, 8 not checked.',
    )
    expect(lines.slice(1, 3).join(' ')).toContain('Refused before: TRP 3.2.1')
    expect(lines[4]).toMatch(/^Do first \(though TRP does not demand it\): Name your version in the header api-version/)
    expect(report.attempts.map(({ version, status }) => [version, status])).toEqual([
      ['3.2.1', 400],
      ['3.1.0', 200],
    ])
    expect(report.steps.map(({ cause, failed }) => [cause, failed.length])).toEqual([
      ['version', 1],
      ['headers', 1],
      ['validation', 5],
      ['idempotency', 1],
      ['discovery', 1],
      ['http', 1],
    ])
    expect(report.results.find(({ id }) => id === 'trp.inquiry.dti')).toMatchObject({
      outcome: 'SKIPPED',
      why: 'the rule is new in TRP 3.2.0, and this VASP speaks 3.1.0',
    })
  })
})

describe('a VASP with which no conversation is possible', () => {
  it('a VASP that refuses every version is advised one thing, and breaks no rule because of it', async () => {
    await using stern = await peerWith((request) => (isInquiry(request) ? { status: 400 } : undefined))
    const { exitCode, stdout, report, ids } = await runKitProcess(stern.travelAddress)
    expect([exitCode, report.conclusion, ids('FAILED')]).toEqual([2, 'NOT_CHECKED', ['trp.version.spoken']])
    expect(report.steps).toMatchObject([{ cause: 'VERSION_REFUSED', failed: ['trp.version.spoken'] }])
    expect(report.steps[0]?.notJudged).toHaveLength(report.results.length - 1)
    expect(stdout).toMatch(/\nDo first: Speak one of TRP 2\.1 to 3\.2, and name it/)
    expect(stdout).toContain(`Until then ${report.results.length - 1} rules cannot be judged.`)
  })

  it('a VASP that refuses a valid inquiry is informed of this, and not blamed for its version', async () => {
    await using strict = await peerWith((request) =>
      isInquiry(request) && request.headers['api-version'] === '3.2.1'
        ? { status: 400, headers: { 'api-version': '3.2.1' }, body: 'IVMS101: unknown field customerNumber' }
        : undefined,
    )
    const { exitCode, stdout, report } = await runKit(strict.travelAddress)
    expect([exitCode, report.conclusion]).toEqual([1, 'DOES_NOT_CONFORM'])
    expect(report.steps).toMatchObject([{ cause: 'INQUIRY_REFUSED', failed: ['trp.inquiry.response'] }])
    expect(stdout.replace(/\s+/g, ' ')).toContain('found 400: IVMS101: unknown field customerNumber')
  })

  it('a VASP that requires a client certificate cannot be checked, and the report says so first', async () => {
    await using closed = await peerWith((request) => (isInquiry(request) ? { status: 401 } : undefined))
    const { exitCode, stdout, ids } = await runKit(closed.travelAddress)
    expect([exitCode, ids('FAILED')]).toEqual([2, []])
    expect(stdout).toMatch(/Do first: Let this command in: it needs a client certificate/)
  })

  it('a VASP that requires an extension gets one line about it, without a broken rule', async () => {
    await using extended = await peerWith((request) => {
      if (request.path === '/extensions')
        return { status: 200, body: '{"required":["message-signing"],"supported":["message-signing"]}' }
      return isInquiry(request) ? { status: 400, body: 'a signature is required' } : undefined
    })
    const { exitCode, stdout, report, ids } = await runKit(extended.travelAddress)
    expect([exitCode, report.steps[0]?.cause]).toEqual([2, 'EXTENSION_REQUIRED'])
    expect(ids('FAILED')).toEqual([])
    expect(stdout).toContain('Do first: Accept inquiries without the extension message-signing')
  })

  it('a server that does not speak TRP is advised to serve it first, in every report', async () => {
    await using web = await openScriptedPeer(() => ({ status: 200, body: '<h1>It works</h1> & "more"' }))
    const [junit, markdown] = [join(folder, 'junit.xml'), join(folder, 'report.md')]
    const { exitCode, stdout, report } = await runKit(web.travelAddress, '--junit', junit, '--markdown', markdown)
    expect([exitCode, report.steps[0]?.cause]).toEqual([1, 'RESPONSE_NOT_TRP'])
    expect(stdout).toContain('Do first: Serve TRP at https://localhost')
    expect(stdout).toContain('✗ trp.inquiry.response, MUST')
    expect(stdout).not.toContain('\u001b')
    expect(await readFile(junit, 'utf8')).toMatch(
      /classname="trp.receiver.MUST" name="trp.inquiry.response: [^"]+" time="[\d.]+"><failure message="expected 200 with exactly one of them; found 200: &lt;h1&gt;It works/,
    )
    const table = await readFile(markdown, 'utf8')
    expect(table).toContain('1. Serve TRP at')
    expect(table).toMatch(
      /\| `trp.inquiry.response` \| MUST \| failed \|.*&lt;h1&gt;.*\| TRP 3.2.1, core\/specification.md, “Transfer Inquiry” \|/,
    )
  })

  it('a callback at which nothing responds is one cause, not five', async () => {
    const approved = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', callback: 'http://localhost:9/c/1' }
    await using silent = await openScriptedPeer(({ headers }) => ({
      status: 200,
      headers: { 'api-version': '3.2.1', 'request-identifier': String(headers['request-identifier']) },
      body: JSON.stringify({ approved }),
    }))
    const { report } = await runKit(silent.travelAddress)
    expect(report.steps[0]).toMatchObject({ cause: 'CALLBACK_UNREACHABLE', failed: [] })
    expect(report.steps[0]?.notJudged).toHaveLength(5)
  })
})

const DECISION = (callback: string) => ({ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', callback })

/** A VASP that postpones its decision, and sends `decision` to the callback of each inquiry, or to another path. */
function openPostponing(decision: object, path?: string) {
  return openScriptedPeer(({ method, headers, body }) => {
    if (method === 'GET') return { status: 404 }
    const inquiry = jsonOf(body)
    if (!isRecord(inquiry) || typeof inquiry.callback !== 'string') return { status: 422 }
    const { callback } = inquiry
    const url = path === undefined ? callback : new URL(path, callback)
    const identifier = String(headers['request-identifier'])
    // The kit may have ended.
    fetch(url, { method: 'POST', headers: VERSION, body: JSON.stringify(decision) }).catch(() => {})
    return { status: 200, headers: { ...VERSION, 'request-identifier': identifier }, body: '{"version":"3.2.1"}' }
  })
}
const VERSION = { 'api-version': '3.2.1' }

describe('a VASP that decides by callback', () => {
  it.each([
    ['both approves and rejects', { approved: DECISION('http://localhost:9/c'), rejected: 'both' }],
    ['decides nothing', { version: '3.2.1' }],
  ])('a VASP whose decision %s breaks the rule about decisions', async (_what, decision) => {
    await using peer = await openPostponing(decision)
    const { exitCode, ids } = await runKit(peer.travelAddress, '--wait', '60')
    expect(ids('FAILED')).toContain('trp.decision.shape')
    expect(exitCode).toBe(1)
  })

  it('a decision at a URL other than the callback is not taken for the decision', async () => {
    await using peer = await openPostponing({ rejected: 'no' }, '/callback/lost')
    const { ids } = await runKit(peer.travelAddress, '--wait', '1')
    expect(ids('SKIPPED')).toContain('trp.decision.shape')
  })

  it('a VASP can look up the kit before it sends its decision', async () => {
    const found: [number, unknown][] = []
    await using peer = await openScriptedPeer(async ({ method, body }) => {
      if (method === 'GET') return { status: 404 }
      if (found.length === 0) {
        const { origin } = new URL(JSON.parse(body).callback)
        const response = await fetch(`${origin}/version`)
        found.push([response.status, await response.json()])
      }
      return { status: 200, body: '{"rejected":"no"}' }
    })
    await runKit(peer.travelAddress)
    expect(found).toEqual([[200, { version: '3.2.1', vendor: 'trp-conformance' }]])
  })

  it('a callback with control characters does not reach the terminal', async () => {
    await using peer = await openPostponing({ approved: DECISION('\u001b]0;title\u0007') })
    const { stdout, ids } = await runKit(peer.travelAddress, '--wait', '60')
    expect(ids('FAILED')).toContain('trp.decision.shape')
    expect(stdout).toContain('nothing responds at')
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u)
  })
})

describe('a VASP with a fault', () => {
  it('null counts as an absent field of a response', async () => {
    await using verbose = await openScriptedPeer(() => ({
      status: 200,
      body: '{"version":null,"approved":null,"rejected":"no"}',
    }))
    const { ids } = await runKit(verbose.travelAddress)
    expect(ids('PASSED')).toEqual(expect.arrayContaining(['trp.inquiry.response', 'trp.decision.shape']))
  })

  it('a VASP that refuses the asset is not judged, and the advice is another asset', async () => {
    await using other = await peerWith((request) =>
      isInquiry(request) ? { status: 422, body: 'asset: not accepted at this address' } : undefined,
    )
    const { exitCode, report, ids } = await runKit(other.travelAddress)
    expect([exitCode, ids('FAILED')]).toEqual([2, []])
    expect(report.steps).toMatchObject([{ cause: 'ASSET_REFUSED', todo: expect.stringContaining('--asset') }])
  })

  it('a VASP that limits the rate of inquiries breaks no rule because of it', async () => {
    let inquiries = 0
    await using slow = await peerWith((request) => {
      if (!isInquiry(request)) return undefined
      inquiries += 1
      return inquiries > 3 ? { status: 429, body: 'later' } : undefined
    })
    const { exitCode, report, ids } = await runKit(slow.travelAddress)
    expect([exitCode, ids('FAILED')]).toEqual([2, []])
    expect(report.steps).toMatchObject([{ cause: 'RATE_LIMITED', failed: [] }])
  })

  it('a discovery route that fails is a fault, not a missing optional route', async () => {
    await using broken = await peerWith(({ path }) => (path === '/identity' ? { status: 500 } : undefined))
    const { ids } = await runKit(broken.travelAddress)
    expect(ids('FAILED')).toEqual(expect.arrayContaining(['trp.discovery.identity']))
  })

  it('a VASP that does not respond in time is advised to respond sooner, and a long body must not make it hang', async () => {
    const slow: Record<string, boolean> = { inquiry: true }
    await using hanging = await openScriptedPeer(({ method, body }) => {
      if (method === 'GET') return { status: 404 }
      if (slow.inquiry || body.length > 1_000_000) return new Promise<never>(() => {})
      return { status: 200, body: '{"rejected":"no"}' }
    })
    const { report } = await runKit(hanging.travelAddress, '--timeout', '1')
    expect(report.steps[0]?.todo).toContain('sooner')
    slow.inquiry = false
    expect((await runKit(hanging.travelAddress, '--timeout', '1')).ids('FAILED')).toContain('trp.http.body-too-long')
  })

  it('a VASP that names an older version in its refusal is contacted in that version', async () => {
    await using old = await peerWith((request) => {
      if (!isInquiry(request) || request.headers['api-version'] === '3.0.0') return undefined
      return { status: 400, headers: { 'api-version': '3.0.0' } }
    })
    const { report } = await runKit(old.travelAddress)
    expect([report.version, report.conclusion]).toEqual(['3.0.0', 'CONFORMS'])
  })

  it.each([
    ['refuses an extension that it lacks with 501', 501, 0, []],
    ['takes an extension that it lacks for a fault', 400, 1, ['trp.extensions.unknown']],
  ])('a VASP that %s', async (_what, status, exitCode, failed) => {
    await using plain = await peerWith(({ headers }) =>
      headers['api-extensions'] === undefined ? undefined : { status },
    )
    const run = await runKit(plain.travelAddress)
    expect([run.exitCode, run.ids('FAILED')]).toEqual([exitCode, failed])
  })

  it('faults of hygiene alone do not fail a run, unless it is strict', async () => {
    await using loose = await peerWith((request) => {
      if (request.method === 'GET' && request.path.startsWith('/inquiry')) return { status: 200, body: 'hello' }
      return request.headers['content-type'] === 'text/xml' ? { status: 400 } : undefined
    })
    const { exitCode, report, ids } = await runKitProcess(loose.travelAddress)
    expect([exitCode, report.conclusion]).toEqual([0, 'CONFORMS'])
    expect(ids('FAILED')).toEqual(['trp.http.method', 'trp.http.content-type'])
    expect((await runKit(loose.travelAddress, '--strict')).exitCode).toBe(1)
  })

  it('a VASP that requires a client certificate gets the certificate of --cert', async () => {
    const authority = await createAuthority('Authority')
    const [server, client] = await Promise.all(
      ['server', 'client'].map((name) => authority.issue({ name, hosts: ['localhost'] })),
    )
    const files = { ca: authority.certificate, cert: client?.certificate ?? '', key: client?.key ?? '' }
    const args = await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        await writeFile(join(folder, name), content)
        return [`--${name}`, join(folder, name)]
      }),
    )
    const tls = { cert: server?.certificate, key: server?.key, ca: authority.certificate, requestCert: true }
    await using secure = await openScriptedPeer(() => ({ status: 200, body: '{"rejected":"no"}' }), { tls })
    const { report } = await runKit(secure.travelAddress, ...args.flat())
    expect(report.results.find(({ id }) => id === 'trp.inquiry.response')?.outcome).toBe('PASSED')
  })
})
