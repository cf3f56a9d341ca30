import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { openLogger } from '@travel-rule/service/logger'
import { openOutbound } from '@travel-rule/service/outbound'
import { expect, it } from 'vitest'
import type { ReceivedRequest } from './listener.ts'
import { openSenderCounterparty, type SenderEvidence } from './sender-evidence.ts'
import { SENDER_RULES } from './sender-rules.ts'
import { decodeTravelAddress } from './travel-address.ts'
import { openTrpClient } from './trp-client.ts'

const HEADERS = { 'api-version': '3.2.1', 'request-identifier': '8c0fcbeb-ad2a-4c6b-8d4e-2a6a0c8a9f11' }

function message(body: object, headers: Record<string, string> = HEADERS): ReceivedRequest {
  return { method: 'POST', path: '/inquiry/approve', query: new URLSearchParams(), headers, body: JSON.stringify(body) }
}

/** The verdict of a rule on a sender with this evidence. */
function judge(id: string, evidence: Partial<SenderEvidence>) {
  const rule = SENDER_RULES.find((each) => each.id === id)
  return rule?.run({ lookups: [], inquiries: [], confirmations: [], probes: {}, ...evidence })
}

it.each([
  ['https://vasp.example/c', 'PASSED'],
  ['http://10.0.0.8/c', 'PASSED'],
  ['http://vasp.internal/c', 'PASSED'],
  ['http://vasp.example/c', 'FAILED'],
  ['http://[2606:4700::1111]/c', 'FAILED'],
  ['ftp://localhost/c', 'FAILED'],
])('the callback %s has the verdict %s', (callback, outcome) => {
  expect(judge('trp.sent.callback', { inquiries: [message({ callback })] })).toMatchObject({ outcome })
})

it.each([
  ['trp.sent.asset', { asset: { dti: null } }],
  ['trp.sent.amount', { amount: true }],
  ['trp.sent.amount', { amount: [5] }],
])('the rule %s is broken by %o', (id, body) => {
  expect(judge(id, { inquiries: [message(body)] })).toMatchObject({ outcome: 'FAILED' })
})

it('messages without request-identifier do not share one', () => {
  const bare = message({}, {})
  expect(judge('trp.sent.identifier-new', { inquiries: [bare, bare] })).toMatchObject({ outcome: 'PASSED' })
  const same = message({})
  expect(judge('trp.sent.identifier-new', { inquiries: [same], confirmations: [same] })).toMatchObject({
    outcome: 'FAILED',
  })
})

it('every confirmation is checked, not only the first', () => {
  const confirmations = [message({ txid: 'f'.repeat(64) }), message({})]
  expect(judge('trp.sent.confirmation', { confirmations })).toMatchObject({ outcome: 'FAILED', found: 'neither' })
})

it('a string of the sender reaches a report on one line, cut off, and without control characters', () => {
  const callback = `\u001b]0;title\u0007\n# heading ${'x'.repeat(1_000)}`
  const verdict = judge('trp.sent.callback', { inquiries: [message({ callback })] })
  expect(verdict).toMatchObject({ found: expect.stringMatching(/^[^\p{Cc}]{100,210}$/u) })
})

/** A server that accepts decisions at its callback from when it has stored its inquiry. */
async function openSender(): Promise<Server & { stored: boolean }> {
  const server = Object.assign(
    createServer(async (request, response) => {
      const body = JSON.parse(await text(request))
      const isDecision = 'approved' in body !== 'rejected' in body
      response.writeHead(!server.stored || request.url !== '/c' ? 404 : isDecision ? 204 : 400).end()
    }),
    { stored: false },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

it('a sender that stores its inquiry shortly after the response passes the rules of its callback', async () => {
  const sender = await openSender()
  await using outbound = openOutbound({
    privateHosts: 'http',
    timeoutMs: 30_000,
    responseBytesMax: 1_000_000,
    logger: openLogger({ name: 'sender-rules', level: 'silent' }),
  })
  const counterparty = await openSenderCounterparty({
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    version: '3.2.1',
    address: undefined,
    clientFor: (version) => openTrpClient(outbound, version),
  })
  const decoded = decodeTravelAddress(counterparty.addresses.callback)
  const url = decoded.ok ? decoded.url.href.replace('https:', 'http:') : ''
  const callback = `http://localhost:${(sender.address() as AddressInfo).port}/c`
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify({ callback }) })
  expect(await response.json()).toEqual({ version: '3.2.1' })
  await wait(50)
  sender.stored = true
  await expect.poll(() => counterparty.evidence.probes.repeated, { timeout: 60_000 }).toBeDefined()
  const { probes } = counterparty.evidence
  expect(Object.entries(probes).map(([name, { status }]) => [name, status])).toEqual([
    ['undecided', 400],
    ['contradictory', 400],
    ['unknown', 404],
    ['approval', 204],
    ['repeated', 204],
  ])
  await counterparty[Symbol.asyncDispose]()
  sender.close()
})
