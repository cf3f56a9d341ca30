import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inquiryBody, openPeer, type Peer, trp } from './testing/open-peer.ts'

interface Sent {
  id: string
  requestIdentifier: string
}
const inquire = async (peer: Peer, request: Record<string, unknown>): Promise<Sent> => {
  const response = await peer.control('/control/inquire', {
    amount: '0.25',
    asset: 'BTC',
    confirmAfterMs: 0,
    ...request,
  })
  expect(response.status).toBe(202)
  return (await response.json()) as Sent
}

describe('two counterparties', () => {
  it.each(['approve', 'callback'] as const)(
    'two counterparties complete a transfer through "%s"',
    async (behaviour) => {
      await using sender = await openPeer()
      await using receiver = await openPeer()
      const { id, requestIdentifier } = await inquire(sender, { travelAddress: receiver.addresses[behaviour] })
      const sent = await sender.inquiry(id, ({ status }) => status === 'CONFIRMED')
      const received = await receiver.inquiry(requestIdentifier, ({ status }) => status === 'CONFIRMED')
      expect(received.txid).toMatch(/^[0-9a-f]{64}$/)
      expect([sent.txid, sent.approved?.address]).toEqual([received.txid, received.approved?.address])
    },
  )

  it('an inquiry between two counterparties through "reject" ends as REJECTED', async () => {
    await using sender = await openPeer()
    await using receiver = await openPeer()
    const { id } = await inquire(sender, { travelAddress: receiver.addresses.reject })
    const sent = await sender.inquiry(id, ({ status }) => status === 'REJECTED')
    expect(sent.rejected).toContain('not a customer')
  })

  it('a confirmation that is requested twice is sent only once', async () => {
    await using sender = await openPeer()
    await using receiver = await openPeer()
    const { id, requestIdentifier } = await inquire(sender, {
      travelAddress: receiver.addresses.approve,
      confirmAfterMs: null,
    })
    await sender.inquiry(id, ({ status }) => status === 'APPROVED')
    for (const txid of ['aa', 'aa']) await sender.control(`/control/inquiries/${id}/confirm`, { txid })
    await receiver.inquiry(requestIdentifier, ({ status, txid }) => status === 'CONFIRMED' && txid === 'aa')
    await sender.inquiry(id, ({ status }) => status === 'CONFIRMED')
    expect((await sender.control(`/control/inquiries/${id}/confirm`, { txid: 'bb' })).status).toBe(409)
    expect((await sender.control(`/control/inquiries/${id}/cancel`)).status).toBe(409)
    expect((await receiver.log()).filter(({ kind }) => kind === 'confirmation')).toHaveLength(1)
  })

  it('an approved inquiry is canceled on request', async () => {
    await using sender = await openPeer()
    await using receiver = await openPeer()
    const { id, requestIdentifier } = await inquire(sender, {
      travelAddress: receiver.addresses.approve,
      confirmAfterMs: 60_000,
    })
    await sender.inquiry(id, ({ status }) => status === 'APPROVED')
    await sender.control(`/control/inquiries/${id}/cancel`, { reason: 'changed my mind' })
    const received = await receiver.inquiry(requestIdentifier, ({ status }) => status === 'CANCELED')
    expect([received.canceled, received.txid]).toEqual(['changed my mind', undefined])
  })

  it('a late approval is followed by a cancellation', async () => {
    await using sender = await openPeer()
    await using receiver = await openPeer({ callbackDelayMs: 300 })
    const { id, requestIdentifier } = await inquire(sender, { travelAddress: receiver.addresses.callback })
    await sender.inquiry(id, ({ status }) => status === 'PENDING')
    await sender.control(`/control/inquiries/${id}/cancel`)
    await receiver.inquiry(requestIdentifier, ({ status }) => status === 'CANCELED')
  })
})

describe('POST /control/inquire', () => {
  it('one inquiry is sent per idempotency key, and a different request with the same key is refused', async () => {
    await using sender = await openPeer()
    await using receiver = await openPeer()
    const request = { travelAddress: receiver.addresses.approve, idempotencyKey: 'one' }
    const [first, second] = [await inquire(sender, request), await inquire(sender, request)]
    expect(second.id).toBe(first.id)
    const other = { ...request, amount: '9', asset: 'BTC' }
    expect((await sender.control('/control/inquire', other)).status).toBe(409)
  })

  it.each([
    { travelAddress: 'nonsense' },
    { travelAddress: undefined },
    { amount: 0.25 },
    { amount: '-1' },
    { amount: '007' },
    { asset: undefined },
    { originator: '' },
    { confirmAfterMs: -1 },
  ])('POST /control/inquire refuses %j with 422 and an error message', async (change) => {
    await using sender = await openPeer()
    const request = { travelAddress: sender.addresses.approve, amount: '1', asset: 'BTC', ...change }
    const response = await sender.control('/control/inquire', request)
    expect([response.status, await response.json()]).toEqual([422, { error: expect.any(String) }])
  })

  it('POST /control/inquire refuses forms, which other sites could send', async () => {
    await using peer = await openPeer()
    const response = await fetch(`${peer.base}/control/inquire`, { method: 'POST', body: 'a=b' })
    expect(response.status).toBe(415)
  })
})

