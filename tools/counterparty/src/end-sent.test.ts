import { expect, test } from 'vitest'
import { endSent } from './end-sent.ts'
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

test('of two endings that were not sent yet, only the later one is left', () => {
  const sent = inquiry()
  expect(endSent(sent, { type: 'canceled', why: 'second thoughts' }, 0)).toBeUndefined()
  expect(endSent(sent, { type: 'txid', txid: 'ab' }, 0)).toBeUndefined()
  expect([sent.txid, sent.canceled]).toEqual(['ab', undefined])
  expect(endSent(sent, { type: 'canceled', why: 'after all' }, 0)).toBeUndefined()
  expect([sent.txid, sent.canceled]).toEqual([undefined, 'after all'])
  expect(sent.deliveries.map(({ text }) => text)).toEqual(['{"canceled":"after all"}'])
})

test('an ending that was sent may be asked for again, but not turned', () => {
  const sent = inquiry()
  endSent(sent, { type: 'txid', txid: 'ab' }, 0)
  for (const delivery of sent.deliveries) delivery.attempts = 1
  expect(endSent(sent, { type: 'txid' }, 0)).toBeUndefined()
  expect(endSent(sent, { type: 'txid', txid: 'cd' }, 0)).toMatch(/another confirmation/)
  expect(endSent(sent, { type: 'canceled', why: 'late' }, 0)).toMatch(/another confirmation/)
})
