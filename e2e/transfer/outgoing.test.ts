import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { auditTrail } from '../harness/audit-trail.ts'
import { counterpartyAt, exchangesAbout } from '../harness/counterparty.ts'
import { BENEFICIARY, ORIGINATOR, PERSONAL_DATA } from '../harness/parties.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { confirmTx, freshTxHash, inquire, inquireInput, trustVaspAt } from '../harness/transfers.ts'
import { delivered, watchTransfers } from '../harness/watch-transfers.ts'
import { type Send, withdraw } from '../integrations/wallet-loop.ts'

const node = await sharedNode()
const api = await openApi(node)
const { travelAddresses } = node.counterparty
const counterparty = counterpartyAt(node.counterparty.url)
const vaspId = await trustVaspAt(api, counterparty.url)
const watch = await watchTransfers(api)
afterAll(() => watch[Symbol.asyncDispose]())

describe('an inquiry to a VASP that approves immediately', () => {
  it('an inquiry to a VASP that approves goes from PENDING to APPROVED and, with the hash, to CONFIRMED', async () => {
    const started = await inquire(api, travelAddresses.approve)
    expect(started).toMatchObject({
      direction: 'SENT',
      status: 'PENDING',
      folder: 'WAITING',
      amount: '0.25',
      amountUnit: 'WHOLE',
      vasp: { id: vaspId, trust: 'TRUSTED' },
      txHash: null,
      address: null,
    })
    const approved = await watch.until(started.id, ({ status }) => status === 'APPROVED')
    const theirs = await counterparty.inquiry(started.requestIdentifier)
    expect(approved).toMatchObject({ folder: 'INBOX', address: theirs.approved?.address, txHash: null })
    expect(approved.allowedActions).toEqual(expect.arrayContaining(['CONFIRM', 'CANCEL']))

    const txHash = freshTxHash()
    const { data, errors } = await confirmTx(api, started.id, txHash)
    expect(errors).toEqual([])
    expect(data.trpd.confirmTx).toMatchObject({
      status: 'CONFIRMED',
      txHash,
      folder: 'ARCHIVE',
      address: approved.address,
    })
    await watch.until(started.id, delivered('CONFIRMATION'))
    expect(await counterparty.inquiry(started.requestIdentifier)).toMatchObject({ status: 'CONFIRMED', txid: txHash })
    expect(watch.statuses(started.id)).toEqual(['PENDING', 'APPROVED', 'CONFIRMED'])
  })

  it('an inquiry is sent once, as TRP 3.2.1, with the exact amount, the asset and both parties', async () => {
    const started = await inquire(api, travelAddresses.approve, { amount: '12345678.00000001' })
    await watch.until(started.id, ({ status }) => status === 'APPROVED')
    const [entry, ...others] = await exchangesAbout(counterparty, started.requestIdentifier)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      direction: 'RECEIVED',
      kind: 'inquiry',
      status: 200,
      headers: {
        'api-version': '3.2.1',
        'request-identifier': started.requestIdentifier,
        'content-type': 'application/json; charset=utf-8',
      },
    })
    expect(entry?.body).toMatch(/"amount":"?12345678\.00000001\b/)
    const body = JSON.parse(entry?.body ?? '')
    expect(body.asset).toEqual({ dti: '4H95J0R2X' })
    expect(new URL(body.callback).port).toBe(String(node.parts.trpd?.ports.TRPD_TRP_PORT))
    expect(body.IVMS101).toMatchObject({ originator: ORIGINATOR, beneficiary: BENEFICIARY })
  })
})