describe('the faults of the counterparty', () => {
  it.each([
    { mode: 'status', status: 503 },
    { mode: 'drop' },
    { mode: 'drop', stage: 'after' },
    { mode: 'slow', delayMs: 50 },
    { mode: 'status', status: 500, stage: 'after', times: 2 },
  ])('with the fault %j, retries succeed and the inquiry takes effect once', async (fault) => {
    await using sender = await openPeer()
    await using receiver = await openPeer()
    expect((await receiver.control('/control/faults', { inquiry: fault, confirmation: fault })).status).toBe(200)
    const { id } = await inquire(sender, { travelAddress: receiver.addresses.approve })
    await sender.inquiry(id, ({ status }) => status === 'CONFIRMED')
    const { inquiries } = (await (await fetch(`${receiver.base}/control/inquiries`)).json()) as { inquiries: unknown[] }
    expect(inquiries).toHaveLength(1)
  })

  it.each(['html', 'nonsense'])('a response replaced by %s ends the inquiry as FAILED', async (mode) => {
    await using sender = await openPeer()
    await using receiver = await openPeer()
    await receiver.control('/control/faults', { inquiry: { mode } })
    const { id } = await inquire(sender, { travelAddress: receiver.addresses.approve })
    await sender.inquiry(id, ({ status }) => status === 'FAILED')
  })

  it('the fault "huge" sends a response of ten megabytes', async () => {
    await using peer = await openPeer()
    await peer.control('/control/faults', { inquiry: { mode: 'huge' } })
    const response = await peer.post('/inquiry/approve?t=i', inquiryBody())
    expect((await response.text()).length).toBeGreaterThan(10_000_000)
  })

  it.each([{ inquiry: { mode: 'sulk' } }, { lunch: { mode: 'drop' } }, { inquiry: { mode: 'drop', times: 0 } }])(
    'the invalid fault %j is refused',
    async (request) => {
      await using peer = await openPeer()
      expect((await peer.control('/control/faults', request)).status).toBe(422)
    },
  )

  it('null removes a fault', async () => {
    await using peer = await openPeer()
    await peer.control('/control/faults', { inquiry: { mode: 'drop', times: 100 } })
    await peer.control('/control/faults', { inquiry: null })
    expect((await peer.post('/inquiry/approve?t=i', inquiryBody())).status).toBe(200)
  })
})

describe('the data file of the counterparty', () => {
  it('the data file preserves addresses, responses, callbacks and pending deliveries across a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counterparty-'))
    const dataFile = join(folder, 'state.json')
    const publicUrl = new URL('http://localhost:4999/vasp')
    await using sender = await openPeer()
    const headers = trp()
    const body = inquiryBody({ callback: `${sender.base}/resolution/unknown` })
    const before = await openPeer({ dataFile, publicUrl, callbackDelayMs: 60_000 })
    const response = await (await before.post('/inquiry/approve?t=i', body, headers)).text()
    const waiting = trp()
    await before.post('/inquiry/callback?t=i', body, waiting)
    await before[Symbol.asyncDispose]()
    const stored = JSON.parse(await readFile(dataFile, 'utf8'))
    for (const [, inquiry] of stored.inquiries) for (const delivery of inquiry.deliveries) delivery.dueAt = 0
    await writeFile(dataFile, JSON.stringify(stored))

    await using after = await openPeer({ dataFile, publicUrl })
    expect(after.addresses).toEqual(before.addresses)
    expect(await (await after.post('/inquiry/approve?t=i', body, headers)).text()).toBe(response)
    const { callback } = (JSON.parse(response) as { approved: { callback: string } }).approved
    expect((await after.post(new URL(callback).pathname.replace('/vasp', ''), { txid: 'aa' })).status).toBe(204)
    const tried = await after.inquiry(waiting['request-identifier'] ?? '', ({ deliveries }) => {
      return deliveries[0]?.state === 'GIVEN_UP'
    })
    expect(tried.deliveries[0]?.problem).toContain('404')
    await rm(folder, { recursive: true })
  })

  it('a data file with unexpected content is refused and left unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counterparty-'))
    const dataFile = join(folder, 'state.json')
    await writeFile(dataFile, 'my diary')
    await expect(openPeer({ dataFile })).rejects.toThrow('COUNTERPARTY_DATA_FILE')
    expect(await readFile(dataFile, 'utf8')).toBe('my diary')
    await rm(folder, { recursive: true })
  })
})
