import { afterAll, describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { startCounterparty } from '../harness/counterparty.ts'
import { sharedNode } from '../harness/shared-node.ts'
import {
  freshTxHash,
  issueAddress,
  loadTransfer,
  registerVaspAt,
  TRANSFER,
  type Transfer,
  trustVaspAt,
} from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { delivered, watchTransfers } from '../harness/watch-transfers.ts'
import { deposit, type Send } from '../integrations/wallet-loop.ts'

const node = await sharedNode()
const api = await openApi(node)
const watch = await watchTransfers(api)
afterAll(() => watch[Symbol.asyncDispose]())

const ASSESS = `mutation ($id: ID!, $decision: AssessDecision!, $reason: String, $address: String) {
  trpd { assessTx(id: $id, decision: $decision, reason: $reason, address: $address) { ${TRANSFER} } } }`

const assess = async (variables: object) =>
  (await api.request<{ trpd: { assessTx: Transfer } }>(ASSESS, variables)).trpd.assessTx
const request = (travelAddress: string) => ({
  travelAddress,
  asset: 'BTC',
  amount: '0.75',
  originator: 'Erika Sommerfeld',
  beneficiary: 'Bruno Weber',
  confirmAfterMs: null,
})

describe('an inquiry from another VASP', () => {
  it('an inquiry from another VASP is BLOCKED until the VASP is trusted, then PENDING, APPROVED and CONFIRMED', async () => {
    await using counterparty = await startCounterparty()
    const { address } = openBitcoinWallet()
    const entry = await issueAddress(api, { address, customerReference: 'customer-1' })
    const sent = await counterparty.inquire(request(entry.travelAddress))

    const blocked = await watch.received({ requestIdentifier: sent.requestIdentifier })
    expect(blocked).toMatchObject({
      status: 'BLOCKED',
      folder: 'INBOX',
      amount: '0.75',
      amountUnit: 'WHOLE',
      travelAddress: entry.travelAddress,
      vasp: { name: 'Demo Counterparty VASP', trust: 'UNTRUSTED' },
    })
    expect(blocked.reason).toMatch(/trust/)
    await api.request('mutation ($id: ID!) { trpd { trustVasp(id: $id) { id } } }', { id: blocked.vasp.id })
    await watch.until(blocked.id, ({ status }) => status === 'PENDING')

    const approved = await assess({ id: blocked.id, decision: 'APPROVE' })
    expect(approved).toMatchObject({ status: 'APPROVED', folder: 'WAITING', address, txHash: null })
    await watch.until(blocked.id, delivered('RESOLUTION'))
    expect(await counterparty.inquiry(sent.id)).toMatchObject({ status: 'APPROVED', approved: { address } })

    const txHash = freshTxHash()
    await counterparty.confirm(sent.id, txHash)
    const confirmed = await watch.until(blocked.id, ({ status }) => status === 'CONFIRMED')
    expect(confirmed).toMatchObject({ txHash, address, folder: 'ARCHIVE' })
    expect(watch.statuses(blocked.id)).toEqual(['BLOCKED', 'PENDING', 'APPROVED', 'CONFIRMED'])

    const credited: string[] = []
    const send: Send = (query, variables) => api.request(query, variables)
    const credit = async () => void credited.push(txHash)
    expect(await deposit(send, txHash, credit, () => undefined)).toBe(true)
    expect(await deposit(send, freshTxHash(), credit, () => undefined)).toBe(false)
    expect(credited).toEqual([txHash])
    await expect
      .poll(() => auditTypes(api, blocked.id))
      .toEqual([
        'transfer.received',
        'transfer.released',
        'transfer.approved',
        'transfer.delivered',
        'transfer.confirmed',
      ])
  })

  it('an inbound inquiry shows the parties as sent, and the address book entry of its travel address', async () => {
    await using counterparty = await startCounterparty()
    const entry = await issueAddress(api)
    const sent = await counterparty.inquire(request(entry.travelAddress))
    const { id } = await watch.received({ requestIdentifier: sent.requestIdentifier })
    const { trpd } = await api.request<{ trpd: { transaction: unknown } }>(
      `query ($id: ID!) { trpd { transaction(id: $id) { addressBookEntry { id } protocolVersion ivms101Issues { path }
        originator { originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier secondaryIdentifier } } } } }
        beneficiary { beneficiaryPersons { naturalPerson { name { nameIdentifier { primaryIdentifier } } } } } } } }`,
      { id },
    )
    const named = (names: object) => [{ naturalPerson: { name: { nameIdentifier: [names] } } }]
    expect(trpd.transaction).toEqual({
      addressBookEntry: { id: entry.id },
      protocolVersion: '3.2.1',
      ivms101Issues: [],
      originator: { originatorPersons: named({ primaryIdentifier: 'Sommerfeld', secondaryIdentifier: 'Erika' }) },
      beneficiary: { beneficiaryPersons: named({ primaryIdentifier: 'Weber' }) },
    })
  })

  it('the demo counterparty invents parties with real names, not placeholders', async () => {
    await using counterparty = await startCounterparty()
    const { travelAddress } = await issueAddress(api)
    const sent = await counterparty.inquire({ travelAddress, asset: 'BTC', amount: '0.75', confirmAfterMs: null })
    const { id } = await watch.received({ requestIdentifier: sent.requestIdentifier })
    const { trpd } = await api.request<{ trpd: { transaction: { checks: object[] } } }>(
      'query ($id: ID!) { trpd { transaction(id: $id) { checks { check verdict } } } }',
      { id },
    )
    expect(trpd.transaction.checks).toContainEqual({ check: 'MEANINGFUL_NAMES', verdict: 'PASS' })
  })

  it('an inbound inquiry can be declined with a reason, which the counterparty receives', async () => {
    await using counterparty = await startCounterparty()
    await trustVaspAt(api, counterparty.url)
    const sent = await counterparty.inquire(request((await issueAddress(api)).travelAddress))
    const { id, status } = await watch.received({ requestIdentifier: sent.requestIdentifier })
    expect(status).toBe('PENDING')
    const withoutReason = await api.execute(ASSESS, { id, decision: 'DECLINE' })
    expect(withoutReason).toMatchObject({
      data: { trpd: { assessTx: null } },
      errors: [{ message: expect.stringContaining('reason') }],
    })
    await assess({ id, decision: 'DECLINE', reason: 'not our customer' })
    await watch.until(id, delivered('RESOLUTION'))
    expect(await counterparty.inquiry(sent.id)).toMatchObject({ status: 'REJECTED', rejected: 'not our customer' })
  })

  it('an inbound inquiry cannot be approved before the VASP is trusted', async () => {
    await using counterparty = await startCounterparty()
    await registerVaspAt(api, counterparty.url)
    const sent = await counterparty.inquire(request((await issueAddress(api)).travelAddress))
    const { id } = await watch.received({ requestIdentifier: sent.requestIdentifier })
    const { address } = openBitcoinWallet()
    const { data, errors } = await api.execute(ASSESS, { id, decision: 'APPROVE', address })
    expect(data).toEqual({ trpd: { assessTx: null } })
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('BLOCKED'),
        extensions: { code: 'TRANSACTION_WRONG_STATUS', status: 'BLOCKED' },
      },
    ])
    expect((await loadTransfer(api, id)).status).toBe('BLOCKED')
    expect((await counterparty.log()).filter(({ kind }) => kind === 'resolution')).toEqual([])
  })

  it('an inbound inquiry with an integer amount is BLOCKED until the amount unit of the VASP is set', async () => {
    await using counterparty = await startCounterparty()
    const sent = await counterparty.inquire({ ...request((await issueAddress(api)).travelAddress), amount: '1230' })
    const blocked = await watch.received({ requestIdentifier: sent.requestIdentifier })
    expect(blocked).toMatchObject({ status: 'BLOCKED', amount: '1230', amountUnit: null })
    await api.request('mutation ($id: ID!) { trpd { trustVasp(id: $id) { id } } }', { id: blocked.vasp.id })
    const trusted = await watch.until(blocked.id, ({ vasp }) => vasp.trust === 'TRUSTED')
    expect(trusted).toMatchObject({ status: 'BLOCKED', reason: expect.stringMatching(/unit/) })
    const setUnit = 'mutation ($id: ID!) { trpd { setWireProfile(id: $id, profile: { amountUnit: BASE }) { id } } }'
    await api.request(setUnit, { id: blocked.vasp.id })
    expect(await watch.until(blocked.id, ({ status }) => status === 'PENDING')).toMatchObject({
      amount: '1230',
      amountUnit: 'BASE',
    })
  })

  it('an inbound inquiry to an inactive travel address gets 404 and creates no transaction', async () => {
    await using counterparty = await startCounterparty()
    const { id, travelAddress } = await issueAddress(api)
    await api.request(
      'mutation ($id: ID!) { trpd { updateAddressBookEntry(id: $id, input: { active: false }) { active } } }',
      { id },
    )
    const sent = await counterparty.inquire(request(travelAddress))
    await expect.poll(async () => (await counterparty.inquiry(sent.id)).status).toBe('FAILED')
    expect((await counterparty.log()).filter(({ kind }) => kind === 'inquiry').map(({ status }) => status)).toEqual([
      404,
    ])
    const query = 'query ($id: ID!) { trpd { transactionsCount(filter: { requestIdentifier: $id }) } }'
    expect(await api.request(query, { id: sent.requestIdentifier })).toEqual({ trpd: { transactionsCount: 0 } })
  })
})
