import { expect, test } from 'vitest'
import { endInquiry } from './sent-inquiry.ts'
import type { SentInquiry } from './state.ts'

const inquiry = (): SentInquiry => ({
  id: 'i-1',
  direction: 'SENT',
  requestIdentifier: 'r-1',
  travelAddress: 'ta',
  asset: { dti: '4H95J0R2X' },
  amount: '1',
  ivms101: {},
  request: '',
  confirmAfterMs: null,
  token: 't',
  at: '2026-01-01T00:00:00.000Z',
  deliveries: [],
  status: 'APPROVED',
  approved: { address: 'a', callback: 'https://vasp.example/c' },
})

test('a later confirmation or cancellation replaces one that was not sent yet', () => {
  const sent = inquiry()
  expect(endInquiry(sent, { type: 'canceled', reason: 'second thoughts' }, 0)).toBeUndefined()
  expect(endInquiry(sent, { type: 'txid', txid: 'ab' }, 0)).toBeUndefined()
  expect([sent.txid, sent.canceled]).toEqual(['ab', undefined])
  expect(endInquiry(sent, { type: 'canceled', reason: 'after all' }, 0)).toBeUndefined()
  expect([sent.txid, sent.canceled]).toEqual([undefined, 'after all'])
  expect(sent.deliveries.map(({ text }) => text)).toEqual(['{"canceled":"after all"}'])
})

test('a sent confirmation can be requested again, but cannot be changed', () => {
  const sent = inquiry()
  endInquiry(sent, { type: 'txid', txid: 'ab' }, 0)
  for (const delivery of sent.deliveries) delivery.attempts = 1
  expect(endInquiry(sent, { type: 'txid' }, 0)).toBeUndefined()
  expect(endInquiry(sent, { type: 'txid', txid: 'cd' }, 0)).toMatch(/another confirmation/)
  expect(endInquiry(sent, { type: 'canceled', reason: 'late' }, 0)).toMatch(/another confirmation/)
})