describe('the documented loop of a withdrawal', () => {
  const input = (travelAddress: string) => ({ ...inquireInput(travelAddress), requestIdentifier: randomUUID() })
  const send: Send = (query, variables) => api.request(query, variables)

  it('the documented loop pays once after the approval, and reports the hash, even when repeated', async () => {
    const txHash = freshTxHash()
    const paid: string[] = []
    const broadcast = async (address: string) => {
      paid.push(address)
      return txHash
    }
    const inquiry = input(travelAddresses.approve)
    expect(await withdraw(send, inquiry, broadcast, () => undefined)).toBe(txHash)
    // Like a back end that has crashed meanwhile.
    expect(await withdraw(send, inquiry, broadcast, () => undefined)).toBe(txHash)
    expect(paid).toHaveLength(1)
  })

  it('the documented loop pays nothing while the case is on hold, reports why, and continues after the release', async () => {
    const { requestIdentifier, ...rest } = input(travelAddresses.callback)
    const started = await inquire(api, travelAddresses.callback, { requestIdentifier })
    const reason = 'to be looked at'
    const change = (name: string) =>
      send(`mutation ($id: ID!, $reason: String!) { trpd { ${name}(id: $id, reason: $reason) { id } } }`, {
        id: started.id,
        reason,
      })
    await change('holdTx')
    const stopped: string[] = []
    const onStopped = async (obstacles: readonly { readonly code: string }[]) => {
      stopped.push(...obstacles.map(({ code }) => code))
      await change('releaseTx')
    }
    const txHash = freshTxHash()
    expect(await withdraw(send, { ...rest, requestIdentifier }, async () => txHash, onStopped)).toBe(txHash)
    expect(stopped).toContain('CASE_ON_HOLD')
  })
})

describe('an inquiry to a VASP that resolves it over the callback', () => {
  it('an inquiry that is approved over the callback stays PENDING until then, and can be confirmed', async () => {
    const started = await inquire(api, travelAddresses.callback)
    const waiting = await watch.until(started.id, delivered('INQUIRY'))
    expect(waiting).toMatchObject({ status: 'PENDING', folder: 'WAITING', address: null })
    const early = await confirmTx(api, started.id, freshTxHash())
    expect(early).toMatchObject({
      data: { trpd: { confirmTx: null } },
      errors: [{ message: expect.stringContaining('PENDING') }],
    })
    const approved = await watch.until(started.id, ({ status }) => status === 'APPROVED')
    expect(approved.address).toBe((await counterparty.inquiry(started.requestIdentifier)).approved?.address)
    const txHash = freshTxHash()
    await confirmTx(api, started.id, txHash)
    await watch.until(started.id, delivered('CONFIRMATION'))
    expect(await counterparty.inquiry(started.requestIdentifier)).toMatchObject({ status: 'CONFIRMED', txid: txHash })
    expect(
      (await exchangesAbout(counterparty, started.requestIdentifier)).map(
        ({ direction, kind, status }) => `${direction} ${kind} ${status}`,
      ),
    ).toEqual(['RECEIVED inquiry 200', 'SENT resolution 204', 'RECEIVED confirmation 204'])
  })
})

describe('an inquiry to a VASP that rejects', () => {
  it('an inquiry that the VASP rejects is DECLINED with the reason, and refuses confirmTx', async () => {
    const started = await inquire(api, travelAddresses.reject)
    const declined = await watch.until(started.id, ({ status }) => status === 'DECLINED')
    expect(declined).toMatchObject({
      folder: 'ARCHIVE',
      reason: (await counterparty.inquiry(started.requestIdentifier)).rejected,
      address: null,
    })
    const refused = await confirmTx(api, started.id, freshTxHash())
    expect(refused).toMatchObject({
      data: { trpd: { confirmTx: null } },
      errors: [{ message: expect.stringContaining('DECLINED') }],
    })
  })
})

describe('the audit trail of an inquiry', () => {
  it('the audit trail lists every step with its actor, and contains no personal data', async () => {
    const { id } = await inquire(api, travelAddresses.approve)
    await watch.until(id, ({ status }) => status === 'APPROVED')
    await confirmTx(api, id, freshTxHash())
    await watch.until(id, delivered('CONFIRMATION'))
    await expect
      .poll(async () => (await auditTrail(api, id)).map(({ type, actor }) => `${type} by ${actor.type}`))
      .toEqual([
        'transfer.inquired by USER',
        'transfer.delivered by COUNTERPARTY',
        'transfer.approved by COUNTERPARTY',
        'transfer.confirmed by USER',
        'transfer.delivered by COUNTERPARTY',
      ])
    const trail = await auditTrail(api, id)
    expect(
      trail.every(
        ({ source, subjectType, subjectId }) => source === 'trpd' && subjectType === 'transfer' && subjectId === id,
      ),
    ).toBe(true)
    const json = JSON.stringify(trail)
    expect(PERSONAL_DATA.filter((personal) => json.includes(personal))).toEqual([])
  })
})
