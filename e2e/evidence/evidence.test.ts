import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runVerifyEvidence } from '@travel-rule/autod-subgraph/audit-file/verify-evidence-command'
import { afterAll, expect, it } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { startCounterparty } from '../harness/counterparty.ts'
import { portOf, sharedNode } from '../harness/shared-node.ts'
import { approveTx, freshTxHash, inquire, issueAddress, trustVaspAt } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { delivered, watchTransfers } from '../harness/watch-transfers.ts'

const stack = new AsyncDisposableStack()
const node = await sharedNode()
const api = await openApi(node)
const watch = stack.use(await watchTransfers(api))
const folder = await mkdtemp(path.join(tmpdir(), 'evidence-story-'))
stack.defer(() => rm(folder, { recursive: true, force: true }))
const keys = path.join(folder, 'keys.json')
const audit = await fetch(`http://127.0.0.1:${portOf(node, 'autod', 'AUTOD_PORT')}/audit-keys.json`)
await writeFile(keys, await audit.text())
afterAll(() => stack.disposeAsync())

const EVIDENCE = 'query ($id: ID!) { autod { transactionEvidence(id: $id) { bundle { json sha256 } } } }'

/** The id of a transaction that was received, approved and confirmed. */
async function receiveTransfer(): Promise<string> {
  await using counterparty = await startCounterparty()
  await trustVaspAt(api, counterparty.url)
  const { address } = openBitcoinWallet()
  const { travelAddress } = await issueAddress(api, { address, customerReference: 'customer-evidence' })
  const parties = { originator: 'Erika Sommerfeld', beneficiary: 'Bruno Weber' }
  const request = { travelAddress, asset: 'BTC', amount: '0.75', confirmAfterMs: null, ...parties }
  const sent = await counterparty.inquire(request)
  const { id } = await watch.received({ requestIdentifier: sent.requestIdentifier })
  await approveTx(api, id)
  await watch.until(id, delivered('RESOLUTION'))
  await counterparty.confirm(sent.id, freshTxHash())
  await watch.until(id, ({ status }) => status === 'CONFIRMED')
  await expect.poll(() => auditTypes(api, id)).toContain('transfer.confirmed')
  return id
}

async function evidenceOf(id: string, by: Api = api) {
  type Data = { autod: { transactionEvidence: { bundle: { json: string; sha256: string } } } }
  const { autod } = await by.request<Data>(EVIDENCE, { id })
  const { json, sha256 } = autod.transactionEvidence.bundle
  const file = path.join(folder, `${sha256}.json`)
  await writeFile(file, json)
  return { json, content: JSON.parse(json).evidence, ...(await runVerifyEvidence([file, '--key', keys])) }
}

it('evidence about a transfer has its exact messages and verifies offline, before and after an erasure', async () => {
  const id = await receiveTransfer()
  const whole = await evidenceOf(id)
  expect([whole.output, whole.exitCode]).toEqual([expect.stringContaining('INTACT'), 0])
  const messages: { direction: string; kind: string; body: { text: string }; response?: { status: number } }[] =
    whole.content.exchange.messages
  expect(messages.map(({ direction, kind, response }) => [direction, kind, response?.status])).toEqual([
    ['RECEIVED', 'INQUIRY', 200],
    ['SENT', 'RESOLUTION', 204],
    ['RECEIVED', 'CONFIRMATION', 204],
  ])
  expect(messages[0]?.body.text).toContain('Sommerfeld')
  expect(whole.content.exchange.customerReference).toBe('customer-evidence')
  expect(whole.content.exchange.checkRuns.length).toBeGreaterThan(0)
  expect(whole.output).toMatch(/(\d+) of \1 changes of the transaction have their entry/)

  const administrator = await openApi(node, 'administrator')
  await administrator.request(
    'mutation ($id: ID!) { trpd { eraseTransaction(id: $id, ground: RECORDED_IN_ERROR) { id } } }',
    { id },
  )
  const erased = await evidenceOf(id)
  expect(erased.exitCode).toBe(0)
  expect(erased.json).not.toMatch(/Sommerfeld|Bruno|customer-evidence/)
  expect(erased.content.exchange.messages).toEqual([])
  expect(erased.content.exchange.history.length).toBe(whole.content.exchange.history.length)
})

it('evidence about a transfer that we sent has both the sent messages and the responses', async () => {
  await trustVaspAt(api, node.counterparty.url)
  const { id } = await inquire(api, node.counterparty.travelAddresses.approve)
  await watch.until(id, ({ status }) => status === 'APPROVED')
  const attempts = async () => (await evidenceOf(id)).content.exchange.deliveryAttempts
  // The approval may reach the callback before the response to the inquiry is stored.
  const isDelivered = expect.objectContaining({ kind: 'INQUIRY', outcome: 'DELIVERED' })
  await expect.poll(attempts).toContainEqual(isDelivered)
  const { content, exitCode } = await evidenceOf(id)
  expect(exitCode).toBe(0)
  const messages: { direction: string; kind: string; body: { text: string } }[] = content.exchange.messages
  const inquiry = messages.find(({ direction, kind }) => direction === 'SENT' && kind === 'INQUIRY')
  expect(inquiry).toMatchObject({ response: { status: 200 } })
  expect(JSON.parse(inquiry?.body.text ?? '').IVMS101).toBeDefined()
})

it('a read of personal data is shown on the transaction, with its purpose', async () => {
  await trustVaspAt(api, node.counterparty.url)
  const { id } = await inquire(api, node.counterparty.travelAddresses.approve)
  const read = (purpose: string) =>
    fetch(`${node.baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', 'x-purpose': purpose },
      body: JSON.stringify({
        query: `{ trpd { transaction(id: "${id}") { travelAddress customerReference ivms101 } } }`,
      }),
    })
  expect((await read('<script>')).status).toBe(400)
  expect((await read('ticket 4711')).status).toBe(200)
  const query = `query ($id: ID!) { trpd { transaction(id: $id) { dataAccesses(first: 100) { nodes { purpose client } } } } }`
  type Data = { trpd: { transaction: { dataAccesses: { nodes: { purpose: string | null; client: string }[] } } } }
  const accesses = async () => (await api.request<Data>(query, { id })).trpd.transaction.dataAccesses.nodes
  await expect.poll(accesses).toContainEqual({ purpose: 'ticket 4711', client: expect.any(String) })
})
